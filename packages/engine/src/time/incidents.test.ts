import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clicks } from '../../test/journey-plans.ts';
import type { IncidentStarts, IncidentTimes } from '../model/incident.ts';
import { loadZones } from '../data/zones.ts';
import { timelineOf } from '../journey/timeline.ts';
import { incidentPlan } from './incidents.ts';
import { newTimeline } from './timeline.ts';
import { ARRIVALS, newTiming, type Rate, type RateChange } from './timing.ts';

const FROM = Date.UTC(2026, 10, 20);
const HOUR = 3_600_000;

const timesOf = (starts: IncidentStarts, more: Partial<IncidentTimes> = {}): IncidentTimes => ({
  name: 'outage',
  starts,
  forMs: { min: 60_000, max: 120_000 },
  upMs: 20_000,
  downMs: 10_000,
  draw: { service: ['a', 'b', 'c'] },
  ...more,
});

const starts = fc.oneof(
  fc.record({
    everyMs: fc.integer({ min: 120_000, max: 3 * HOUR }),
    jitter: fc.double({ min: 0, max: 1, noNaN: true }),
    chance: fc.double({ min: 0.1, max: 1, noNaN: true }),
  }),
  fc.record({ cron: fc.constantFrom('*/5 * * * *', '0 3 * * *', '30 12 * * mon', '0 * * * *') }),
  fc.array(fc.integer({ min: 120_000, max: HOUR }), { minLength: 1, maxLength: 20 }).map((gaps) => ({
    at: gaps.map((_, i) => ({ afterMs: gaps.slice(0, i + 1).reduce((sum, gap) => sum + gap, 0) })),
  })),
);

test('an instant lies in an occurrence that is among those between any two instants around it', () => {
  fc.assert(
    fc.property(
      starts,
      fc.integer(),
      fc.array(fc.integer({ min: 0, max: 48 * HOUR }), { minLength: 5 }),
      fc.integer({ min: 0, max: HOUR }),
      (given, seed, offsets, afterMs) => {
        const place = { seed, fromMs: FROM, afterMs };
        const plan = incidentPlan(timesOf(given), place);
        const all = plan.between(FROM, FROM + 48 * HOUR);
        const some = all.filter((_, i) => i % Math.ceil(all.length / 50) === 0);
        for (const offset of [
          ...offsets,
          ...some.flatMap(({ startMs, endMs }) => [startMs - FROM, endMs - 1 - FROM, endMs - FROM]),
        ]) {
          const ms = FROM + offset;
          if (offset < 0 || offset >= 48 * HOUR) continue;
          const found = plan.at(ms);
          expect(found).toEqual(all.findLast(({ startMs, endMs }) => ms >= startMs && ms < endMs));
          // Asked alone, and in a small window, it is the same.
          expect(incidentPlan(timesOf(given), place).at(ms)).toEqual(found);
          expect(plan.between(ms, ms + 1).at(-1)).toEqual(found);
          const strength = found === undefined ? 1 : plan.strengthAt(found, ms);
          expect(strength >= 0 && strength <= 1).toBe(true);
        }
      },
    ),
    { numRuns: 20 },
  );
});

test('occurrences of cycles lie within them, last as long as they may, and draw from the lists', () => {
  const plan = incidentPlan(timesOf({ everyMs: HOUR, jitter: 1, chance: 0.5 }), { seed: 1, fromMs: FROM });
  const all = plan.between(FROM, FROM + 1000 * HOUR);
  expect(Math.abs(all.length - 500)).toBeLessThan(80);
  expect(new Set(all.map(({ drawn }) => drawn['service']))).toEqual(new Set(['a', 'b', 'c']));
  for (const { number, startMs, endMs } of all) {
    expect(startMs).toBeGreaterThanOrEqual(number * HOUR);
    expect(endMs).toBeLessThanOrEqual((number + 1) * HOUR);
    expect(endMs - startMs >= 60_000 && endMs - startMs <= 120_000).toBe(true);
  }
});

test('cron expressions follow a zone, and the year 8941 is found at once', async () => {
  await loadZones('Europe/Berlin');
  const plan = incidentPlan(timesOf({ cron: '0 9 * * *', zone: 'Europe/Berlin' }), { seed: 1, fromMs: FROM });
  const starting = (day: number): number | undefined => plan.between(day, day + 24 * HOUR)[0]?.startMs;
  expect([starting(Date.UTC(2026, 0, 5)), starting(Date.UTC(2026, 6, 5))]).toEqual([
    Date.UTC(2026, 0, 5, 8),
    Date.UTC(2026, 6, 5, 7),
  ]);
  const late = Date.UTC(8941, 0, 5, 8);
  expect(plan.at(late)?.startMs).toBe(late);
  const cycles = incidentPlan(timesOf({ everyMs: HOUR, jitter: 1, chance: 1 }), { seed: 1, fromMs: FROM });
  expect(cycles.between(late, late + HOUR).length).toBeGreaterThan(0);
});

