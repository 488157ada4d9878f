import { newTiming, type Timing } from '@catbird/engine';
import { parseSchema } from '@catbird/core';
import { describe, expect, test } from 'vitest';
import { mostPerSecond, planOf, rowTraits } from './stream-plan.ts';
import { timesOf } from './row-times.ts';

const NOW = Date.UTC(2026, 10, 22, 6, 0, 0, 250);
const HOUR = 3_600_000;

const planned = (settings: object, eps = 10, limit = -1) =>
  planOf({ settings, eps }, { schema: {}, seed: '42', limit, nowMs: NOW });

const schemaOf = (schema: object) => {
  const result = parseSchema(JSON.stringify(schema));
  if (!result.ok) throw new Error('The schema is invalid');
  return result.schema;
};

describe('what a stream will send', () => {
  test('from the past, then live', () => {
    expect(planned({ from: '-1h' })).toMatchObject({
      fromMs: NOW - 250 - HOUR,
      toMs: null,
      dueRows: 36_003,
      totalRows: null,
      perSecond: 10,
      mostPerSecond: 10,
      notes: [],
    });
  });

  test('nothing, if factors are above 0 but never together', () => {
    const day = [0, 0, 0, 0, ...new Array<number>(20).fill(1)];
    const bursts = [{ at: '0 1 * * *', for: '1h', times: 1, rest: 0 }];
    expect(planned({ from: '-1h', rate: { day, bursts } })).toMatchObject({ dueRows: 0, totalRows: 0 });
    expect(planned({ from: '-1h', rate: { day } })).toMatchObject({ totalRows: null });
  });

  test('nothing, if too many journeys would be under way, and why', () => {
    const wait = { kind: 'exactly', ms: HOUR } as const;
    const journey = {
      name: 'step',
      states: ['in', 'out'],
      begins: [{ to: 0, weight: 1 }],
      ways: [[{ to: 1, weight: 1, wait }], []],
      deck: 256,
      longestMs: 2 * HOUR,
    };
    const settings = { from: '-1h', arrivals: 'poisson' } as const;
    const plan = planOf({ settings, eps: 1e5 }, { schema: { journey }, seed: '42', limit: -1, nowMs: NOW });
    expect(plan).toMatchObject({ totalRows: 0, notes: [expect.stringContaining('Use jitter')] });
  });

  test('a past period only, and with a limit', () => {
    expect(planned({ from: '2026-11-20', to: '2026-11-21' })).toMatchObject({
      dueRows: 864_000,
      totalRows: 864_000,
    });
    expect(planned({ from: '2026-11-20' }, 10, 5)).toMatchObject({ dueRows: 5, totalRows: 5 });
  });

  test('with the clock’s times, also at a shaped rate', () => {
    expect(planned({})).toMatchObject({ fromMs: NOW, dueRows: 0, totalRows: null, perSecond: 10 });
    expect(
      planned({
        arrivals: 'ticks',
        rate: {
          stages: [
            ['0s', 4],
            ['1h', 8],
          ],
        },
      }),
    ).toMatchObject({
      perSecond: 4,
      mostPerSecond: 8,
    });
    expect(planned({}, 10, 7)).toMatchObject({ totalRows: 7 });
  });

  test('stages that end at 0 end the stream, which is noted', () => {
    expect(
      planned({
        rate: {
          stages: [
            ['0s', 10],
            ['10s', 10],
            ['10s', 0],
          ],
        },
      }),
    ).toMatchObject({
      totalRows: 100,
      notes: [expect.stringContaining('ends at')],
    });
  });

  test('invalid settings have no plan', () => {
    expect(planned({ from: 'x' })).toBeUndefined();
  });
});

const STEP = {
  type: 'catbird.journey',
  params: { states: { placed: { paid: 1 }, paid: {} }, wait: { placed: '1m' } },
};

