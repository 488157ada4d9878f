import fc from 'fast-check';
import { expect } from 'vitest';
import { EXAMPLE_KEYS } from '../../../../test/services/aws-json.ts';
import { DeliveryError, type Destination } from '../../../core/src/destinations.ts';
import type { StreamIdentity } from '../../src/destinations/destination.ts';
import type { HttpRequest } from '../../src/destinations/http.ts';
import type { Batch } from '../../../engine/src/rows/batch.ts';
import { configOf, sendOptions, testEnv } from './contract.ts';

/** What of a request must be the same as the AWS SDK's. */
interface Comparable {
  readonly host: string;
  readonly path: string;
  readonly type: string | undefined;
  readonly target: string | undefined;
  readonly body: unknown;
}

interface SdkRequest {
  readonly hostname: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** Options of a client of the AWS SDK that sends nothing, and the request that it would send. */
export function sdkClient() {
  const requests: Comparable[] = [];
  return {
    options: {
      region: EXAMPLE_KEYS.region,
      credentials: EXAMPLE_KEYS,
      maxAttempts: 1,
      requestHandler: {
        handle({ hostname, path, headers, body }: SdkRequest) {
          requests.push({
            host: hostname,
            path,
            type: headers['content-type'],
            target: headers['x-amz-target'],
            body: JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body)) as unknown,
          });
          return Promise.reject(new Error('kept here'));
        },
      },
    },
    /** The request of a promised response. */
    requestOf: async (sent: Promise<unknown>): Promise<Comparable> => {
      await expect(sent).rejects.toThrow('kept here');
      const request = requests.pop();
      if (request === undefined) throw new Error('The client sent nothing');
      return request;
    },
  };
}

/** The request that Catbird would send. */
export async function ourRequest<Config>(
  destination: Destination<Config>,
  settings: Readonly<Record<string, unknown>>,
  batch: Batch,
  stream?: StreamIdentity,
): Promise<Comparable> {
  const { region, ...keys } = EXAMPLE_KEYS;
  const requests: HttpRequest[] = [];
  const connection = await destination.open(configOf(destination, { region, ...keys, ...settings }), {
    ...testEnv(),
    ...(stream && { stream }),
    http(request) {
      requests.push(request);
      return Promise.reject(new DeliveryError('network', 'Kept here'));
    },
  });
  await expect(connection.send(batch, sendOptions())).rejects.toThrow('Kept here');
  const [{ url, headers, body = '' } = { url: '', headers: {} as HttpRequest['headers'] }] = requests;
  const { hostname, pathname } = new URL(url);
  return {
    host: hostname,
    path: pathname,
    type: headers['content-type'],
    target: headers['x-amz-target'],
    body: JSON.parse(Buffer.from(body).toString()) as unknown,
  };
}

/** Random rows of requests, of all of Unicode. */
export const randomBatches = (runs: number): readonly (readonly unknown[])[] =>
  fc.sample(
    fc.array(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue(), { maxKeys: 5 }), {
      minLength: 1,
      maxLength: 10,
    }),
    { numRuns: runs, seed: 42 },
  );
