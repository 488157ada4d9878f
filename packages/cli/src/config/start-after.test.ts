import { expect, test } from 'vitest';
import { readConfig } from './read-config.ts';
import { invalid, messagesOf } from '@catbird/engine';
import { startAfterIssues } from '@catbird/stream';

const linesOf = (startAfter: Readonly<Record<string, unknown>>): readonly string[] => {
  const streams = Object.fromEntries(
    Object.entries(startAfter).map(([name, value]) => [
      name,
      value === undefined ? {} : { startAfter: value },
    ]),
  );
  const reading = readConfig({ destination: 'log', streams }, 'x.json', {});
  return reading.ok ? [] : messagesOf(reading.issues);
};

test('a stream may wait for one stream or several, whatever their order', () => {
  expect(linesOf({ orders: ['users', 'products', 'users'], users: undefined, products: 'users' })).toEqual(
    [],
  );
});

test.each([
  [
    { users: undefined, orders: 'usres' },
    'streams.orders.startAfter: Unknown stream usres. Did you mean users?',
  ],
  [{ a: undefined, b: ['toString'] }, 'streams.b.startAfter: Unknown stream toString. Streams: a, b'],
  [{ a: 'a' }, 'streams.a.startAfter: A stream cannot start after itself'],
  [
    { a: 'b', b: ['c', 'd'], c: 'a', d: undefined },
    'streams.a.startAfter: Circular: a → b → c → a. None of them would start',
  ],
  [{ d: 'a', a: 'b', b: 'a' }, 'streams.a.startAfter: Circular: a → b → a. None of them would start'],
  [{ a: 5 }, 'streams.a.startAfter must be the name of a stream, or a list of names'],
  [{ a: undefined, b: ['a', null] }, 'streams.b.startAfter must be the name of a stream, or a list of names'],
])('%j is a problem at its place', (streams, line) => {
  expect(linesOf(streams)).toEqual([line]);
});

test('each of two circles is named once', () => {
  const circles = startAfterIssues(
    new Map([
      ['a', ['b', 'c']],
      ['b', ['a']],
      ['c', ['a']],
    ]),
  );
  expect(circles.map(({ message }) => /Circular: (.*?)\./.exec(message)?.[1])).toEqual([
    'a → b → a',
    'a → c → a',
  ]);
});

test('a default for all streams is a problem', () => {
  const config = { destination: 'log', startAfter: 'a', streams: { a: {} } };
  expect(readConfig(config, 'x.json', {})).toMatchObject(
    invalid('startAfter: set it in a stream, under streams'),
  );
});
