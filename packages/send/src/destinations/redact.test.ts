import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../../../../test/long.ts';
import { codePoint } from '../../../../test/code-point.ts';
import { ably } from './ably.ts';
import { awsSns } from './aws-sns.ts';
import { httpEndpoint } from './http-endpoint.ts';
import { base64, redact, secretsOf } from './redact.ts';
import { tinybird } from './tinybird.ts';

/** Secrets as services issue them and as people choose them, with every character that an encoding changes. */
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
  'in JSON as Go writes it': (secret) =>
    JSON.stringify(secret)
      .slice(1, -1)
      .replaceAll(/[<>&\u2028\u2029]/g, escaped),
  'in JSON as Python writes it': (secret) =>
    JSON.stringify(secret)
      .slice(1, -1)
      .replaceAll(/[^\0-\u007e]/g, escaped),
  'in JSON with codes in upper case': (secret) =>
    JSON.stringify(secret)
      .slice(1, -1)
      .replaceAll(/[<>&'+=/~]/g, (char) => escaped(char).toUpperCase().replace('U', 'u')),
  'in JavaScript': (secret) =>
    secret
      .replaceAll(/['"\\]/g, String.raw`\$&`)
      .replaceAll(/[<>&/=]/g, (char) => `\\x${char.charCodeAt(0).toString(16)}`),
  'in XML': (secret) => secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  'in HTML': (secret) => secret.replaceAll(/[&<>"'`=/]/g, (char) => ENTITIES[char] ?? char),
  'in HTML by decimal codes': (secret) =>
    secret.replaceAll(/[^A-Za-z0-9]/gu, (char) => `&#${char.codePointAt(0)};`),
  'in HTML by hexadecimal codes': (secret) =>
    secret.replaceAll(
      /[^A-Za-z0-9]/gu,
      (char) => `&#x${char.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')};`,
    ),
  'in HTML by names': (secret) =>
    secret
      .replaceAll('&', '&AMP;')
      .replaceAll('/', '&sol;')
      .replaceAll('+', '&plus;')
      .replaceAll('=', '&equals;')
      .replaceAll('%', '&percnt;'),
  'in base64': (secret) => Buffer.from(secret).toString('base64'),
  'in base64 for URLs': (secret) => Buffer.from(secret).toString('base64url'),
  'in base64 in a URL': (secret) => encodeURIComponent(Buffer.from(secret).toString('base64')),
  'in base64 in JSON': (secret) =>
    Buffer.from(secret)
      .toString('base64')
      .replaceAll('/', String.raw`\/`),
};

const escaped = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** As template libraries write them. */
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#x60;',
  '=': '&#x3D;',
  '/': '&#x2F;',
};

describe('a secret is redacted from any text', () => {
  test.each(Object.entries(ENCODINGS))('%s', (_, encode) => {
    fc.assert(
      fc.property(secret, fc.string({ unit: 'grapheme' }), fc.string(), (value, before, after) => {
        const encoded = encode(value);
        const redacted = redact(`${before}${encoded}${after}`, [value]);
        expect(redacted).not.toContain(encoded);
        expect(redacted).toContain('[hidden]');
      }),
      { numRuns: cases(25) },
    );
  });

  test.each(['base64', 'base64url'] as const)(
    'in %s of a longer text, such as a whole header',
    (encoding) => {
      // Of characters that no secret has, so that leftovers of a secret are not mistaken for its surroundings.
      const around = fc.string({ unit: fc.constantFrom('\u0001', '\u0002', '\u0003'), maxLength: 8 });
      const header = fc.oneof(fc.constantFrom('Bearer ', 'user:', 'Basic ', ''), around);
      fc.assert(
        fc.property(secret, header, around, (value, before, after) => {
          const encoded = Buffer.from(before + value + after).toString(encoding);
          const from = Buffer.byteLength(before) * 8;
          const to = from + Buffer.byteLength(value) * 8;
          // The characters that hold bits of the secret.
          const own = encoded.slice(Math.floor(from / 6), Math.ceil(to / 6));
          const redacted = redact(`authorization: ${encoded}.`, [value]);
          expect(redacted).toContain('[hidden]');
          for (let i = 0; i + 6 <= own.length; i++) expect(redacted).not.toContain(own.slice(i, i + 6));
          // The surrounding text remains.
          expect(redacted).toMatch(/^authorization: /);
          expect(redacted).toMatch(/\.$/);
        }),
        { numRuns: cases(60) },
      );
    },
  );

  test('even if each character is encoded differently', () => {
    fc.assert(
      fc.property(secret, fc.infiniteStream(fc.nat(4)), (value, choices) => {
        const forms = [
          (char: string) => char,
          encodeURIComponent,
          escaped,
          (char: string) => `&#${char.charCodeAt(0)};`,
          (char: string) => ENTITIES[char] ?? char,
        ];
        const encoded = value.replaceAll(/[<>&"'/=+%]/g, (char) =>
          (forms[choices.next().value ?? 0] ?? String)(char),
        );
        expect(redact(`a ${encoded} b`, [value])).toMatch(/^a .*\[hidden\].* b$/s);
        expect(redact(encoded, [value])).not.toContain(encoded);
      }),
    );
  });

  test('in time that grows only with the text', () => {
    const backslashes = '\\'.repeat(60);
    expect(redact(`${'\\'.repeat(20_000)}y`, [`${backslashes}x`])).not.toContain('[hidden]');
    expect(redact(`${'%25'.repeat(20_000)}y`, [`${'%'.repeat(60)}x`])).not.toContain('[hidden]');
    expect(redact('&'.repeat(20_000), [`${'&'.repeat(60)}x`])).not.toContain('[hidden]');
    for (const text of [backslashes, backslashes.repeat(2)])
      expect(redact(`<${text}x>`, [`${backslashes}x`])).toBe('<[hidden]>');
  });

  test('but one of fewer than four characters only as a whole word', () => {
    const text = 'No response: s, "s" and cHM= of user s:ps';
    expect(redact(text, ['s'])).toBe('No response: [hidden], "[hidden]" and cHM= of user [hidden]:ps');
    expect(redact('No response for ps, %2B and a+b', ['ps', '+'])).toBe(
      'No response for [hidden], [hidden] and a+b',
    );
    expect(redact('é-x éx-x x-x-x', ['x', 'é-x'])).toBe('[hidden] éx-[hidden] [hidden]-[hidden]-[hidden]');
    expect(redact('another', ['other'])).toBe('an[hidden]');
  });

  test('but similar texts stay', () => {
    expect(redact('pass %70 &#112; cGFzc3dvcmQ', ['passing'])).toBe('pass %70 &#112; cGFzc3dvcmQ');
    expect(redact('aaaaaaaa', ['zzzzzzzz'])).toBe('aaaaaaaa');
  });

  test('even if there are many and one contains another', () => {
    const text = 'key a.b:long-secret and long-secret and a.b';
    expect(redact(text, ['long-secret', 'a.b:long-secret'])).toBe('key [hidden] and [hidden] and a.b');
    expect(redact(text, ['a.b:long-secret', 'long-secret'])).toBe('key [hidden] and [hidden] and a.b');
  });

  test('and other text stays', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1 }), (text, value) => {
        fc.pre(!text.includes(value));
        expect(redact(text, [])).toBe(text);
        expect(redact(text, [''])).toBe(text);
      }),
    );
  });

  test('a dollar sign in a secret or text has no effect', () => {
    expect(redact("a $& b $' c", ["$' c"])).toBe('a $& b [hidden]');
  });
});

test('base64 encodes the UTF-8 bytes', () => {
  fc.assert(
    fc.property(fc.string({ unit: codePoint }), (text) => {
      expect(base64(text)).toBe(Buffer.from(text).toString('base64'));
    }),
  );
});

test('credentials in addresses are secrets, too', () => {
  const url = 'https://me:p%40ss@example.com/?api_key=k1234&password=p+w&page=3';
  expect(secretsOf(httpEndpoint, { url, method: 'POST', format: 'ndjson', auth: 'none' })).toEqual([
    'p@ss',
    'k1234',
    'p w',
  ]);
});

test('the secrets of a config are its secret settings and their parts', () => {
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
