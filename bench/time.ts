import { newTimeline, newTiming, type Arrivals, type Rate, type Timing } from '@catbird/engine';
import { median, report, short } from './measure.js';

/**
 * Nanoseconds per row of computed event times, in runs of 192 rows as the engine asks for them, beside a constant step in the same
 * turn; and milliseconds to the first row far ahead, of a timeline that has computed nothing yet.
 *
 *     node dist/time.js
 */
const TURNS = Number(process.env['TURNS'] ?? 200);
const RUN = 192;
const ROWS = 256 * RUN;
const FAR_ROW = 5e10;
const FROM_MS = Date.UTC(2026, 9, 22);
const SECOND_MS = 1000;
const HOUR_MS = 3_600_000;

const busy = (hour: number): number => (hour >= 8 && hour < 18 ? 2 : hour >= 6 && hour < 22 ? 1 : 0.1);
const week = Array.from({ length: 168 }, (_, h) => (h >= 120 ? 0.4 : 1) * busy(h % 24));

const RATES: Readonly<Record<string, Rate>> = {
  constant: {},
  ramp: {
    stages: [
      [0, 0],
      [600_000, 5000],
      [6_000_000, 5000],
      [7_200_000, 1000],
    ],
  },
  'hour table': { week },
  'day sine': { day: { low: 0.1, high: 1.9, topMs: 14 * HOUR_MS } },
  'week × sine × random bursts': {
    week,
    day: { low: 0.5, high: 1.5, topMs: 14 * HOUR_MS },
    bursts: [{ everyMs: 420 * SECOND_MS, forMs: 20 * SECOND_MS, times: 8, jitter: 1 }],
  },
};
const ARRIVALS: readonly Arrivals[] = ['even', 'jitter', 'poisson'];

const timing = (rate: Rate, arrivals: Arrivals): Timing =>
  newTiming({ fromMs: FROM_MS, eps: 1000, rate, arrivals });

const ms = new Float64Array(RUN);

/** What event times cost without a timeline. */
function constantStep(first: number): void {
  for (let row = first; row < first + ROWS; row += RUN)
    for (let r = 0; r < RUN; r++) ms[r] = Math.floor(FROM_MS + (row + r) * 0.37);
}

const nsPerRow = (work: (first: number) => void, turn: number): number => {
  const start = process.hrtime.bigint();
  work((turn % 30) * ROWS);
  return Number(process.hrtime.bigint() - start) / ROWS;
};

function measure(name: string, rate: Rate, arrivals: Arrivals) {
  const timeline = newTimeline(timing(rate, arrivals), 42);
  const put = (first: number): void => {
    for (let row = first; row < first + ROWS; row += RUN) timeline.put(ms, row, RUN);
  };
  const [steps, ours]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < TURNS; turn++) {
    steps.push(nsPerRow(constantStep, turn));
    ours.push(nsPerRow(put, turn));
  }
  return {
    rate: name,
    arrivals,
    'ns/row': short(median(ours)),
    'best ns/row': short(Math.min(...ours)),
    'constant step ns/row': short(median(steps)),
    'times a constant step': short(median(ours) / median(steps)),
    ...seek(rate, arrivals),
  };
}

/** The first look far ahead sums the rate up to there; later ones near it find what the first has left. */
function seek(rate: Rate, arrivals: Arrivals) {
  const first: number[] = [];
  let timeline = newTimeline(timing(rate, arrivals), 42);
  for (let turn = 0; turn < 5; turn++) {
    timeline = newTimeline(timing(rate, arrivals), 42);
    const start = performance.now();
    timeline.time(FAR_ROW);
    first.push(performance.now() - start);
  }
  const start = performance.now();
  for (let n = 0; n < 1000; n++) timeline.time(FAR_ROW - n * 1e6);
  return {
    'first seek ms': short(median(first)),
    'later seek µs': short(performance.now() - start),
  };
}

const results = Object.entries(RATES).flatMap(([name, rate]) =>
  ARRIVALS.map((arrivals) => measure(name, rate, arrivals)),
);
const worst = (arrivals: Arrivals): number =>
  Math.max(...results.filter((row) => row.arrivals === arrivals).map((row) => row['best ns/row']));
report('time', results, {
  'even, best ns/row of the slowest rate': worst('even'),
  'jitter, best ns/row of the slowest rate': worst('jitter'),
  'poisson, best ns/row of the slowest rate': worst('poisson'),
});
