import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../../../../test/long.ts';
import { linesOf } from '../../test/faults.ts';
import { NOON } from '../../test/rows.ts';
import { messagesOf } from '../model/issue.ts';
import { hasMembers } from '../model/kind.ts';
import { parseSchema } from '../schema/parse.ts';
import { newTimeline } from '../time/timeline.ts';
import { newTiming } from '../time/timing.ts';
import { newBatch } from './batch.ts';
import { driftShapes } from './drift.ts';
import type { DriftEntry } from './drift-settings.ts';
import { parseFaults, type Faults } from './fault-settings.ts';
import { withFaults, type Fault, type FaultOptions } from './faults.ts';
import { compile } from './writer.ts';

const SPECS = {
  n: { type: 'catbird.sequence', params: { start: 0 } },
  price: { type: 'number.float', params: { min: 0, max: 100, fractionDigits: 2 }, nulls: 0.2 },
  status: { type: 'helpers.arrayElement', params: ['paid', 'open "now"', ''] },
  at: { type: 'catbird.timestampNow' },
  on: { type: 'datatype.boolean' },
  user: {
    type: 'object',
    fields: {
      id: { type: 'string.uuid' },
      'a.b': { type: 'number.int', params: { min: -5, max: 5 }, missing: 0.3 },
      day: { type: 'date.birthdate' },
    },
    nulls: 0.2,
  },
  tags: { type: 'lorem.word', count: { min: 0, max: 3 } },
};
const parsed = parseSchema(JSON.stringify(SPECS));
if (!parsed.ok) throw new Error(parsed.issues.map(({ message }) => message).join('\n'));
const { schema } = parsed;
const TIME = { startMs: NOON, stepMs: 1000 };
const plain = compile(schema, { seed: 7 });

const drifting = (drift: readonly unknown[], options: Partial<FaultOptions> = {}) => {
  const faults = parseFaults({ drift });
  if (!faults.ok) throw new Error(messagesOf(faults.issues).join('\n'));
  return withFaults(plain, faults.faults, { seed: 7, schema, ...options });
};

/** The first row without nulls, as values, after a drift. */
function rowAfter(...drift: readonly Partial<DriftEntry>[]): unknown {
  const lines = linesOf(drifting(drift).fill(newBatch(), { first: 0, count: 40, time: TIME }));
  return JSON.parse(lines[FULL] ?? '');
}
const before = linesOf(plain.fill(newBatch(), { first: 0, count: 40, time: TIME }));
const FULL = before.findIndex(
  (line) => !line.includes('null') && line.includes('a.b') && line.includes('paid'),
);
const row = JSON.parse(before[FULL] ?? '') as {
  readonly price: number;
  readonly at: string;
  readonly user: { readonly id: string };
};

describe('a field', () => {
  const { price, user } = row;
  test.each<[string, Partial<DriftEntry>, object]>([
    [
      'is renamed in its place',
      { rename: { price: 'cost', 'user.id': 'key' } },
      { cost: price, user: { key: user.id } },
    ],
    ['with a dot in its name', { rename: { 'user.a.b': 'c' } }, { user: { c: expect.any(Number) } }],
    [
      'is added, into an object if it exists',
      { add: { 'user.age': 7, 'x.y': [null] } },
      { 'x.y': [null], user: { age: 7 } },
    ],
    ['has another unit', { scale: { price: 100 } }, { price: Number((price * 100).toPrecision(15)) }],
    [
      'has another format of dates',
      { dates: { at: 'dd.MM.yyyy HH:mm', 'user.day': 'epoch' } },
      { at: expect.stringMatching(/^01\.03\.2026 12:0/), user: { day: expect.any(Number) } },
    ],
    [
      'becomes a text',
      { retype: { price: 'string', tags: 'string' } },
      { price: String(price), tags: expect.stringContaining('[') },
    ],
    [
      'becomes a number',
      { retype: { status: 'number', at: 'number', on: 'integer' } },
      { status: 4, at: Date.parse(row.at) },
    ],
    ['becomes a list', { retype: { status: 'array' } }, { status: ['paid'] }],
    ['becomes an object', { retype: { status: 'object' } }, { status: { value: 'paid' } }],
    ['becomes null', { retype: { user: 'null' } }, { user: null }],
    ['has a new value', { values: { status: ['lost'] }, share: 1 }, { status: 'lost' }],
    [
      'changes in several ways',
      { scale: { price: 100 }, retype: { price: 'integer' }, rename: { price: 'cents' } },
      { cents: Math.round(price * 100) },
    ],
  ])('%s', (_, entry, expected) => {
    expect(rowAfter(entry)).toMatchObject(expected);
  });

  test('is removed, and what is around it stays as it is', () => {
    const { price: _, ...others } = row;
    expect(Object.keys(rowAfter({ remove: ['price', 'user.id'] }) as object)).toEqual(Object.keys(others));
    expect(rowAfter({ remove: Object.keys(SPECS) })).toEqual({});
  });

  test('that is missing or null stays so, and its row has not drifted', () => {
    const log: Fault[] = [];
    const rows = drifting([{ scale: { price: 10 } }], { onFault: (fault) => log.push(fault) });
    const after = linesOf(rows.fill(newBatch(), { first: 0, count: 40, time: TIME }));
    expect(log.map((fault) => fault.row)).toEqual(
      before.flatMap((line, n) => (line.includes('"price":null') || line.includes('"price":0,') ? [] : [n])),
    );
    expect(after.filter((line, i) => line !== before[i])).toHaveLength(log.length);
    expect(rows.counts.drifted).toBe(log.length);
  });
});

