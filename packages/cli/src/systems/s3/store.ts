import {
  bucketAddress,
  credentialsIn,
  DeliveryError,
  isStored,
  revised,
  type HttpResponse,
} from '@catbird/send';
import type { StoreAddress } from '../../stream/store/address.ts';
import { completeFromEnvironment, offerNotes } from '../../environment/offer.ts';
import { noting } from '../../environment/noting.ts';
import type { Environment } from '../../environment/tool.ts';
import type { OpenedStore } from '../../stream/store/open.ts';
import { RESPONSE_MS, type Store } from '../../stream/store/store.ts';
import { isMissing, s3Bucket, wholeOf, type BucketAddress, type S3Bucket } from './client.ts';

/**
 * Opens a store in S3: an object per key. Its ETag is the version, and writes are conditional:
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html. Credentials, region and endpoint are in the environment.
 *
 * @throws DeliveryError if the credentials are missing, or the endpoint is no address
 */
export async function openS3({ server, name, shown }: StoreAddress, env: Environment): Promise<OpenedStore> {
  const offer = await completeFromEnvironment('s3', {}, env);
  const {
    accessKeyId,
    secretAccessKey,
    sessionToken,
    region = 'us-east-1',
    endpoint,
  } = textsOf(offer.settings);
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new DeliveryError('auth', `${shown} needs keys of AWS. Nothing in ${offer.looked}`);
  const secrets = [accessKeyId, secretAccessKey, ...(sessionToken === undefined ? [] : [sessionToken])];
  secrets.push(...credentialsIn(endpoint ?? ''));
  if (endpoint !== undefined && !(/^https?:/i.test(endpoint) && URL.canParse(endpoint)))
    throw new DeliveryError(
      'rejected',
      'AWS_ENDPOINT_URL_S3 and AWS_ENDPOINT_URL must be an address such as https://host:9000',
    );
  const place: BucketAddress = {
    address: bucketAddress({ bucket: new URL(server).host, region, endpoint, addressing: 'auto' }),
    credentials: { region, accessKeyId, secretAccessKey, sessionToken },
    keys: offer.awsKeys && noting(offer.awsKeys, secrets),
  };
  return { store: storeIn(s3Bucket(place), name, shown), notes: offerNotes(offer), secrets };
}

/** The settings that are texts. */
const textsOf = (settings: Readonly<Record<string, unknown>>): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, typeof value === 'string' ? value : undefined]),
  );

function storeIn(bucket: S3Bucket, name: string, shown: string): Store {
  const late = (): AbortSignal => AbortSignal.timeout(RESPONSE_MS);
  const get = async (object: string): Promise<HttpResponse> =>
    wholeOf(await bucket.send('GET', object, late()));
  const failureOf = (response: HttpResponse): DeliveryError =>
    advised(withKind(bucket.failureOf(response)), shown);
  const objectOf = (key: string): string => `${name}/${key.replace('/', '-of-')}.json`;
  return {
    async load(key) {
      const response = await get(objectOf(key));
      if (isMissing(response)) return undefined;
      const version = response.header('etag');
      if (response.status !== 200 || version === undefined) throw failureOf(response);
      return { text: response.text, version };
    },
    async save(key, text, version) {
      const condition = version === undefined ? { 'if-none-match': '*' } : { 'if-match': version };
      const headers = { ...condition, 'content-type': 'application/json' };
      const response = await wholeOf(
        await bucket.send('PUT', objectOf(key), late(), { body: text, headers }),
      );
      // An object that was removed has no version to match.
      if (response.status === 412 || isMissing(response)) return undefined;
      const saved = response.header('etag');
      if (!isStored(response, 'object') || saved === undefined) throw failureOf(response);
      return saved;
    },
    pattern: `objects ${name}/*`,
    async all() {
      const found = new Map<string, string>();
      const listed = await bucket.list(`${name}/`, late).catch((error: unknown) => {
        throw error instanceof DeliveryError ? advised(error, shown) : error;
      });
      for (const { key: object } of listed) {
        const key = object
          .slice(name.length + 1)
          .replace('-of-', '/')
          .replace(/\.json$/, '');
        const response = await get(object);
        // Removed in the meantime.
        if (isMissing(response)) continue;
        if (response.status !== 200) throw failureOf(response);
        found.set(key, response.text);
      }
      return found;
    },
    close: () => Promise.resolve(),
  };
}

/** The error with the kind that it has for a state. */
function withKind(error: DeliveryError): DeliveryError {
  const { status = 0, code } = error;
  // Another process writes at the same time, whatever the code.
  if (status === 409) return revised(error, { kind: 'unavailable' });
  // A success without a tag: a retry would not have one, either.
  return status < 300 && code === undefined ? revised(error, { kind: 'not-found' }) : error;
}

/** The error with the store's address. What a retry may mend needs no advice. */
const advised = (error: DeliveryError, shown: string): DeliveryError =>
  revised(error, {
    message: `${shown}: ${error.message}`,
    ...(['unavailable', 'rate-limited'].includes(error.kind)
      ? {}
      : { hint: 'Check bucket, region and permissions: s3:GetObject, s3:PutObject, s3:ListBucket.' }),
  });
