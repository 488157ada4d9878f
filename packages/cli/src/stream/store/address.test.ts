import { invalid } from '@catbird/engine';
import { expect, test } from 'vitest';
import { isStoreAddress, readAddress, stateOfStream } from './address.ts';

test.each([
  ['redis://state/orders', 'redis://state', 'orders'],
  ['redis://state:6380/3/orders', 'redis://state:6380/3', 'orders'],
  ['rediss://me:p%40ss@state/', 'rediss://state', 'catbird'],
  ['postgres://state/db/a/b?sslmode=require', 'postgres://state/db', 'a/b'],
  ['postgresql://state/db', 'postgresql://state/db', 'catbird'],
  ['s3://bucket.of.states/load/orders', 's3://bucket.of.states', 'load/orders'],
])('%s is the name %3$s at %2$s', (address, server, name) => {
  const read = readAddress(address);
  expect(read).toMatchObject({ shown: `${server}/${name}`, name });
  expect('server' in read && read.server.split('?')[0]).toBe(server);
});

test('credentials are kept apart, and messages never repeat them', () => {
  expect(readAddress('redis://me:p%40ss@state/orders')).toMatchObject({
    username: 'me',
    password: 'p@ss',
    shown: 'redis://state/orders',
    server: 'redis://state',
  });
  for (const wrong of [
    'mysql://me:secret@x/y',
    'redis://me:secret@',
    'redis://me:secret@x/a b?',
    'redis://me:secret@x/%2A',
  ]) {
    const read = readAddress(wrong);
    expect(read).toEqual(invalid(expect.stringMatching(/^--state/) as string));
    expect(JSON.stringify(read)).not.toContain('secret');
  }
});

test('a file is no address', () => {
  for (const file of ['state.json', './redis:/x', '/tmp/a', 'C:\\state', 'a:b'])
    expect(isStoreAddress(file)).toBe(false);
  expect(isStoreAddress('mysql://x')).toBe(true);
});

test('each of several streams has its own state', () => {
  expect(stateOfStream('shop.state', 'orders')).toBe('shop.state.orders');
  expect(stateOfStream('redis://me:p@state/shop', 'orders')).toBe('redis://me:p@state/shop.orders');
  expect(stateOfStream('redis://state', 'orders')).toBe('redis://state/catbird.orders');
  expect(stateOfStream('postgres://state/db/shop?sslmode=require', 'a')).toBe(
    'postgres://state/db/shop.a?sslmode=require',
  );
  expect(stateOfStream('postgres://state/db', 'a')).toBe('postgres://state/db/catbird.a');
});

test('user name and password in a query are sent, so they are credentials, too', () => {
  expect(readAddress('redis://state/orders?password=p%2Bw&user=me&family=6')).toMatchObject({
    server: 'redis://state?family=6',
    shown: 'redis://state/orders',
    username: 'me',
    password: 'p+w',
  });
});
