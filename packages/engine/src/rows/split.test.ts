import { expect, test } from 'vitest';
import { NOON } from '../../test/rows.ts';
import { parseSchema } from '../schema/parse.ts';
import { newBatch, texts } from './batch.ts';
import { withFaults } from './faults.ts';
import { sidedRows } from '../../../stream/test/sides.ts';
import { findField } from './named-field.ts';
import { keyUsesTime, splitBy, type Split } from './split.ts';
import { compile, type RowWriter } from './writer.ts';
import { messagesOf } from '../model/issue.ts';
import type { Schema } from '../model/schema.ts';

const TIME = { startMs: NOON, stepMs: 10 };
/** More than one block. */
const ROWS = 5000;

function schemaOf(fields: object): Schema {
  const result = parseSchema(JSON.stringify(fields));
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return result.schema;
}

const FIELDS = schemaOf({
  $entities: { user: { size: 300, fields: { name: { type: 'person.fullName' } } } },
  n: { type: 'catbird.sequence' },
  who: { type: 'catbird.entity', params: { of: 'user' }, hidden: true },
  user: { type: 'catbird.ref', params: 'who.user_id' },
  place: { type: 'object', fields: { city: { type: 'location.city' } } },
  at: { type: 'catbird.timestampNow' },
});

function keyOf(name: string, schema = FIELDS) {
  const result = findField(schema, name);
  if (!result.ok) throw new Error(messagesOf(result.issues).join('. '));
  return result.found;
}

function allOf(rows: RowWriter, split: Split, count: number): { line: string; key: string | undefined }[] {
  const own = split.before(count);
  const made: { line: string; key: string | undefined }[] = [];
  while (made.length < own) {
    const list = split.list(made.length, own - made.length);
    const batch = rows.fill(newBatch(), {
      first: 0,
      rows: list,
      count: list.length,
      maxBytes: 50_000,
      time: TIME,
    });
    made.push(...Array.from(texts(batch), (line, i) => ({ line, key: batch.sides?.[i]?.key?.toString() })));
  }
  return made;
}

const FAULTS = {
  duplicates: { share: 0.05, within: 50 },
  late: { share: 0.05, delayMs: { mean: 60_000 } },
  reordering: { share: 0.5, window: 100 },
  malformed: { share: 0.02 },
  dropped: { share: 0.03 },
};

test.each([
  ['user', {}],
  ['place.city', {}],
  ['user', FAULTS],
])('the parts by %s are the whole, each key in one part and in order: %j', (name, given) => {
  const key = keyOf(name);
  const newRows = () => withFaults(sidedRows(FIELDS, { keyField: name }, 3), given, { seed: 3 });
  const rows = newRows();
  const whole = rows.fill(newBatch(), { first: 0, count: ROWS, time: TIME });
  const lines = [...texts(whole)];
  const keys = (whole.sides ?? []).map((side) => side.key);
  for (const count of [1, 3]) {
    const parts = Array.from({ length: count }, (_, index) => {
      const own = newRows();
      const options = {
        seed: 3,
        index,
        count,
        time: TIME,
        rows: Infinity,
        positions: Infinity,
        rowAt: own.rowAt,
      };
      const split = splitBy(key, options);
      return { made: allOf(own, split, ROWS), at: split.list(0, split.before(ROWS)) };
    });
    const seen = Array.from({ length: ROWS }, () => '');
    const seenKeys: (string | undefined)[] = Array.from({ length: ROWS }, () => '');
    const partsOfKey = new Map<string | undefined, Set<number>>();
    parts.forEach(({ made, at }, part) => {
      expect(made).toHaveLength(at.length);
      made.forEach(({ line, key: its }, i) => {
        const position = at[i] ?? NaN;
        seen[position] = line;
        seenKeys[position] = its;
        partsOfKey.set(its, (partsOfKey.get(its) ?? new Set()).add(part));
      });
      expect(at.every((each, i) => i === 0 || each > (at[i - 1] ?? 0))).toBe(true);
    });
    expect(seen).toEqual(lines);
    expect(seenKeys).toEqual(keys);
    expect([...partsOfKey.values()].every(({ size }) => size === 1)).toBe(true);
  }
});

test('positions and counts agree, in any order of questions', () => {
  const options = { seed: 3, index: 1, count: 3, time: TIME, rows: 20_000, positions: 20_000 };
  const split = splitBy(keyOf('user'), options);
  const fresh = splitBy(keyOf('user'), options);
  const all = split.list(0, split.before(Infinity));
  expect(split.end).toBe(20_000);
  for (const row of [all.length - 1, 0, 5, 1999]) {
    const position = all[row] ?? NaN;
    expect(fresh.positionOf(row)).toBe(position);
    expect(fresh.before(position)).toBe(row);
    expect(fresh.before(position + 1)).toBe(row + 1);
  }
  expect(fresh.positionOf(all.length)).toBe(20_000);
});

test('a key that no row has leaves a part without rows, and the search does not go on for ever', () => {
  const schema = schemaOf({ same: { type: 'helpers.arrayElement', params: [['x']] } });
  const found = [0, 1].map((index) => {
    const split = splitBy(keyOf('same', schema), {
      seed: 1,
      index,
      count: 2,
      time: TIME,
      rows: Infinity,
      positions: Infinity,
    });
    split.find(1);
    return split.found > 0;
  });
  expect(new Set(found)).toEqual(new Set([false, true]));
});

test('a key may depend on event times', () => {
  expect(keyUsesTime(keyOf('user'))).toBe(false);
  expect(keyUsesTime(keyOf('at'))).toBe(true);
});

test('an object counts as a whole', () => {
  const schema = schemaOf({
    key: {
      type: 'object',
      fields: {
        tenant: { type: 'helpers.arrayElement', params: [['a', 'b', 'c']] },
        user: { type: 'number.int', params: { min: 1, max: 20 } },
      },
    },
  });
  const keys = [0, 1].map((index) => {
    const options = { seed: 1, index, count: 2, time: TIME, rows: ROWS, positions: ROWS };
    const split = splitBy(keyOf('key', schema), options);
    return new Set(allOf(compile(schema, { seed: 1 }), split, ROWS).map(({ line }) => line));
  });
  // All 60 values, each in one part, so tenants are in both.
  expect(keys.map(({ size }) => size).reduce((sum, size) => sum + size)).toBe(60);
  for (const each of keys) expect(new Set([...each].map((line) => line.slice(0, 20))).size).toBe(3);
});