describe('the steps of journeys', () => {
  const schema = schemaOf({ step: STEP, at: { type: 'catbird.timestampNow' } });
  const plan = (settings: object) =>
    planOf({ settings, eps: 10 }, { schema, seed: '42', limit: -1, nowMs: NOW });

  test('have a rate in journeys and in events', () => {
    expect(plan({})).toMatchObject({ perSecond: 10, mostPerSecond: 10, journeysPerSecond: 5 });
    expect(plan({ starts: '3' })).toMatchObject({ perSecond: 6, mostPerSecond: 6, journeysPerSecond: 3 });
    // An hour of starts; the last minute is to be paid.
    expect(plan({ starts: 1, from: '-1h' })).toMatchObject({ dueRows: 3601 + 3541 });
  });

  test('have computed times in the preview, also without settings', () => {
    const { time, computed } = timesOf({ settings: undefined, eps: 10 }, { schema, seed: '42', nowMs: NOW });
    expect(computed?.timing).toMatchObject({ fromMs: NOW - 250, arrivals: 'even' });
    expect(time).toBe(computed?.timeline);
    expect(rowTraits(schema, '42', NOW)).toMatchObject({ areTimed: true });
  });

  test('of another schema do not matter to this one, which is noted', () => {
    const other = planOf(
      { settings: { starts: '3' }, eps: 10 },
      { schema: {}, seed: '42', limit: -1, nowMs: NOW },
    );
    expect(other).toMatchObject({
      perSecond: 10,
      notes: ['Journeys per second does not apply: the schema has no journey in time.'],
    });
  });
});

test('the rate never exceeds its bound, which leaves out stages of the past', () => {
  const timing = (rate: Timing['rate']): Timing => newTiming({ fromMs: NOW, eps: 100, rate });
  const day = { low: 0.5, high: 1.5, topMs: 0 };
  expect(mostPerSecond(timing({ day, week: [1, 1, 1, 1, 1, 2, 1] }), NOW)).toBe(300);
  expect(mostPerSecond(timing({ bursts: [{ everyMs: 1000, forMs: 9, times: 0 }] }), NOW)).toBe(100);
  expect(mostPerSecond(timing({ waves: [{ periodMs: 1000, low: 0, high: 3 }] }), NOW)).toBe(300);
  const stages = [
    [0, 5000],
    [10, 10],
    [20, 40],
  ] as const;
  expect(mostPerSecond(timing({ stages }), NOW)).toBe(5000);
  expect(mostPerSecond(timing({ stages }), NOW + 10)).toBe(40);
  expect(mostPerSecond(timing({ stages }), NOW + 1e6)).toBe(40);
});

test.each([
  [{ id: { type: 'string.uuid' } }, false],
  [{ id: { type: 'string.uuid' }, at: { type: 'catbird.timestampNow' } }, true],
  [{ at: { type: 'catbird.datetimeNow', count: 2 } }, true],
])('rows of %j hold the event’s time: %s', (schema, areTimed) => {
  const traits = rowTraits(schemaOf(schema), '42', NOW);
  expect(traits.areTimed).toBe(areTimed);
  expect(traits.bytes).toBeGreaterThan(20);
});

describe('the rows of a preview', () => {
  const times = (settings: object | undefined, eps = 10) =>
    timesOf({ settings, eps }, { schema: {}, seed: '42', nowMs: NOW });
  const of = (settings: object, row: number): number => {
    const { computed } = times(settings);
    return computed?.timeline.time(row) ?? NaN;
  };

  test('have the times of the stream', () => {
    expect(of({ from: '2026-11-20' }, 3)).toBe(Date.UTC(2026, 10, 20) + 300);
    expect(times(undefined)).toEqual({ time: { startMs: NOW, stepMs: 100 }, computed: undefined });
    expect(times({ from: 'x' }).computed).toBeUndefined();
    expect(times({ arrivals: 'ticks', rate: 'business day' }).computed).toBeUndefined();
  });
});