test('counts under rates agree with the numeric integral of the strength', () => {
  const incidents = [
    {
      times: timesOf(
        { everyMs: HOUR, jitter: 1, chance: 1 },
        { forMs: { min: 600_000, max: 900_000 }, upMs: 240_000, downMs: 120_000 },
      ),
      afterMs: 30_000,
      factor: 4,
    },
    {
      times: timesOf(
        { at: [FROM + HOUR, { afterMs: 5 * HOUR }] },
        { name: 'silence', forMs: { min: 300_000, max: 300_000 }, upMs: 0, downMs: 0 },
      ),
      afterMs: 0,
      factor: 0,
    },
  ];
  const timing = newTiming({
    fromMs: FROM,
    eps: 20,
    rate: { day: { low: 0.5, high: 1.5, topMs: 12 * HOUR }, incidents },
  });
  const plain = newTimeline({ ...timing, rate: { day: { low: 0.5, high: 1.5, topMs: 12 * HOUR } } }, 7);
  const timeline = newTimeline(timing, 7);
  const plans = incidents.map(({ times, afterMs }) =>
    incidentPlan(times, { seed: 7, fromMs: FROM, afterMs }),
  );
  const rateAt = (ms: number): number =>
    plans.reduce((rate, plan, i) => {
      const found = plan.at(ms);
      return found === undefined
        ? rate
        : rate * (1 + ((incidents[i]?.factor ?? 1) - 1) * plan.strengthAt(found, ms));
    }, plain.rateAt(ms));
  let rows = 0;
  for (let ms = FROM; ms < FROM + 24 * HOUR; ms += 1000) {
    if (ms > FROM && (ms - FROM) % HOUR === 0)
      expect(Math.abs(timeline.before(ms) - rows)).toBeLessThan(rows * 1e-3 + 40);
    rows += rateAt(ms + 500);
  }
  const silent = FROM + HOUR;
  expect(timeline.before(silent + 300_000) - timeline.before(silent)).toBe(0);
  expect(timeline.before(silent) - timeline.before(silent - 60_000)).toBeGreaterThan(0);
});

test('an incident with a rate that is started leaves earlier rows as they are, and is then as if it had been planned', () => {
  const [atMs, forMs] = [FROM + 600_500, 120_000];
  const sale = (starts: IncidentStarts): Rate => ({
    stages: [
      [0, 100],
      [1_200_000, 300],
    ],
    incidents: [
      {
        times: timesOf(starts, { name: 'sale', forMs: { min: forMs, max: forMs } }),
        afterMs: 5000,
        factor: 4,
      },
    ],
  });
  const never = { at: [0] };
  for (const arrivals of ARRIVALS)
    for (const plan of [undefined, { ...clicks, deck: 256 }]) {
      const of = (rate: Rate, changes: readonly RateChange[] = []) =>
        timelineOf(
          { ...(plan && { journey: plan }) },
          newTiming({ fromMs: FROM, eps: 1, rate, arrivals, changes }),
          7,
        );
      const started = of(sale(never));
      const before = started.before(atMs);
      const earlier = Array.from({ length: before }, (_, row) => started.time(row));
      const change = { atMs, to: 'planned', incident: { name: 'sale', forMs } } as const;
      started.change(change);
      expect(earlier).toEqual(earlier.map((_, row) => started.time(row)));
      const again = of(sale(never), [change]);
      // Another rate in the same millisecond, and while it lasts.
      const more = [
        { atMs, to: 50 },
        { ...change, to: 50 },
        { atMs: atMs + 20_000, to: 10 },
      ] as const;
      const live = of(sale(never));
      for (const each of more) {
        const rows = live.before(each.atMs);
        live.change(each);
        expect(live.before(each.atMs)).toBe(rows);
      }
      const repeated = of(sale(never), more);
      for (let ms = atMs; ms < FROM + 1_500_000; ms += 7_777)
        expect(repeated.before(ms)).toBe(live.before(ms));
      const planned = of(sale({ at: [atMs] }));
      for (let ms = atMs; ms < FROM + 1_500_000; ms += 7_777) {
        expect(again.before(ms)).toBe(started.before(ms));
        expect(Math.abs(planned.before(ms) - started.before(ms))).toBeLessThan(3);
      }
      expect(planned.before(FROM + 1_500_000)).toBeGreaterThan(
        of(sale(never)).before(FROM + 1_500_000) + 30_000,
      );
    }
});
