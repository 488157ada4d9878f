import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scoreOf, type Alert, type Incident, type ScoreOptions } from './judge.ts';

const NAMES = ['a', 'b', 'c'];
const END = 400;

const incident = fc
  .record({
    name: fc.constantFrom(...NAMES),
    fromMs: fc.nat(300),
    length: fc.nat(60),
    expects: fc.constantFrom('its own', 'any', 'none'),
  })
  .map(({ name, fromMs, length, expects }): Incident => ({
    name,
    fromMs,
    toMs: fromMs + length,
    drawn: {},
    expected: expects === 'none' ? 'none' : expects === 'any' ? {} : { alertname: name },
  }));
const alert = fc
  .record({
    name: fc.constantFrom(...NAMES),
    fromMs: fc.nat(END),
    length: fc.option(fc.nat(80), { nil: undefined }),
  })
  .map(({ name, fromMs, length }): Alert => ({
    fromMs,
    toMs: length === undefined ? undefined : fromMs + length,
    labels: { alertname: name },
  }));
const options = fc.record({
  graceMs: fc.nat(20),
  withinMs: fc.option(fc.nat(40), { nil: undefined }),
  clearsMs: fc.option(fc.nat(40), { nil: undefined }),
  fromMs: fc.nat(100),
  toMs: fc.integer({ min: 250, max: END }),
  allowMissed: fc.nat(2),
  allowFalseAlarms: fc.nat(2),
});

type Given = ScoreOptions & { readonly fromMs: number; readonly toMs: number };

/** What the rules say, of each pair of an incident and an alert, and of each millisecond. */
function bruteForce(incidents: readonly Incident[], alerts: readonly Alert[], given: Given) {
  const { graceMs, withinMs = Infinity, clearsMs = Infinity, fromMs, toMs } = given;
  const fits = (of: Incident, each: Alert): boolean =>
    of.expected !== 'none' &&
    Object.entries(of.expected).every(([name, value]) => each.labels[name] === value);
  const ownerOf = (each: Alert): number => {
    let best = -1;
    for (const [i, of] of incidents.entries()) {
      if (each.fromMs < of.fromMs || each.fromMs >= of.toMs + graceMs || !fits(of, each)) continue;
      if (best < 0 || of.fromMs >= (incidents[best]?.fromMs ?? 0)) best = i;
    }
    return best;
  };
  const owners = alerts.map(ownerOf);
  const isWhole = (of: Incident): boolean => of.fromMs >= fromMs && of.toMs <= toMs;
  const delays: number[] = [];
  const wrong = { missed: 0, late: 0, 'not cleared': 0, 'false alarms': 0 };
  let [judged, firing, right] = [0, 0, 0];
  for (const [i, of] of incidents.entries()) {
    if (of.expected === 'none' || !isWhole(of)) continue;
    judged++;
    const mine = alerts.filter((_, k) => owners[k] === i);
    right += mine.length;
    if (mine.length === 0) {
      wrong.missed++;
      if (
        alerts.some(
          (each) => each.fromMs < of.fromMs && (each.toMs ?? Infinity) > of.fromMs && fits(of, each),
        )
      )
        firing++;
      continue;
    }
    const delay = Math.min(...mine.map((each) => each.fromMs)) - of.fromMs;
    delays.push(delay);
    if (delay > withinMs) wrong.late++;
    if (clearsMs < Infinity && mine.some((each) => (each.toMs ?? Infinity) - of.toMs > clearsMs))
      wrong['not cleared']++;
  }
  const strays = alerts.filter((each, k) => owners[k] === -1 && each.fromMs >= fromMs && each.fromMs <= toMs);
  wrong['false alarms'] = strays.length;
  let [quiet, noisy] = [0, 0];
  for (let ms = fromMs; ms < toMs; ms++) {
    if (incidents.some((of) => of.expected !== 'none' && of.fromMs <= ms && ms < of.toMs)) continue;
    quiet++;
    if (strays.some((each) => each.fromMs <= ms && ms < (each.toMs ?? toMs))) noisy++;
  }
  return { wrong, judged, firing, right, delays, quiet, noisy };
}

