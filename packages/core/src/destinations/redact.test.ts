import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ably } from './ably.ts';
import { awsSns } from './aws-sns.ts';
import { httpEndpoint } from './http-endpoint.ts';
import { base64, redact, secretsOf } from './redact.ts';
import { tinybird } from './tinybird.ts';

/** Secrets as services give them out and as people choose them: with everything that an encoding changes. */
const secret = fc.oneof(
  fc.base64String({ minLength: 12, maxLength: 60 }),
  fc.string({ unit: 'grapheme', minLength: 8, maxLength: 40 }),
  fc.stringMatching(/^[A-Za-z0-9/+=&<>%" \\'()!*~é-]{8,40}$/),
);

const ENCODINGS: Readonly<Record<string, (secret: string) => string>> = {
  'as it is': (secret) => secret,
  'URL-encoded': encodeURIComponent,
  'URL-encoded in lower case': (secret) =>
    encodeURIComponent(secret).replaceAll(/%[0-9A-F]{2}/g, (each) => each.toLowerCase()),
  'as a form value': (secret) => new URLSearchParams([['', secret]]).toString().slice(1),
  'in JSON': (secret) => JSON.stringify(secret).slice(1, -1),
  'in JSON with slashes escaped': (secret) => JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/'),
  'in XML': (secret) => secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  'in base64': (secret) => Buffer.from(secret).toString('base64'),
  'in base64 for URLs': (secret) => Buffer.from(secret).toString('base64url'),
};

describe('a secret is hidden in any text', () => {
  test.each(Object.entries(ENCODINGS))('%s', (_, encode) => {
    fc.assert(
      fc.property(secret, fc.string({ unit: 'grapheme' }), fc.string(), (value, before, after) => {
        const encoded = encode(value);
        const redacted = redact(`${before}${encoded}${after}`, [value]);
        expect(redacted).not.toContain(encoded);
        expect(redacted).toContain('[hidden]');
      }),
      { numRuns: 300 },
    );
  });

  test('also many, of which one holds another', () => {
    const text = 'key a.b:long-secret and long-secret and a.b';
    expect(redact(text, ['long-secret', 'a.b:long-secret'])).toBe('key [hidden] and [hidden] and a.b');
    expect(redact(text, ['a.b:long-secret', 'long-secret'])).toBe('key [hidden] and [hidden] and a.b');
  });

  test('and what is no secret stays', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1 }), (text, value) => {
        fc.pre(!text.includes(value));
        expect(redact(text, [])).toBe(text);
        expect(redact(text, [''])).toBe(text);
      }),
    );
  });

  test('a dollar sign in a secret or text means nothing', () => {
    expect(redact("a $& b $' c", ["$' c"])).toBe('a $& b [hidden]');
  });
});

test('base64 is that of the UTF-8 bytes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(base64(text)).toBe(Buffer.from(text).toString('base64'));
    }),
  );
});

test('the secrets of a config are its secret settings and their parts, nothing else', () => {
  expect(
    secretsOf(tinybird, {
      host: 'custom',
      endpoint: 'https://api.example.com',
      datasource: 'events',
      token: 'p.token',
      wait: false,
    }),
  ).toEqual(['p.token']);
  expect(secretsOf(ably, { channelId: 'events', apiKey: 'app.key:se:cret' })).toEqual([
    'app.key:se:cret',
    'se',
    'cret',
  ]);
  expect(
    secretsOf(awsSns, {
      region: 'us-east-1',
      topicArn: 'arn:aws:sns:us-east-1:1:a',
      accessKeyId: 'AKIA',
      secretAccessKey: 'secret/key',
      batch: false,
    }),
  ).toEqual(['secret/key']);
  expect(
    secretsOf(httpEndpoint, {
      url: 'https://example.com',
      method: 'POST',
      format: 'ndjson',
      auth: 'basic',
      username: 'me',
      password: 'pass',
    }),
  ).toEqual(['pass']);
});
