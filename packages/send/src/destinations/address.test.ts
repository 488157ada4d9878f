import { expect, test } from 'vitest';
import { addressFault, isClearText, originFault, pageFault, trimSlashes } from './http-address.ts';

test.each([
  'https://example.com',
  'https://example.com:8443/path?query=1',
  'http://localhost:4566',
  'http://127.0.0.1',
  'http://[::1]:80/a',
  'HTTPS://EXAMPLE.COM',
  'http://collector.internal:8080',
])('%s may be sent to', (address) => {
  expect(addressFault(address)).toBeUndefined();
});

test.each([
  ['example.com', 'Must be a URL'],
  ['', 'Must be a URL'],
  ['https://', 'Must be a URL'],
  ['http://localhost@evil.example', 'Must not contain a user name'],
  ['ftp://localhost', 'Must start with https://'],
  ['javascript:alert(1)', 'Must start with https://'],
  ['file:///etc/passwd', 'Must start with https://'],
  ['https://user@example.com', 'Must not contain a user name'],
  ['https://:secret@example.com', 'Must not contain a user name'],
  ['https://example.com/#part', 'Must not contain a fragment'],
])('%s may not: %s', (address, fault) => {
  expect(addressFault(address)).toMatch(new RegExp(`^${fault}`));
});

test('an address that paths are appended to has no query', () => {
  expect(originFault('https://example.com/a?b')).toBe('Must not contain a query (?…)');
  expect(originFault('https://example.com/a')).toBeUndefined();
  expect(originFault('ftp://example.com')).toMatch(/^Must start/);
});

test.each([
  'http://example.com',
  'http://192.168.0.1',
  'http://localhost.evil.example',
  'http://127.0.0.1.evil.example',
  'HTTP://EXAMPLE.COM',
])('others can read what is sent to %s', (address) => {
  expect(isClearText(address)).toBe(true);
});

test.each(['https://example.com', 'http://localhost:4566', 'http://127.0.0.1', 'http://[::1]:80/a'])(
  'a connection to %s is encrypted or local',
  (address) => {
    expect(isClearText(address)).toBe(false);
  },
);

test.each([
  ['https://example.com', 'https://example.com'],
  ['https://example.com///', 'https://example.com'],
  ['https://example.com/a/b/', 'https://example.com/a/b'],
  ['https://example.com?', 'https://example.com'],
  ['https://example.com/a/#', 'https://example.com/a'],
  ['HTTPS://EXAMPLE.com:443/', 'https://example.com'],
])('%s is ready for a path as %s', (address, expected) => {
  expect(trimSlashes(address)).toBe(expected);
});

test.each([
  'https://example.com',
  'https://[::1]:8443',
  'https://[2001:db8::1]',
  'http://localhost:4566',
  'http://127.0.0.1',
])('a page may send to %s', (address) => {
  expect(pageFault(address)).toBeUndefined();
});

test.each([
  ['http://example.com', 'Must start with https://, or with http:// on localhost'],
  ['http://[2001:db8::1]', 'Must start with https://, or with http:// on localhost'],
  ['http://[::1]:4566/a', 'The page can’t send to [::1]. Use http://localhost:4566 instead'],
  ['http://[0:0:0:0:0:0:0:1]', 'The page can’t send to [::1]. Use http://localhost instead'],
])('a page may not send to %s: %s', (address, fault) => {
  expect(pageFault(address)).toBe(fault);
});
