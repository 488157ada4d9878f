import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NOON } from '../../test/rows.ts';
import { newJourneyTimeline, timelineOf } from '../journey/timeline.ts';
import type { Schema } from '../model/schema.ts';
import { parseSchema } from '../schema/parse.ts';
import { streamStatistics } from '../../../verify/src/statistics/stream.ts';
import { newTimeline } from '../time/timeline.ts';
import { newTiming } from '../time/timing.ts';
import { newBatch, texts } from './batch.ts';
import { withFaults } from './faults.ts';
import { sidedRows } from '../../../stream/test/sides.ts';
import { compile, type Extent, type RowWriter } from './writer.ts';

interface Row {
  readonly id: number;
  readonly state: string;
  readonly step: number;
  readonly at: string;
  readonly started: string;
  readonly next: string | null;
}

/** The rows of a journey: what each knows of its place. */
function schemaOf(params: object): Schema {
  const of = { of: 'state' };
  const result = parseSchema(
    JSON.stringify({
      state: { type: 'catbird.journey', params },
      id: { type: 'catbird.session', params: { ...of, form: 'integer' } },
      step: { type: 'catbird.step', params: of },
      at: { type: 'catbird.timestampNow' },
      started: { type: 'catbird.started', params: of },
      next: { type: 'catbird.next', params: of },
      amount: { type: 'number.int', per: 'id' },
    }),
  );
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return result.schema;
}

const linesOf = (writer: RowWriter, extent: Extent): readonly string[] => [
  ...texts(writer.fill(newBatch(), extent)),
];
const rowOf = (line: string): Row => JSON.parse(line) as Row;

const STATES = ['a', 'b', 'c', 'd'];
const seconds = fc.integer({ min: 0, max: 90 }).map((each) => `${each}s`);
const wait = fc.oneof(
  seconds,
  fc.tuple(seconds, fc.constant('2m')).map(([min, max]) => ({ min, max })),
  fc.record({ mean: fc.constantFrom('1s', '1m30s') }),
  fc.record({ median: fc.constantFrom('250ms', '1m'), sigma: fc.constantFrom(0, 0.5, 2) }),
);
/** Journeys from a through any of the states, with any waits. */
const journey = fc
  .record({
    ways: fc.array(fc.uniqueArray(fc.constantFrom(...STATES, 'end'), { maxLength: 3 }), {
      minLength: 4,
      maxLength: 4,
    }),
    waits: fc.array(wait, { minLength: 4, maxLength: 4 }),
    chosen: fc.constantFrom(undefined, ['a']),
  })
  .map(({ ways, waits, chosen }) => {
    const leads = (i: number): boolean => ways[i]?.some((to) => to !== 'end') === true;
    // Every state may end, so that a deck has few steps.
    const states = STATES.map((name, i) => [
      name,
      Object.fromEntries((ways[i] ?? []).map((to) => [to, 1]).concat(leads(i) ? [['end', 1]] : [])),
    ]);
    return {
      states: Object.fromEntries(states) as object,
      wait: Object.fromEntries(STATES.flatMap((name, i) => (leads(i) ? [[name, waits[i]]] : []))) as object,
      deck: 256,
      longest: '1h',
      ...(chosen && { only: chosen }),
    };
  });

describe('the rows of any journey in time', () => {
  test('are the same alone, in batches and in shards', () => {
    fc.assert(
      fc.property(journey, fc.constantFrom(0.4, 50, 977.7), fc.integer(), (params, stepMs, seed) => {
        const schema = schemaOf(params);
        const time = { startMs: NOON, stepMs };
        const writer = compile(schema, { seed });
        const whole = linesOf(writer, { first: 0, count: 600, time });
        const alone = compile(schema, { seed });
        for (const first of [599, 0, 311])
          expect(linesOf(alone, { first, count: 1, time })).toEqual([whole[first]]);
        expect(
          [0, 100, 355].flatMap((first, i) =>
            linesOf(alone, { first, count: [100, 255, 245][i] ?? 0, time }),
          ),
        ).toEqual(whole);
        const shards = [0, 1, 2].map((first) => linesOf(writer, { first, step: 3, count: 200, time }));
        expect(whole.map((_, i) => shards[i % 3]?.[Math.floor(i / 3)])).toEqual(whole);
      }),
      { numRuns: 15 },
    );
  });

  test('know their place: steps follow one another at the times that were foretold', () => {
    fc.assert(
      fc.property(journey, (params) => {
        const writer = compile(schemaOf({ ...params, only: undefined }), { seed: 1 });
        const open = new Map<number, Row>();
        let last = '';
        for (const row of linesOf(writer, {
          first: 0,
          count: 1000,
          time: { startMs: NOON, stepMs: 700 },
        }).map(rowOf)) {
          const before = open.get(row.id);
          expect(row.step).toBe(before === undefined ? 0 : before.step + 1);
          expect(row.started).toBe(before === undefined ? row.at : before.started);
          if (before !== undefined) expect(before.next).toBe(row.at);
          expect(row.at >= last).toBe(true);
          open.set(row.id, row);
          last = row.at;
        }
        // A step that was foretold for the past has come.
        for (const { next } of open.values()) expect(next === null || next >= last).toBe(true);
      }),
      { numRuns: 15 },
    );
  });
});

