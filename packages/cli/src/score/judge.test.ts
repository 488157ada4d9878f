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

const endOf = ({ toMs = Infinity }: Alert): number => toMs;

const fits = ({ expected }: Incident, { labels }: Alert): boolean =>
  expected !== 'none' && Object.entries(expected).every(([name, value]) => labels[name] === value);

/** The index of the incident that an alert detects: of those that fit, the last one that began. -1: none. */
function ownerOf(each: Alert, incidents: readonly Incident[], graceMs: number): number {
  let best = -1;
  for (const [i, of] of incidents.entries()) {
    if (each.fromMs < of.fromMs || each.fromMs >= of.toMs + graceMs || !fits(of, each)) continue;
    if (best < 0 || of.fromMs >= (incidents[best]?.fromMs ?? 0)) best = i;
  }
  return best;
}

/** Milliseconds without an incident that expects an alert, and those of them in which an alert fires. */
function quietOf(incidents: readonly Incident[], strays: readonly Alert[], { fromMs, toMs }: Given) {
  let [quiet, noisy] = [0, 0];
  for (let ms = fromMs; ms < toMs; ms++) {
    if (incidents.some((of) => of.expected !== 'none' && of.fromMs <= ms && ms < of.toMs)) continue;
    quiet++;
    if (strays.some((each) => each.fromMs <= ms && ms < endOf(each))) noisy++;
  }
  return { quiet, noisy };
}

/** What the rules say, of each pair of an incident and an alert, and of each millisecond. */
function bruteForce(incidents: readonly Incident[], alerts: readonly Alert[], given: Given) {
  const { graceMs, withinMs = Infinity, clearsMs = Infinity, fromMs, toMs } = given;
  const owners = alerts.map((each) => ownerOf(each, incidents, graceMs));
  const strays = alerts.filter((each, k) => owners[k] === -1 && each.fromMs >= fromMs && each.fromMs <= toMs);
  const whole = incidents
    .map((of, i) => ({ of, mine: alerts.filter((_, k) => owners[k] === i) }))
    .filter(({ of }) => of.expected !== 'none' && of.fromMs >= fromMs && of.toMs <= toMs);
  const missed = whole.filter(({ mine }) => mine.length === 0);
  const found = whole.filter(({ mine }) => mine.length > 0);
  const delays = found.map(({ of, mine }) => Math.min(...mine.map((each) => each.fromMs)) - of.fromMs);
  const isOpen = ({ of, mine }: (typeof found)[number]): boolean =>
    clearsMs < Infinity && mine.some((each) => endOf(each) - of.toMs > clearsMs);
  const wasFiring = ({ of }: (typeof missed)[number]): boolean =>
    alerts.some((each) => each.fromMs < of.fromMs && endOf(each) > of.fromMs && fits(of, each));
  return {
    wrong: {
      missed: missed.length,
      late: delays.filter((delay) => delay > withinMs).length,
      'not cleared': found.filter(isOpen).length,
      'false alarms': strays.length,
    },
    judged: whole.length,
    firing: missed.filter(wasFiring).length,
    right: found.reduce((sum, { mine }) => sum + mine.length, 0),
    delays,
    ...quietOf(incidents, strays, given),
  };
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
