import { describe, expect, test } from 'vitest';
import { everyNth } from '../../../../test/long.ts';
import { exampleSchemas } from '../../test/examples.ts';
import { NOON } from '../../test/rows.ts';
import { parseSchema } from '../schema/parse.ts';
import type { Schema } from '../model/schema.ts';
import { templates } from '../templates/index.ts';
import { byteLength, newBatch, texts } from './batch.ts';
import { compile, type Extent, type RowTimes, type RowWriter } from './writer.ts';

const STEPS = [1, 2, 3, 16];
/** More than two chunks. */
const ROWS = 300;
const EVENT_TIME = { startMs: NOON, stepMs: 977.7 };
/** Times that neither rise nor repeat evenly. */
const COMPUTED: RowTimes = {
  put(ms, first, rows, step = 1) {
    for (let r = 0; r < rows; r++) ms[r] = NOON + ((((first + r * step) % 2 ** 31) * 7919) % 86_400_000);
  },
};

function schemaOf(text: string): Schema {
  const result = parseSchema(text);
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return result.schema;
}

const linesOf = (writer: RowWriter, extent: Extent): string[] => [...texts(writer.fill(newBatch(), extent))];

/** Some rows of an extent: in the short run, a few of each chunk. */
const SOME = everyNth(
  9,
  Array.from({ length: ROWS }, (_, r) => r),
);
const some = (lines: readonly string[]): readonly (string | undefined)[] => SOME.map((r) => lines[r]);

/** Those rows, each generated alone. */
const rowByRow = (writer: RowWriter, { first, step = 1, time }: Extent): readonly string[] =>
  SOME.map((r) => linesOf(writer, { first: first + r * step, count: 1, time }).join());

const schemas = everyNth(2, [...templates, ...exampleSchemas]);

describe.each(schemas)('$name: rows at equal steps', ({ text }) => {
  const schema = schemaOf(text);
  const time = schema.journey === undefined ? COMPUTED : EVENT_TIME;
  const extents = [
    [0, 1],
    [1, 2],
    [0, 3],
    [15, 16],
  ].map(([first = 0, step = 1]): Extent => ({ first, step, count: ROWS, time }));
  test('have the same bytes as rows generated one by one', () => {
    const writer = compile(schema, { seed: 42 });
    const alone = compile(schema, { seed: 42 });
    for (const extent of extents) expect(some(linesOf(writer, extent))).toEqual(rowByRow(alone, extent));
  });
});

/** Neighbours, gaps, and distances beyond those that are put together. */
const LISTED = Float64Array.from(
  { length: ROWS },
  (_, r) => r * 3 + (r % 7 === 0 ? 1 : 0) + (r > 200 ? 9000 : 0),
);

describe.each(schemas)('$name: listed rows', ({ text }) => {
  const schema = schemaOf(text);
  const times = schema.journey === undefined ? [COMPUTED, EVENT_TIME] : [EVENT_TIME];
  test('have the same bytes as rows generated one by one', () => {
    const writer = compile(schema, { seed: 42 });
    const alone = compile(schema, { seed: 42 });
    for (const time of times) {
      const batch = writer.fill(newBatch(), { first: 5, rows: LISTED, count: ROWS, time });
      expect(batch.first).toBe(5);
      const each = SOME.map((r) => linesOf(alone, { first: LISTED[r] ?? NaN, count: 1, time }).join());
      expect(some([...texts(batch)])).toEqual(each);
    }
  });
});

const FIELDS = schemaOf(
  JSON.stringify({
    n: { type: 'catbird.sequence' },
    at: { type: 'catbird.timestampNow' },
    id: { type: 'string.uuid' },
    walk: { type: 'catbird.walk' },
  }),
);

test.each([1, 3, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 33 + 5, 2 ** 45])(
  'a step of %d crosses 2^32 as single rows do',
  (step) => {
    const writer = compile(FIELDS, { seed: 'x' });
    for (const first of [0, 2 ** 32 - 7, 2 ** 33 - 1, 2 ** 52]) {
      const alone = Array.from({ length: 20 }, (_, r) =>
        linesOf(writer, { first: first + r * step, count: 1, time: COMPUTED }).join(),
      );
      expect(linesOf(writer, { first, step, count: 20, time: COMPUTED })).toEqual(alone);
    }
  },
);

test('shards together are the whole, in order, with either kind of event time', () => {
  const writer = compile(FIELDS, { seed: 1 });
  for (const time of [EVENT_TIME, COMPUTED]) {
    const whole = linesOf(writer, { first: 0, count: 480, time });
    for (const step of STEPS) {
      const shards = Array.from({ length: step }, (_, first) =>
        linesOf(writer, { first, step, count: 480 / step, time }),
      );
      expect(Array.from(whole, (_, i) => shards[i % step]?.[Math.floor(i / step)])).toEqual(whole);
    }
  }
});

test.each([
  { first: -1 },
  { first: 0.5 },
  { first: NaN },
  { first: 2 ** 53 },
  { step: 0 },
  { step: -1 },
  { step: 1.5 },
  { step: NaN },
  { step: Infinity },
])('%j is an error, not other rows or an endless loop', (wrong) => {
  const extent = { first: 0, count: 2, time: COMPUTED, ...wrong };
  expect(() => linesOf(compile(FIELDS, { seed: 1 }), extent)).toThrow(RangeError);
});

test('a full batch goes on at the next step', () => {
  const writer = compile(FIELDS, { seed: 1 });
  const expected = linesOf(writer, { first: 5, step: 7, count: ROWS, time: COMPUTED });
  const batch = newBatch();
  const lines: string[] = [];
  while (lines.length < ROWS) {
    const first = 5 + lines.length * 7;
    const extent = { first, step: 7, count: ROWS - lines.length, maxBytes: 3000, time: COMPUTED };
    expect(writer.fill(batch, extent).first).toBe(first);
    expect(byteLength(batch)).toBeLessThanOrEqual(3000);
    lines.push(...texts(batch));
  }
  expect(lines).toEqual(expected);
});

test.each([Infinity, -Infinity, NaN, Date.UTC(10_000, 0, 1)])(
  'a computed event time of %d is rejected, but only by fields that print it',
  (ms) => {
    const time: RowTimes = {
      put: (times, _first, rows) => times.fill(NOON, 0, rows).fill(ms, rows - 1, rows),
    };
    const extent = { first: 0, count: 200, time };
    expect(() => linesOf(compile(FIELDS, { seed: 1 }), extent)).toThrow(RangeError);
    const timeless = schemaOf(JSON.stringify({ id: { type: 'string.uuid' } }));
    expect(linesOf(compile(timeless, { seed: 1 }), extent)).toHaveLength(200);
  },
);
