import { DeliveryError } from '@catbird/core/destinations';
import type { Batch } from '@catbird/core';
import { expect, test } from 'vitest';
import { letterLines, type DeadLetter } from './dead-letter.ts';

const options = {
  numberOf: (row: number) => row * 2 + 1,
  isJson: true,
  hide: (text: string) => text.replaceAll('secret', '…'),
  now: () => 0,
};
const batchOf = (rows: readonly string[], more: Partial<Batch> = {}): Batch => {
  const mark = more.isBinary === true ? '' : '\n';
  const ends = rows.map((_, place) => rows.slice(0, place + 1).join(mark).length + mark.length);
  const bytes = new TextEncoder().encode(rows.map((row) => row + mark).join(''));
  return { first: 3, count: rows.length, bytes, ends: Uint32Array.from(ends), ...more };
};
const reason = {
  attempts: 2,
  error: new DeliveryError('rejected', 'No', { detail: 'a secret' }),
  uncertain: false,
};
const read = (lines: string): DeadLetter[] =>
  lines
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as DeadLetter);

test('rows are JSON to the digit, or text if they are malformed', () => {
  const lines = letterLines(batchOf(['{"n":12345678901234567890}', '{"n":']), 'rejected', reason, options);
  expect(lines).toContain('{"row":{"n":12345678901234567890},"number":7,');
  expect(read(lines)[1]).toEqual({
    row: '{"n":',
    number: 9,
    outcome: 'rejected',
    error: 'No: a …',
    attempts: 2,
    at: '1970-01-01T00:00:00.000Z',
  });
});

test('rows in a format of text are text, even if they could be JSON', () => {
  expect(read(letterLines(batchOf(['5']), 'failed', reason, { ...options, isJson: false }))).toMatchObject([
    { row: '5', outcome: 'failed' },
  ]);
});

test('rows in a binary format are base64, and say so', () => {
  const lines = letterLines(batchOf(['a\n', 'b'], { isBinary: true }), 'quarantined', reason, options);
  expect(read(lines)).toMatchObject([
    { row: 'YQo=', encoding: 'base64' },
    { row: 'Yg==', encoding: 'base64' },
  ]);
});

test('failed rows that may be stored are uncertain, and those without a response say why', () => {
  const given = { attempts: 1, uncertain: true };
  expect(read(letterLines(batchOf(['{}']), 'failed', given, options))).toMatchObject([
    { outcome: 'uncertain', error: 'The run ended before the service responded' },
  ]);
});

test.each(['accepted', 'retried'] as const)('rows that are %s are not dead', (outcome) => {
  expect(letterLines(batchOf(['{}']), outcome, reason, options)).toBe('');
});
