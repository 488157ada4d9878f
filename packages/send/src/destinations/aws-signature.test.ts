import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AwsV4Signer } from 'aws4fetch';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { testData } from '../../../../scripts/data.js';
import { cases } from '../../../../test/long.ts';
import * as z from 'zod/mini';
import { authorizationOf, expectedSignature } from '../../../../test/services/aws-signature.ts';
import { signer } from './aws-signature.ts';

const secretKey = fc.stringMatching(/^[A-Za-z0-9/+]{16,40}$/);
const signedRequest = fc.record({
  region: fc.constantFrom('us-east-1', 'eu-central-2', 'cn-north-1', 'us-gov-west-1'),
  accessKeyId: fc.stringMatching(/^[A-Z0-9]{16,20}$/),
  secretAccessKey: secretKey,
  sessionToken: fc.option(fc.stringMatching(/^[A-Za-z0-9/+=]{1,80}$/), { nil: undefined }),
  date: fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
  url: fc.constantFrom(
    'https://sns.us-east-1.amazonaws.com/',
    'http://localhost:4566/',
    'http://127.0.0.1:7181/emulator/',
    'https://sns.example.com/?b=2&a=1&a=%C3%BC&c',
  ),
  body: fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constant(''),
    fc.string({ minLength: 2000, maxLength: 4000 }),
  ),
});

describe('signatures match those of two other implementations', () => {
  const sign = async (request: typeof signedRequest extends fc.Arbitrary<infer Value> ? Value : never) => {
    const { url, body, date, ...credentials } = request;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const unsigned = { method: 'POST', url: new URL(url), headers, body };
    return { unsigned, signed: await signer({ service: 'sns', ...credentials })(unsigned, date) };
  };

  test('an independent one, from what a service receives', async () => {
    await fc.assert(
      fc.asyncProperty(signedRequest, async (request) => {
        const { unsigned, signed } = await sign(request);
        const { host, pathname, search } = new URL(request.url);
        const authorization = authorizationOf(signed['authorization']);
        if (authorization === undefined) throw new Error('The request is not signed');
        expect(authorization).toMatchObject({
          accessKeyId: request.accessKeyId,
          region: request.region,
          service: 'sns',
        });
        expect(authorization.signature).toBe(
          expectedSignature(
            {
              method: 'POST',
              target: pathname + search,
              headers: { ...signed, host },
              body: Buffer.from(unsigned.body),
            },
            authorization,
            request.secretAccessKey,
          ),
        );
      }),
      { numRuns: cases(120) },
    );
  });

  test('a published one', async () => {
    await fc.assert(
      fc.asyncProperty(signedRequest, async (request) => {
        const { unsigned, signed } = await sign(request);
        const { sessionToken, ...credentials } = request;
        const other = await new AwsV4Signer({
          ...credentials,
          method: unsigned.method,
          headers: unsigned.headers,
          ...(sessionToken === undefined ? {} : { sessionToken }),
          service: 'sns',
          datetime: signed['x-amz-date'] ?? '',
          // It signs this header only on request.
          allHeaders: true,
        }).sign();
        expect(signatureOf(other.headers.get('authorization'))).toBe(signatureOf(signed['authorization']));
      }),
      { numRuns: cases(120) },
    );
  });
});

const signatureOf = (header: string | null | undefined): string | undefined =>
  authorizationOf(header ?? undefined)?.signature;

// AWS's own test vectors.
const VECTORS = testData('sigv4-aws-c-auth/tests/aws-signing-test-suite/v4');

const contextOf = z.object({
  credentials: z.object({
    access_key_id: z.string(),
    secret_access_key: z.string(),
    token: z.optional(z.string()),
  }),
  region: z.string(),
  service: z.string(),
  timestamp: z.string(),
  normalize: z.boolean(),
  sign_body: z.boolean(),
  omit_session_token: z.optional(z.boolean()),
});

interface Vector {
  readonly name: string;
  readonly context: z.output<typeof contextOf>;
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  readonly canonical: string;
  readonly signature: string;
}

function vectorAt(folder: string, name: string): Vector {
  const read = (file: string): string => readFileSync(join(folder, name, file), 'utf8');
  const [head = '', body = ''] = read('request.txt').split(/\r?\n\r?\n([\s\S]*)/);
  const [line = '', ...fields] = head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  const [method = ''] = line.split(' ');
  return {
    name,
    context: contextOf.parse(JSON.parse(read('context.json'))),
    method,
    target: line.slice(method.length + 1, line.lastIndexOf(' HTTP/')),
    headers: fields
      .filter((field) => field.includes(':'))
      .map((field) => {
        const colon = field.indexOf(':');
        return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1)] as const;
      }),
    body,
    canonical: read('header-canonical-request.txt'),
    signature: read('header-signature.txt').trim(),
  };
}

const vectors = VECTORS === undefined ? [] : readdirSync(VECTORS).map((name) => vectorAt(VECTORS, name));

describe.skipIf(VECTORS === undefined)('AWS’s test vectors', () => {
  test('are complete', () => {
    expect(vectors).toHaveLength(38);
  });

  // Only normalised paths are signed here, as URLs always have them.
  const applicable = vectors.filter(
    ({ context, target }) => context.normalize || !/\/\.{0,2}(\/|$)/.test(target.slice(0, -1)),
  );

  test('apply, except the six with paths that are not normalised', () => {
    expect(applicable).toHaveLength(32);
  });

  test.each(applicable)('$name', async ({ context, method, target, headers, body, canonical, signature }) => {
    const { credentials, region, service, timestamp } = context;
    // Headers that the vector signs in addition to host and date.
    const signedNames = canonical.split('\n').at(-2)?.split(';') ?? [];
    const valuesOf = (wanted: string): string =>
      headers
        .filter(([name]) => name === wanted)
        .map(([, value]) => value)
        .join(',');
    const own = headers.map(([name]) => name).filter((name) => signedNames.includes(name) && name !== 'host');
    const sent = Object.fromEntries(own.map((name) => [name, valuesOf(name)]));
    const bodyHash = /^x-amz-content-sha256:(.*)$/m.exec(canonical)?.[1];
    const [path = '', query] = target.split(/\?(.*)/s);
    const url = {
      protocol: 'https:',
      hostname: 'example.amazonaws.com',
      host: 'example.amazonaws.com',
      // As in the vector: some contain characters that a URL would encode.
      pathname: path,
      searchParams: new URLSearchParams(query),
    };
    const signed = await signer({
      service,
      region,
      accessKeyId: credentials.access_key_id,
      secretAccessKey: credentials.secret_access_key,
      // If it is added after signing, the signature does not cover it.
      sessionToken: context.omit_session_token ? undefined : credentials.token,
    })(
      {
        method,
        url,
        headers: { ...sent, ...(bodyHash === undefined ? {} : { 'x-amz-content-sha256': bodyHash }) },
        body,
      },
      new Date(timestamp),
    );
    expect(signatureOf(signed['authorization'])).toBe(signature);
  });
});
