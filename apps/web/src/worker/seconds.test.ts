import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { newSeconds } from './run-log.ts';

test('rows count for the second in which they were accepted, however late the report', () => {
  const seconds = newSeconds();
  seconds.planned(200, 0, 100);
  seconds.accepted(200, 40);
  seconds.planned(200, 0, 1003);
  expect(seconds.finished(1003)).toEqual([{ second: 0, accepted: 200, planned: 200, isBehind: false }]);
  seconds.accepted(200, 1010);
  seconds.accepted(1, 1999.9);
  seconds.accepted(200, 2000);
  expect(seconds.finished(2000)).toEqual([{ second: 1, accepted: 201, planned: 200, isBehind: false }]);
});

test('the second under way is not reported', () => {
  const seconds = newSeconds();
  seconds.planned(10, 0, 0);
  expect(seconds.finished(999.9)).toEqual([]);
});

test('a rate that changes within a second is its mean, and a second without reports keeps the last one', () => {
  const seconds = newSeconds();
  seconds.planned(200, 0, 250);
  seconds.planned(400, 0, 750);
  expect(seconds.finished(3000)).toEqual([
    { second: 0, accepted: 0, planned: 300, isBehind: false },
    { second: 1, accepted: 0, planned: 400, isBehind: false },
    { second: 2, accepted: 0, planned: 400, isBehind: false },
  ]);
});

test('a second with history in it is not compared', () => {
  const seconds = newSeconds();
  seconds.planned(undefined, 0, 250);
  seconds.planned(400, 0, 750);
  seconds.planned(400, 0, 1750);
  expect(seconds.finished(2000).map(({ planned }) => planned)).toEqual([undefined, 400]);
});

test('a second is behind if rows were due at its end', () => {
  const seconds = newSeconds();
  seconds.planned(200, 50, 100);
  seconds.planned(200, 0, 900);
  seconds.planned(200, 60, 1900);
  expect(seconds.finished(3000).map(({ isBehind }) => isBehind)).toEqual([false, true, true]);
});

test('an hour asleep is reported at once, and months do not fill the memory', () => {
  const seconds = newSeconds();
  expect(seconds.finished(90 * 864e5)).toHaveLength(3600);
  expect(seconds.finished(90 * 864e5 + 1000)).toHaveLength(1);
});

test('every row is in exactly one second', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ rows: fc.nat(1000), afterMs: fc.nat(900) })), (receipts) => {
      const seconds = newSeconds();
      let elapsedMs = 0;
      let reported = 0;
      for (const { rows, afterMs } of receipts) {
        elapsedMs += afterMs;
        for (const { accepted } of seconds.finished(elapsedMs)) reported += accepted;
        seconds.accepted(rows, elapsedMs);
      }
      for (const { accepted } of seconds.finished(elapsedMs + 1000)) reported += accepted;
      expect(reported).toBe(receipts.reduce((sum, { rows }) => sum + rows, 0));
    }),
  );
});
