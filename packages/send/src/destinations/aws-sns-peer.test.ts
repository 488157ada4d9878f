import { readFileSync } from 'node:fs';
import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { testData } from '../../../../scripts/data.js';
import { cases, everyNth } from '../../../../test/long.ts';
import { batchOfLines } from '../../test/destinations/batch.ts';
import { signer } from './aws-signature.ts';
import { awsSns } from './aws-sns.ts';
import { parseConfig } from './parse-config.ts';
import type { HttpRequest } from './http.ts';

// Strings that often break programs.
const NAUGHTY = testData('blns.json');
const naughty = NAUGHTY === undefined ? [] : (JSON.parse(readFileSync(NAUGHTY, 'utf8')) as readonly string[]);

const RANDOM = cases(60);
const credentials = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};
const region = 'eu-central-1';
const topicArn = 'arn:aws:sns:eu-central-1:123456789012:events';

/** A request of the AWS SDK. */
interface PeerRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly hostname: string;
}

const peerRequests: PeerRequest[] = [];
const peer = new SNSClient({
  region,
  credentials,
  maxAttempts: 1,
  requestHandler: {
    handle(request: PeerRequest) {
      peerRequests.push(request);
      return Promise.reject(new Error('kept here'));
    },
  },
});

afterAll(() => peer.destroy());

/** The request that the AWS SDK would send. */
async function peerRequest(message: string, subject: string | undefined): Promise<PeerRequest> {
  const command = new PublishCommand({
    TopicArn: topicArn,
    Message: message,
    ...(subject === undefined ? {} : { Subject: subject }),
  });
  await expect(peer.send(command)).rejects.toThrow('kept here');
  const request = peerRequests.pop();
  if (request === undefined) throw new Error('The client sent nothing');
  return request;
}

/** The request that Catbird would send at this time. */
async function ourRequest(message: string, subject: string | undefined, now: number): Promise<HttpRequest> {
  const parsed = parseConfig(awsSns, {
    region,
    topicArn,
    ...credentials,
    ...(subject === undefined ? {} : { subject }),
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  const requests: HttpRequest[] = [];
  const connection = await awsSns.open(parsed.config, {
    http(request) {
      requests.push(request);
      const text = '<PublishResult><MessageId>1</MessageId></PublishResult>';
      return Promise.resolve({ status: 200, header: () => undefined, text });
    },
    now: () => now,
    random: () => 0,
    write: () => undefined,
  });
  await connection.send(batchOfLines([message]), {
    signal: new AbortController().signal,
    attempt: 1,
    id: 'aaaaaaaaaaaa',
  });
  const [request] = requests;
  if (request === undefined) throw new Error('Catbird sent nothing');
  return request;
}

/** `20261121T080000Z` as milliseconds. */
const dateOf = (stamp = ''): number =>
  Date.parse(stamp.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'));

const pairs = (body: string): string[] => body.split('&').toSorted();

/** Messages and subjects: naughty strings, and texts from all of Unicode. */
function samples(): readonly (readonly [message: string, subject: string | undefined])[] {
  const text = fc.string({ unit: 'grapheme', maxLength: 300 });
  // Settings are trimmed.
  const subject = fc
    .string({ unit: 'grapheme-ascii', maxLength: 100 })
    .map((value) => (value.trim() === '' ? undefined : value.trim()));
  const random = fc.sample(fc.tuple(text, subject), { numRuns: RANDOM, seed: 42 });
  return [...everyNth(4, naughty).map((each) => [each, undefined] as const), ...random].map(
    ([value, about]) => [JSON.stringify({ value }), about] as const,
  );
}

test.skipIf(NAUGHTY === undefined)(
  'messages, naughty strings among them, are encoded and signed as by the AWS SDK',
  async () => {
    const { hostname } = new URL(`https://sns.${region}.amazonaws.com`);
    const sign = signer({ service: 'sns', region, ...credentials });
    for (const [message, subject] of samples()) {
      const theirs = await peerRequest(message, subject);
      expect(theirs.hostname).toBe(hostname);
      const { authorization = '', ...unsigned } = theirs.headers;
      const now = dateOf(theirs.headers['x-amz-date']);

      // Both give the same signature for the same request.
      const url = new URL(`https://${hostname}/`);
      const again = await sign({ method: 'POST', url, headers: unsigned, body: theirs.body }, new Date(now));
      expect(again['authorization']).toBe(authorization);

      // And the fields are the same byte for byte, except for their order.
      const ours = await ourRequest(message, subject, now);
      expect(ours.url).toBe(url.href);
      expect(pairs(String(ours.body))).toEqual(pairs(theirs.body));
      expect(ours.headers['content-type']).toBe(theirs.headers['content-type']);
      expect(ours.headers['x-amz-date']).toBe(theirs.headers['x-amz-date']);
    }
  },
);