const ORDER = {
  states: { placed: { paid: 9, cancelled: 1 }, paid: { shipped: 1 }, shipped: {}, cancelled: {} },
  wait: { placed: { median: '30s', sigma: 1 }, paid: { mean: '2m' } },
};

describe('the rows of orders', () => {
  const schema = schemaOf(ORDER);
  const timing = newTiming({ fromMs: NOON, eps: 20, arrivals: 'jitter' });
  const time = newJourneyTimeline(schema.journey ?? never(), timing, 7);

  test('need the times of their journey', () => {
    const fill = (given: Extent['time']) => (): unknown =>
      compile(schema, { seed: 7 }).fill(newBatch(), { first: 0, count: 1, time: given });
    expect(fill({ startMs: NOON, stepMs: 0 })).toThrow(
      /^The rows are steps of the journey state.*timelineOf/,
    );
    expect(fill(newTimeline(timing, 7))).toThrow(RangeError);
    expect(fill(timelineOf(schema, timing, 7))).not.toThrow();
    for (const startMs of [NaN, Infinity, -1e18])
      expect(fill({ startMs, stepMs: 1 })).toThrow('Event times must lie in the years 0 to 9999');
    // Also without a field that reads steps: the times are still the journey's.
    const { journey, fields } = schema;
    const times = { ...(journey && { journey }), fields: fields.filter(({ name }) => name === 'at') };
    expect(() =>
      compile(times, { seed: 7 }).fill(newBatch(), { first: 0, count: 1, time: { startMs: 0, stepMs: 0 } }),
    ).toThrow(RangeError);
  });

  test('have keys and statistics', () => {
    const plain = compile(schema, { seed: 7 });
    const extent = { first: 5, count: 300, time };
    const keyed = sidedRows(schema, { keyField: 'id' }, 7).fill(newBatch(), extent);
    expect(keyed.sides?.map(({ key }) => key)).toEqual(
      linesOf(plain, extent).map((line) => String(rowOf(line).id)),
    );
    const { fields } = streamStatistics({ writer: plain, rows: 2000, time, nowMs: NOON });
    const top = fields.find(({ path }) => path === 'state')?.top.map(({ value }) => value);
    expect(top?.toSorted()).toEqual(['cancelled', 'paid', 'placed', 'shipped']);
  });

  test.each([
    ['computed times', time],
    ['event times with a step', { startMs: NOON, stepMs: 50 }],
  ])('keep their steps when they are late, doubled or shuffled, with %s', (_, given) => {
    const plain = compile(schema, { seed: 7 });
    const faults = {
      late: { share: 0.3, delayMs: { mean: 60_000 } },
      duplicates: { share: 0.1 },
      reordering: { window: 5, share: 0.5 },
    };
    const counts = { late: 0, copies: 0 };
    const faulty = withFaults(plain, faults, { seed: 7 });
    const whole = linesOf(plain, { first: 0, count: 2000, time: given });
    const byStep = new Map(whole.map((line) => [stepOf(line), line]));
    const seen = new Map<string, string>();
    for (const line of linesOf(faulty, { first: 0, count: 2000, time: given })) {
      const own = byStep.get(stepOf(line));
      const before = seen.get(stepOf(line));
      seen.set(stepOf(line), line);
      if (own === undefined) throw new Error(`No row has the step of ${line}`);
      if (before !== undefined) counts.copies++;
      // A copy is the same to the byte.
      if (before !== undefined) expect(line).toBe(before);
      const { at, ...rest } = rowOf(line);
      const { at: turn, ...known } = rowOf(own);
      expect(rest).toEqual(known);
      expect(at <= turn).toBe(true);
      if (at < turn) counts.late++;
    }
    expect(counts.late).toBeGreaterThan(400);
    expect(counts.copies).toBeGreaterThan(100);
  });
});

const stepOf = (line: string): string => `${rowOf(line).id} ${rowOf(line).step}`;

function never(): never {
  throw new Error('The schema has no journey');
}
