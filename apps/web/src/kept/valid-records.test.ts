import { newTiming } from '@catbird/engine';
import { expect, test } from 'vitest';
import { isKeptProgress, isKeptStart } from './valid-records.ts';

const CONFIG = { id: 'a', key: 'k', seed: '1', nowMs: 5, savedMs: 6, digests: { users: 'd' } };
const PROGRESS = {
  id: 'a/users',
  savedMs: 6,
  remaining: [
    [3, 5],
    [9, Infinity],
  ],
  spans: [{ first: 3, end: 5, ms: 7 }],
  end: 100,
  timing: newTiming({ fromMs: 0, eps: 2 }),
  faultChanges: [{ position: 3, faults: { duplicates: 0.1 } }],
  reason: 'stopped',
  counts: { accepted: 7, quarantined: 0, rejected: 0, dropped: 0, bytes: 90 },
  elapsedMs: 12.5,
};

test('whole records are valid', () => {
  expect(isKeptStart(CONFIG)).toBe(true);
  expect(isKeptStart({ ...CONFIG, key: '', link: '?generatorName=Log' })).toBe(true);
  expect(isKeptProgress(PROGRESS)).toBe(true);
  const rest = { timing: undefined, reason: undefined, elapsedMs: undefined };
  expect(isKeptProgress({ ...PROGRESS, ...rest, end: Infinity })).toBe(true);
});

test.each([
  ['that is missing', undefined],
  ['without a seed', { ...CONFIG, seed: undefined }],
  ['whose seed is a number', { ...CONFIG, seed: 1 }],
  ['whose start is not a number', { ...CONFIG, nowMs: NaN }],
  ['whose order is not a number', { ...CONFIG, order: 'first' }],
  ['whose digests are a list', { ...CONFIG, digests: ['d'] }],
  ['with a digest that is not a string', { ...CONFIG, digests: { users: 1 } }],
  ['of the page’s own stream without a link', { ...CONFIG, key: '' }],
  ['whose link is not a string', { ...CONFIG, key: '', link: 7 }],
  ['of a later version', { ...CONFIG, version: 2 }],
])('a run %s is damaged', (_, record) => {
  expect(isKeptStart(record)).toBe(false);
});

test.each([
  ['without remaining rows', { remaining: undefined }],
  ['whose remaining rows are an empty list', { remaining: [] }],
  ['whose remaining rows end', { remaining: [[3, 5]] }],
  ['with a number in place of a range', { remaining: [7] }],
  ['with a negative row number', { remaining: [[-1, Infinity]] }],
  ['with a row number that is not whole', { remaining: [[0.5, Infinity]] }],
  ['with a row number that is NaN', { remaining: [[NaN, Infinity]] }],
  [
    'with ranges out of order',
    {
      remaining: [
        [9, 12],
        [3, Infinity],
      ],
    },
  ],
  ['whose spans are not a list', { spans: {} }],
  ['with a span that ends before it begins', { spans: [{ first: 5, end: 3, ms: 7 }] }],
  ['with a negative end', { end: -1 }],
  ['with an end that is NaN', { end: NaN }],
  ['with a timing without a rate', { timing: { ...PROGRESS.timing, eps: undefined } }],
  ['with a timing without changes', { timing: { ...PROGRESS.timing, changes: undefined } }],
  ['whose changed faults are a string', { faultChanges: 'none' }],
  ['with an unknown reason', { reason: 'bored' }],
  ['with negative counts', { counts: { ...PROGRESS.counts, accepted: -1 } }],
  ['without counts', { counts: undefined }],
  ['with a count missing', { counts: { ...PROGRESS.counts, bytes: undefined } }],
  ['whose elapsed time is NaN', { elapsedMs: NaN }],
  ['of a later version', { version: 2 }],
])('progress %s is damaged', (_, damage) => {
  expect(isKeptProgress({ ...PROGRESS, ...damage })).toBe(false);
});
