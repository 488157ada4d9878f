import { expect, test } from 'vitest';
import { cellText, columnOf, columnsOf, fieldsOf, isCurrent, namesOf } from './columns-menu.tsx';
import { shownEvents, type TailEvent } from './event.ts';

const event = (index: number, more: Partial<TailEvent> = {}): TailEvent => ({
  index,
  line: '{}',
  outcome: 'accepted',
  madeMs: 0,
  ...more,
});

test('a filter shows the first twenty events that pass it', () => {
  const events = [
    event(50, { outcome: 'in flight' }),
    ...Array.from({ length: 30 }, (_, i) => event(49 - i, i % 3 === 0 ? { outcome: 'failed' } : {})),
    event(3, { outcome: 'rejected', faults: ['late'] }),
    event(2, { outcome: 'retried' }),
  ];
  expect(shownEvents(events, 'all').map(({ index }) => index)).toEqual(
    Array.from({ length: 20 }, (_, i) => 50 - i),
  );
  expect(shownEvents(events, 'lost').map(({ index }) => index)).toEqual([
    49, 46, 43, 40, 37, 34, 31, 28, 25, 22, 3,
  ]);
  expect(shownEvents(events, 'retried').map(({ index }) => index)).toEqual([2]);
  expect(shownEvents(events, 'faults').map(({ index }) => index)).toEqual([3]);
});

test.each([
  ['{"a": 1}', { a: 1 }],
  ['{"a": 1', undefined],
  ['[1]', undefined],
  ['null', undefined],
  ['', undefined],
])('the fields of %s are %j', (line, fields) => {
  expect(fieldsOf(line)).toEqual(fields);
});

test('a cell shows text as it is, the time of day of an instant, and other values as JSON', () => {
  expect(cellText('2026-11-22T16:29:33.714Z')).toBe('16:29:33.714');
  expect(cellText('2026-11-22 16:29:33')).toBe('16:29:33');
  expect(cellText('2026-11-22')).toBe('2026-11-22');
  expect(['a "b"', 1, null, { a: [1] }, undefined].map(cellText)).toEqual([
    'a "b"',
    '1',
    'null',
    '{"a":[1]}',
    '',
  ]);
});

test('as many columns are shown as fit, and at least one', () => {
  const events = [{ id: 12345, name: 'x'.repeat(80), ok: true }, undefined, { id: 7, name: 'y', ok: false }];
  expect(columnsOf(events, 1000).map(({ name, isNumber }) => [name, isNumber])).toEqual([
    ['id', true],
    ['name', false],
    ['ok', false],
  ]);
  expect(columnsOf(events, 210).map(({ name }) => name)).toEqual(['id', 'name']);
  expect(columnsOf(events, 1).map(({ name }) => name)).toEqual(['id']);
  expect(columnsOf([undefined], 500)).toEqual([]);
  // Those that tell most come first.
  expect(columnsOf(events, 210, ['ok', 'name']).map(({ name }) => name)).toEqual(['ok', 'name']);
});

test('any field may be a column, also one that the events at hand lack', () => {
  const lines = ['{"id": 1, "note": "x"}', 'malformed', '{"id": 2, "ok": true}'].map((line) => ({ line }));
  const fields = lines.map(({ line }) => fieldsOf(line));
  expect(namesOf(fields)).toEqual(['id', 'note', 'ok']);
  expect(namesOf(fields, ['ok', 'gone', 'note'])).toEqual(['ok', 'note', 'id']);
  expect(columnOf('id', fields)).toMatchObject({ name: 'id', isNumber: true });
  expect(columnOf('gone', fields)).toMatchObject({ name: 'gone', isNumber: false });
});

test('a column of numbers stays one if some are null, so that its side does not depend on which event comes first', () => {
  const isNumber = (values: readonly unknown[]): boolean =>
    columnOf(
      'a',
      values.map((a) => ({ a })),
    ).isNumber;
  expect(isNumber([null, 16.1, 15])).toBe(true);
  expect(isNumber([16.1, 'x'])).toBe(false);
  expect(isNumber([null])).toBe(false);
});

test('columns change when no event has a field of theirs any more', () => {
  const columns = columnsOf([{ a: 1, b: 2 }], 500);
  expect(isCurrent(columns, [{ a: 5 }, { b: 1 }])).toBe(true);
  expect(isCurrent(columns, [{ a: 5 }])).toBe(false);
  expect(isCurrent(columns, [undefined])).toBe(true);
  expect(isCurrent([], [{ a: 5 }])).toBe(false);
});