test('a field may come back with another value', () => {
  expect(rowAfter({ remove: ['n'] }, { at: 3, add: { n: 'gone' } })).toMatchObject({ n: 'gone' });
  expect(() => drifting([{ share: 0.5, remove: ['n'] }, { add: { n: 'gone' } }])).toThrow('n exists already');
});

test('entries apply one after the other, from where they begin, to their share of rows', () => {
  const timeline = newTimeline(newTiming({ fromMs: NOON, eps: 10 }), 1);
  const log: Fault[] = [];
  const rows = drifting(
    [
      { at: 1000, rename: { price: 'cost' } },
      { at: '+3m', share: 0.25, retype: { cost: 'string' } },
      { at: '2026-03-01T12:05Z', remove: ['cost'] },
    ],
    { timeline, onFault: (fault) => log.push(fault) },
  );
  rows.fill(newBatch(), { first: 0, count: 5000, time: timeline });
  const changes = log.map((fault) => [fault.row, fault.kind === 'drifted' ? fault.changes.join() : '']);
  const rowsWith = (text: string): readonly number[] =>
    changes.flatMap(([n, change]) => (change === text ? [Number(n)] : []));
  expect(rowsWith('rename price')[0]).toBe(1000);
  expect(rowsWith('rename price').filter((n) => n < 1800)).toHaveLength(800);
  const both = rowsWith('rename price,retype cost');
  expect([
    both.length / 1200 > 0.15,
    both.length / 1200 < 0.25,
    (both[0] ?? 0) >= 1800,
    (both.at(-1) ?? 0) < 3000,
  ]).toEqual([true, true, true, true]);
  expect(
    changes.filter(([n, change]) => Number(n) >= 3000 && String(change).endsWith('remove cost')),
  ).toHaveLength(2000);
});

const NAMES = ['n', 'price', 'status', 'at', 'on', 'user', 'user.id', 'user.a.b', 'user.day', 'tags'];
const name = fc.constantFrom(...NAMES);
const one = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Record<string, Value>> =>
  fc.dictionary(name, value, { maxKeys: 2 });
const anyEntry = fc.record(
  {
    at: fc.integer({ min: 0, max: 200 }),
    share: fc.constantFrom(0.3, 1),
    rename: one(fc.constantFrom('x', 'y', 'with.dot', 'ü"')),
    remove: fc.uniqueArray(name, { minLength: 1, maxLength: 2 }),
    add: fc.dictionary(
      fc.constantFrom('new', 'user.new', 'status.new'),
      fc.constantFrom(null, 1, 'a"ü', [1, null], { a: -0.5 }),
      { minKeys: 1 },
    ),
    retype: one(
      fc.constantFrom(
        'string' as const,
        'number' as const,
        'integer' as const,
        'boolean' as const,
        'array' as const,
        'object' as const,
        'null' as const,
      ),
    ),
    scale: one(fc.constantFrom(0.1, 100, -3)),
    dates: one(fc.constantFrom('iso', 'epoch', 'epoch_ms', 'dd/MM/yyyy')),
    values: one(fc.constantFrom(['new'], [1, true], [0.5])),
  },
  { requiredKeys: ['at', 'share'] },
);

