import { expect, test } from 'vitest';
import { DeliveryError } from './error.ts';
import { concatenated, outcomesInReports } from './kafka-reports.ts';

test.each([
  ['', []],
  ['{"a":1}{"a":2}', [{ a: 1 }, { a: 2 }]],
  [' {"a":{"b":"}{\\"{"}}\r\n\n{"c":[{}]} {"cut":', [{ a: { b: '}{"{' } }, { c: [{}] }]],
  ['}{"a":1}', [{ a: 1 }]],
  ['nothing', []],
])('concatenated JSON objects: %s', (text, values) => {
  expect(concatenated(text)).toEqual(values);
});

test('reports confirm records only at places of their own', () => {
  const outcomesAt = (...places: readonly (readonly [partition: number, offset: number])[]) => {
    const reports = places.map(([partition_id, offset]) => ({ error_code: 200, partition_id, offset }));
    const text = reports.map((report) => JSON.stringify(report)).join('');
    return outcomesInReports(text, places.length, (_, words) => new DeliveryError('rejected', words));
  };
  expect(outcomesAt([0, 7], [1, 7], [0, 8])).toEqual(['taken', 'taken', 'taken']);
  expect(outcomesAt([0, 7], [0, 7])).toEqual([undefined, undefined]);
});
