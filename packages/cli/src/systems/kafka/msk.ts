import { presigned, type AwsKeys } from '@catbird/send';

/** How long a token holds: the longest that MSK allows. The client logs in again before. */
const SECONDS = 900;

/** A broker of MSK with its region. https://docs.aws.amazon.com/msk/latest/developerguide/msk-get-bootstrap-brokers.html */
const BROKER = /^[a-z0-9.-]+\.kafka(?:-serverless)?\.([a-z0-9-]+)\.amazonaws\.com(?:\.cn)?:\d+$/i;

/** The region of a cluster, by the names of its brokers. Undefined: not all of them are brokers of MSK. */
export function mskRegion(brokers: string): string | undefined {
  const regions = brokers.split(',').map((each) => BROKER.exec(each.trim())?.[1]);
  return regions.every((region) => region !== undefined) ? regions[0] : undefined;
}

/**
 * A token of SASL OAUTHBEARER for Amazon MSK: an address that the keys sign, in base64.
 * https://github.com/aws/aws-msk-iam-auth#details
 */
export async function mskToken(region: string, keys: AwsKeys, date: Date): Promise<string> {
  const who = { service: 'kafka-cluster', region, ...(await keys()) };
  const address = `https://kafka.${region}.amazonaws.com/?Action=kafka-cluster%3AConnect`;
  const url = await presigned(who, address, date, SECONDS);
  return Buffer.from(`${url}&User-Agent=catbird`).toString('base64url');
}