test('a score is that of the rules, pair by pair and millisecond by millisecond', () => {
  fc.assert(
    fc.property(
      fc.array(incident, { maxLength: 12 }),
      fc.array(alert, { maxLength: 20 }),
      options,
      (incidents, alerts, given) => {
        const score = scoreOf(incidents, alerts, given);
        const { wrong, judged, firing, right, delays, quiet, noisy } = bruteForce(incidents, alerts, given);
        expect(Object.fromEntries(score.checks.map(({ name, count }) => [name, count]))).toEqual(wrong);
        expect(score.incidents).toHaveLength(judged);
        expect(score.incidents.filter(({ wasFiring }) => wasFiring)).toHaveLength(firing);
        expect([score.detected, score.delay?.max]).toEqual([
          delays.length,
          delays.length === 0 ? undefined : Math.max(...delays),
        ]);
        const sorted = delays.toSorted((a, b) => a - b);
        expect(score.delay?.p50).toBe(sorted[Math.ceil(sorted.length / 2) - 1]);
        const all = right + wrong['false alarms'];
        expect(score.alerts).toBe(all);
        expect(score.precision).toBe(all === 0 ? undefined : right / all);
        expect(score.recall).toBe(judged === 0 ? undefined : delays.length / judged);
        expect(score.falseTime).toBe(quiet === 0 ? undefined : noisy / quiet);
        const isRight =
          wrong.missed <= given.allowMissed &&
          wrong['false alarms'] <= given.allowFalseAlarms &&
          wrong.late === 0 &&
          wrong['not cleared'] === 0;
        expect(score.verdict).toBe(isRight ? 'right' : 'wrong');
      },
    ),
    { numRuns: 2000 },
  );
});

const of = (fromMs: number, toMs: number, more: Partial<Incident> = {}): Incident => ({
  name: 'outage',
  fromMs,
  toMs,
  drawn: {},
  expected: {},
  ...more,
});

test('F1 is the harmonic mean, and 0 if nothing is right', () => {
  const at = (fromMs: number): Alert => ({ fromMs, toMs: fromMs + 1, labels: {} });
  const windows = [of(0, 10), of(100, 110)];
  expect(scoreOf(windows, [at(5), at(50), at(60)], { graceMs: 0 })).toMatchObject({
    precision: 1 / 3,
    recall: 1 / 2,
    f1: (2 * (1 / 3) * (1 / 2)) / (1 / 3 + 1 / 2),
  });
  expect(scoreOf(windows, [at(50)], { graceMs: 0 })).toMatchObject({ precision: 0, recall: 0, f1: 0 });
});

test('an incident has its own limits, and false alarms say what was near', () => {
  const windows = [
    of(0, 10, { withinMs: 2, clearsMs: 5 }),
    of(20, 30, { name: 'sale', expected: 'none' }),
    of(40, 50, { name: 'slow', expected: { alertname: 'Slow' } }),
  ];
  const alerts = [3, 21, 41, 70].map((fromMs) => ({ fromMs, labels: { alertname: 'Down' } }));
  const { incidents, falseAlarms } = scoreOf(windows, alerts, { graceMs: 0, withinMs: 100 });
  expect(incidents).toMatchObject([
    { problems: ['late', 'not cleared'], delayMs: 3, overMs: Infinity },
    { problems: ['missed'], wasFiring: false },
  ]);
  expect(falseAlarms.map(({ near }) => near.map(({ name }) => name))).toEqual([['sale'], ['slow'], []]);
});

test('100,000 alerts and 10,000 incidents are judged', () => {
  const windows = Array.from({ length: 10_000 }, (_, i) =>
    of(i * 100, i * 100 + 50, { expected: { n: String(i % 7) } }),
  );
  const alerts = Array.from({ length: 100_000 }, (_, i) => ({
    fromMs: i * 10,
    toMs: i * 10 + 5,
    labels: { n: String(i % 7) },
  }));
  const { detected, falseAlarms, alerts: all } = scoreOf(windows, alerts, { graceMs: 0 });
  expect(all).toBe(100_000);
  expect(detected).toBeGreaterThan(0);
  expect(falseAlarms.length).toBeLessThan(all);
});
