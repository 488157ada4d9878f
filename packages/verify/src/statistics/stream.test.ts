import { expect, test } from 'vitest';
import { askedShares } from '../../../engine/src/generators/analysis/asked-shares.ts';
import { compile } from '../../../engine/src/rows/writer.ts';
import { parseSchema } from '../../../engine/src/schema/parse.ts';
import { newTimeline } from '../../../engine/src/time/timeline.ts';
import { clockTimes, newTiming, type Rate } from '../../../engine/src/time/timing.ts';
import { rowsWithin, spreadOf, streamStatistics } from './stream.ts';

const NOW = Date.UTC(2026, 0, 1);

function schemaOf(schema: object) {
  const result = parseSchema(JSON.stringify(schema));
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return result.schema;
}

function statisticsOf(fields: object, more: object = {}) {
  const schema = schemaOf(fields);
  const statistics = streamStatistics({
    writer: compile(schema, { seed: 5 }),
    time: clockTimes(NOW, 10),
    nowMs: NOW,
    asked: askedShares(schema),
    ...more,
  });
  return { ...statistics, by: new Map(statistics.fields.map((field) => [field.path, field])) };
}

const COLOR = [
  { weight: 3, value: 'red' },
  { weight: 1, value: 'blue' },
];

test('10,000 rows are counted, and compared with what the schema asks for', () => {
  const { rows, step, by } = statisticsOf({
    id: { type: 'string.uuid' },
    color: { type: 'helpers.weightedArrayElement', params: COLOR, nulls: 0.5, missing: 0.2 },
    at: { type: 'catbird.timestampNow' },
    dice: { type: 'number.int', params: { min: 1, max: 6 } },
  });
  expect([rows, step]).toEqual([10_000, 1]);
  expect(by.get('id')).toMatchObject({ isUnique: true, distinct: 10_000 });
  expect(by.get('color')?.asked).toEqual({ nulls: 0.5, missing: 0.2 });
  const [red] = by.get('color')?.top ?? [];
  expect(red).toMatchObject({ value: 'red' });
  expect(red?.asked).toBeCloseTo(0.225, 10);
  expect(red?.share).toBeCloseTo(0.225, 1);
  expect(by.get('at')?.times?.perSecond).toBeCloseTo(10, 6);
  expect(by.get('dice')?.numbers?.histogram?.edges).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test('shares are known of lists, objects, constants, booleans and alternatives, but not of conditions', () => {
  const asked = askedShares(
    schemaOf({
      tags: { type: 'helpers.arrayElement', params: ['a', 'b'], count: { min: 0, max: 3 }, nulls: 0.1 },
      distinct: { type: 'helpers.arrayElement', params: ['a', 'b'], count: 2, distinct: true },
      pay: { type: 'object', fields: { ok: { type: 'datatype.boolean', params: { probability: 0.2 } } } },
      five: { value: 5 },
      either: {
        type: 'oneOf',
        params: [{ weight: 3, value: null }, { value: 'x' }, { weight: 4, field: { type: 'lorem.word' } }],
      },
      some: { type: 'helpers.arrayElement', params: ['a', 'b'], if: 'five == 5' },
      hidden: { type: 'helpers.arrayElement', params: ['a', 'b'], hidden: true },
    }),
  );
  expect(Object.fromEntries(asked)).toEqual({
    tags: { nulls: 0.1, missing: 0, values: new Map() },
    'tags[]': {
      nulls: 0,
      missing: 0,
      values: new Map([
        ['a', 0.5],
        ['b', 0.5],
      ]),
    },
    distinct: { nulls: 0, missing: 0, values: new Map() },
    pay: { nulls: 0, missing: 0, values: new Map() },
    'pay.ok': {
      nulls: 0,
      missing: 0,
      values: new Map([
        [true, 0.2],
        [false, 0.8],
      ]),
    },
    five: { nulls: 0, missing: 0, values: new Map([[5, 1]]) },
    either: { nulls: 0.375, missing: 0, values: new Map([['x', 0.125]]) },
  });
});

test('a field that reads another one has its shares, also those of an entity', () => {
  const asked = askedShares(
    schemaOf({
      $entities: {
        user: { size: 50, fields: { country: { type: 'helpers.weightedArrayElement', params: COLOR } } },
      },
      user_id: { type: 'catbird.entity', params: { of: 'user' }, hidden: true },
      country: { type: 'catbird.ref', params: 'user_id.country' },
      color: { type: 'helpers.weightedArrayElement', params: COLOR, nulls: 0.5, hidden: true },
      copy: { type: 'catbird.ref', params: 'color', missing: 0.2 },
      rare: { type: 'helpers.weightedArrayElement', params: COLOR, missing: 0.5, hidden: true },
      unknown: { type: 'catbird.ref', params: 'rare' },
      name: { type: 'person.firstName', hidden: true },
      other: { type: 'catbird.ref', params: 'name' },
    }),
  );
  const red = (path: string) => asked.get(path)?.values.get('red');
  expect([red('country'), red('unknown'), red('other')]).toEqual([0.75, undefined, undefined]);
  expect(red('copy')).toBeCloseTo(0.3, 10);
  expect(asked.get('copy')?.nulls).toBeCloseTo(0.4, 10);
});

test('rows are taken from all over the stream, up to its end', () => {
  const timing = newTiming({ fromMs: NOW, toMs: NOW + 86_400_000, eps: 10, rate: {}, arrivals: 'even' });
  const timeline = newTimeline(timing, 5);
  const { rows, step, by } = statisticsOf(
    { n: { type: 'catbird.sequence' }, at: { type: 'catbird.timestampNow' } },
    { time: timeline, computed: { timing, timeline } },
  );
  expect(step).toBe(87);
  expect(rows).toBe(9932);
  expect(by.get('n')?.numbers).toMatchObject({ min: 1, isRising: true });
  const { perSecond, histogram, to } = by.get('at')?.times ?? {};
  expect(perSecond).toBeCloseTo(10, 2);
  expect(to).toMatch(/^2026-01-01T23:59:/);
  expect(histogram?.edges).toHaveLength(25);
  for (const rate of histogram?.perSecond ?? []) expect(rate).toBeCloseTo(10, 0);
});

test('fewer rows are read if they are large, unless a number is asked for', () => {
  const large = { text: { type: 'string.alpha', params: { length: 100_000 } } };
  expect(statisticsOf(large).rows).toBe(168);
  expect(statisticsOf(large, { rows: 20 }).rows).toBe(20);
});

test('a stream that ends has no more rows than it has', () => {
  const field = { n: { type: 'catbird.sequence' } };
  expect(statisticsOf(field, { available: 7 }).by.get('n')?.numbers).toMatchObject({ count: 7, max: 7 });
  expect(statisticsOf(field, { available: 0 })).toMatchObject({ rows: 0, fields: [] });
});

test.each([1e-12, 1e-3, 1e7, Infinity])(
  'times at %d events a second lie within the years of events',
  (eps) => {
    const { by } = statisticsOf({ at: { type: 'catbird.timestampNow' } }, { time: clockTimes(NOW, eps) });
    expect(by.get('at')?.times?.from).toBe('2026-01-01T00:00:00.000Z');
  },
);

const NOW_MS = Date.UTC(2026, 10, 22, 6);
const DAY_MS = 86_400_000;

const timesFrom = (fromMs: number, more: { eps?: number; toMs?: number; rate?: Rate } = {}) => {
  const timing = newTiming({ fromMs, eps: 10, arrivals: 'even', ...more });
  return { timing, timeline: newTimeline(timing, '42') };
};

test('rows end with the stream', () => {
  const short = timesFrom(NOW_MS, { toMs: NOW_MS + 450 });
  expect(rowsWithin(short, 10)).toBe(5);
  expect(rowsWithin(short, 3)).toBe(3);
  expect(rowsWithin(short, 10, 2)).toBe(3);
  expect(rowsWithin(undefined, 10)).toBe(10);
});

test('rows that never come are not read', () => {
  const rate = {
    stages: [
      [0, 1],
      [500, 1],
      [500, 0],
    ],
  } as const;
  expect(rowsWithin(timesFrom(NOW_MS, { rate }), 1000)).toBeLessThan(10);
});

test('rows are spread over the past, or over the week to come', () => {
  const month = timesFrom(NOW_MS - 30 * DAY_MS);
  const past = spreadOf(month, 1000, { nowMs: NOW_MS });
  expect(past % 2).toBe(1);
  expect(month.timeline.time(past * 999)).toBeGreaterThan(NOW_MS - 2 * DAY_MS);
  expect(month.timeline.time(past * 999)).toBeLessThan(NOW_MS);
  const live = timesFrom(NOW_MS);
  const step = spreadOf(live, 1000, { nowMs: NOW_MS });
  expect(live.timeline.time(step * 999)).toBeGreaterThan(NOW_MS + 6.9 * DAY_MS);
  expect(spreadOf(live, 1000, { nowMs: NOW_MS, available: 7000 })).toBe(7);
  // A tenth of the stream may be left out, but no third.
  expect(spreadOf(live, 1000, { nowMs: NOW_MS, available: 1050 })).toBe(1);
  expect(spreadOf(live, 1000, { nowMs: NOW_MS, available: 1500 })).toBe(3);
  expect(spreadOf(undefined, 1000, { nowMs: NOW_MS })).toBe(1);
  expect(spreadOf(timesFrom(NOW_MS, { eps: 0.0001 }), 1000, { nowMs: NOW_MS })).toBe(1);
});

test('a count can end early, between batches that double, and rows can be kept close together', () => {
  const looks: (readonly [number, number])[] = [];
  const few = statisticsOf(
    { n: { type: 'catbird.sequence' } },
    {
      goesOn(counted: number, planned: number) {
        looks.push([counted, planned]);
        return counted < 100;
      },
    },
  );
  expect(few.rows).toBe(128);
  expect(looks.at(-1)).toEqual([128, 10_000]);
  const timing = newTiming({ fromMs: NOW, toMs: NOW + 86_400_000, eps: 10, rate: {}, arrivals: 'even' });
  const timeline = newTimeline(timing, 5);
  const computed = { time: timeline, computed: { timing, timeline } };
  const close = statisticsOf({ n: { type: 'catbird.sequence' } }, { ...computed, maxStep: 15 });
  expect([close.rows, close.step]).toEqual([10_000, 15]);
  expect(close.by.get('n')?.numbers?.max).toBe(15 * 9999 + 1);
});
