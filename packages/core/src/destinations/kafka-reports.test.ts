import { expect, test } from 'vitest';
import { concatenated } from './kafka-reports.ts';

test.each([
  ['', []],
  ['{"a":1}{"a":2}', [{ a: 1 }, { a: 2 }]],
  [' {"a":{"b":"}{\\"{"}}\r\n\n{"c":[{}]} {"cut":', [{ a: { b: '}{"{' } }, { c: [{}] }]],
  ['}{"a":1}', [{ a: 1 }]],
  ['nothing', []],
])('concatenated JSON objects: %s', (text, values) => {
  expect(concatenated(text)).toEqual(values);
});