test('rows are what their shapes say, in any batches, and the log names what changed in them', () => {
  let tried = 0;
  fc.assert(
    fc.property(
      fc.array(anyEntry, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 50 }),
      (drift, first) => {
        const read = parseFaults({ drift });
        if (!read.ok) return;
        const { faults } = read;
        const make = (onFault: (fault: Fault) => void) =>
          withFaults(plain, faults, { seed: 7, schema, onFault });
        const log: Fault[] = [];
        try {
          make(() => undefined);
        } catch (error) {
          // A field that cannot change like this.
          expect(error).toBeInstanceOf(RangeError);
          return;
        }
        tried++;
        const batch = make((fault) => log.push(fault)).fill(newBatch(), {
          first: 0,
          count: 300,
          time: TIME,
        });
        const all = linesOf(batch).map((line) => Buffer.from(line, 'latin1').toString());
        const unchanged = linesOf(plain.fill(newBatch(), { first: 0, count: 300, time: TIME })).map((line) =>
          Buffer.from(line, 'latin1').toString(),
        );
        const shapes = new Map(
          driftShapes(schema, faults.drift).map((shape) => [shape.number, shape.members]),
        );
        const strange = all.filter(
          (line, i) =>
            !hasMembers(
              JSON.parse(line) as Record<string, unknown>,
              shapes.get(batch.shapes?.[i] ?? 0) ?? [],
            ),
        );
        expect(strange).toEqual([]);
        const drifted = all.flatMap((line, i) => (line === unchanged[i] ? [] : [i]));
        expect(log.map((fault) => fault.row)).toEqual(expect.arrayContaining(drifted));
        const alone = make(() => undefined).fill(newBatch(), { first, step: 3, count: 20, time: TIME });
        expect(linesOf(alone).map((line) => Buffer.from(line, 'latin1').toString())).toEqual(
          Array.from({ length: 20 }, (_, i) => all[first + 3 * i]),
        );
      },
    ),
    { numRuns: cases(400) },
  );
  expect(tried).toBeGreaterThan(20);
});

test('a duplicate drifts as its original, and malformed rows do after their drift', () => {
  const log: Fault[] = [];
  const faults: Faults = {
    duplicates: { share: 0.3 },
    reordering: { window: 7 },
    malformed: { share: 0.2, kinds: ['comma'] },
    drift: [{ at: 50, rename: { n: 'number' } }],
  };
  const rows = withFaults(plain, faults, { seed: 7, schema, onFault: (fault) => log.push(fault) });
  const lines = linesOf(rows.fill(newBatch(), { first: 0, count: 300, time: TIME }));
  const known = new Map<number, string>();
  lines.forEach((line, position) => {
    const own = rows.rowAt(position);
    expect(line.startsWith(own < 50 ? `{"n":${own},` : `{"number":${own},`)).toBe(true);
    expect(known.get(own) ?? line).toBe(line);
    known.set(own, line);
  });
  expect(known.size).toBeLessThan(lines.length);
  const named = log.filter(({ kind }) => kind === 'drifted').map(({ position }) => position);
  expect(named).toEqual(lines.flatMap((line, position) => (line.startsWith('{"number"') ? [position] : [])));
});

test.each<[string, readonly unknown[], string]>([
  [
    'an unknown field',
    [{ rename: { prise: 'x' } }],
    'drift.0.rename.prise: Unknown field prise. Did you mean price?',
  ],
  [
    'a name that exists',
    [{ rename: { price: 'status' } }],
    'price cannot become status, which exists already',
  ],
  [
    'a field of objects in a list',
    [{ remove: ['tags.x'] }],
    'tags is a list, which drifts as a whole: name it without .x',
  ],
  ['a text as a number', [{ scale: { status: 2 } }], 'drift.0.scale.status: status is no number'],
  ['a number as a date', [{ dates: { on: 'iso' } }], 'on is no date or time'],
  [
    'a format of dates that is none',
    [{ dates: { at: 'dd foo' } }],
    'at cannot have this format: Unknown date field f',
  ],
  ['a type that a field has', [{ retype: { status: 'string' } }], 'status is of the type string already'],
  [
    'a value that a field has',
    [{ values: { status: ['paid'] }, share: 0.1 }],
    'status has the value "paid" already',
  ],
  ['an added field that exists', [{ add: { 'user.id': 1 } }], 'user.id exists already'],
  [
    'an instant without computed times',
    [{ at: '+5m', remove: ['n'] }],
    'add from, such as now, or give the number of a row',
  ],
])('%s is refused', (_, drift, message) => {
  expect(() => drifting(drift)).toThrow(message);
});

test.each<[string, unknown, string]>([
  ['no change', { at: 3 }, 'names no change: use scale, dates, values, retype, remove, add, rename'],
  ['an unknown key', { renamed: { a: 'b' } }, 'Unknown key renamed. Did you mean rename?'],
  ['a time from now', { at: '-5m', remove: ['n'] }, 'write a time after it, such as +5m'],
  [
    'no time',
    { at: 'soon', remove: ['n'] },
    'at must be a row, an instant such as 2026-11-20T08:30:00Z, or a time such as +5m',
  ],
  [
    'new values for any number of rows',
    { values: { status: ['x'] } },
    'share is missing: how many rows have one of the new values',
  ],
  ['no type', { retype: { n: 'text' } }, 'n must be "string", "number"'],
])('settings with %s are refused', (_, entry, message) => {
  const read = parseFaults({ drift: [entry] });
  expect(read.ok ? '' : messagesOf(read.issues).join('\n')).toContain(message);
});
