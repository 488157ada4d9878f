import { assert, property, string, webUrl } from 'fast-check';
import { expect, test } from 'vitest';
import { cases } from '../../../../test/long.ts';
import { hostParts } from './host.tsx';

test.each([
  ['evil.example', '', 'evil.example', ''],
  ['api.tinybird.co.evil.example', 'api.tinybird.co.', 'evil.example', ''],
  ['api.tinybird.co', 'api.', 'tinybird.co', ''],
  ['api.example.com:8443', 'api.', 'example.com:8443', ''],
  ['https://api.example.com', 'https://api.', 'example.com', ''],
  ['https://api.example.com:8443', 'https://api.', 'example.com:8443', ''],
  ['api.tinybird.co.evil.co.uk', 'api.tinybird.co.', 'evil.co.uk', ''],
  ['shop.example.com.au', 'shop.', 'example.com.au', ''],
  ['co.uk', '', 'co.uk', ''],
  // A domain name, not a registry.
  ['api.evil.de', 'api.', 'evil.de', ''],
  ['localhost:4566', '', 'localhost:4566', ''],
  ['127.0.0.1:9', '', '127.0.0.1:9', ''],
  ['[2001:db8::1]:8443', '', '[2001:db8::1]:8443', ''],
  ['https://[::1]', 'https://', '[::1]', ''],
  ['api.evil.example.', 'api.', 'evil.example.', ''],
  ['api.evil.co.uk.', 'api.', 'evil.co.uk.', ''],
  ['xn--pi-6kc.tinybird.co', 'xn--pi-6kc.', 'tinybird.co', ''],
  ['api.xn--tnybird-n2a.co', 'api.', 'xn--tnybird-n2a.co', ''],
  ['https://sns.us-east-1.amazonaws.com', 'https://sns.us-east-1.', 'amazonaws.com', ''],
  ['http://localhost:4566 in us-east-1', 'http://', 'localhost:4566', ' in us-east-1'],
  ['Tinybird Events API', '', 'Tinybird', ' Events API'],
  ['api.tinybird.co,x.evil.example', 'api.tinybird.co,x.', 'evil.example', ''],
  ['', '', '', ''],
])('%s is %s and %s', (text, before, domain, after) => {
  expect(hostParts(text)).toEqual({ before, domain, after });
});

test('the parts of any host join to the host', () => {
  assert(
    property(string(), (text) => {
      const { before, domain, after } = hostParts(text);
      expect(before + domain + after).toBe(text);
    }),
  );
});

test('every host has a domain at its end', () => {
  assert(
    property(webUrl(), (address) => {
      const { host } = new URL(address);
      const { before, domain, after } = hostParts(host);
      expect(after).toBe('');
      expect(domain.length).toBeGreaterThan(0);
      expect(before === '' || before.endsWith('.')).toBe(true);
    }),
    { numRuns: cases(30) },
  );
});
