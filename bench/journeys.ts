import { setTimeout } from 'node:timers/promises';
import {
  compile,
  newBatch,
  newJourneyTimeline,
  newTiming,
  type JourneyTimeline,
  type Timing,
} from '@catbird/engine';
import { cpuSeconds, median, report, schemaOf, short } from './measure.js';

/**
 * CPU time per row of journeys in time, placed in order of event time in runs of 192 rows, once millions of journeys are under way;
 * beside a row of a journey without times.
 *
 *     node dist/journeys.js
 */
const TURNS = Number(process.env['TURNS'] ?? 9);
/** Runs in a turn: some pages. */
const RUNS = 500;
const ROWS = 100_000;
const RUN = 192;
const FROM_MS = Date.UTC(2026, 9, 22);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Pages of visits, a few seconds or minutes each. */
const CLICKS = {
  states: {
    home: { search: 5, product: 3, end: 2 },
    search: { product: 6, search: 2, end: 2 },
    product: { product: 3, cart: 2, end: 5 },
    cart: { product: 2, paid: 3, end: 5 },
    paid: {},
  },
  start: { home: 3, product: 1 },
};
const CLICK_WAITS = {
  home: { median: '8s', sigma: 0.8 },
  search: { median: '12s', sigma: 0.7 },
  product: { median: '30s', sigma: 1 },
  cart: { median: '45s', sigma: 0.8 },
};

/** Orders, whose steps take so many seconds times a factor. */
function shop(factor: number, only?: readonly string[]): object {
  const seconds = (count: number): string => `${count * factor}s`;
  return {
    states: {
      placed: { paid: 92, cancelled: 8 },
      paid: { shipped: 97, refunded: 3 },
      shipped: { delivered: 95, returned: 5 },
      delivered: {},
      cancelled: {},
      refunded: {},
      returned: {},
    },
    wait: {
      'placed>paid': { median: seconds(180), sigma: 1 },
      'placed>cancelled': { min: seconds(60), max: seconds(1800) },
      paid: { median: seconds(1200), sigma: 0.6 },
      shipped: { min: seconds(3600), max: seconds(10_800) },
    },
    ...(only && { only }),
  };
}

/** The text of a schema with a journey. */
const textOf = (params: object): string => JSON.stringify({ state: { type: 'catbird.journey', params } });

const timing = (eps: number, settings: Partial<Timing> = {}): Timing =>
  newTiming({ fromMs: FROM_MS, eps, unit: 'starts', ...settings });

const timeOf = (work: () => void): number => cpuSeconds(work) * 1000;

/** Memory of typed arrays, in MB. It is given back some time after a collection. */
async function arrayMB(): Promise<number> {
  for (let n = 0; n < 3; n++) {
    globalThis.gc?.();
    await setTimeout(20);
  }
  return process.memoryUsage().arrayBuffers / 1e6;
}

const ms = new Float64Array(RUN);
const steps = {
  start: new Float64Array(RUN),
  step: new Int32Array(RUN),
  state: new Int32Array(RUN),
  visit: new Int32Array(RUN),
  nth: new Int32Array(RUN),
  startedMs: new Float64Array(RUN),
  nextMs: new Float64Array(RUN),
};

/** The longest time from the start to the last step. */
const spanOf = (timeline: JourneyTimeline, deck: number): number =>
  Math.max(
    ...Array.from({ length: deck }, (_, start) => {
      const steps = timeline.stepsOf(start);
      return (steps.at(-1)?.ms ?? 0) - (steps[0]?.ms ?? 0);
    }),
  );

async function measure(name: string, params: object, settings: Timing) {
  const { journey: plan } = schemaOf(textOf(params));
  if (plan === undefined) throw new Error(`${name} has no times`);
  const idleMB = await arrayMB();
  const deckMs = timeOf(() => newJourneyTimeline(plan, settings, 42));
  const timeline = newJourneyTimeline(plan, settings, 42);
  const spanMs = spanOf(timeline, plan.deck);
  const atMs = FROM_MS + spanMs + DAY_MS;
  const first = Math.floor(timeline.starts.before(atMs) * timeline.eventsPerStart);
  const place = (row: number): void => {
    timeline.put(ms, row, RUN);
    timeline.putSteps(steps, row, RUN);
  };
  const seekMs = timeOf(() => place(first));
  // A clock and a look elsewhere keep a page each.
  timeline.before(atMs + DAY_MS);
  timeline.time(first + 5e7);
  const pagesMB = (await arrayMB()) - idleMB;
  const perRow = (turn: number): number => {
    const from = first + turn * RUNS * RUN;
    const spentMs = timeOf(() => {
      for (let n = 0; n < RUNS; n++) place(from + n * RUN);
    });
    return (spentMs * 1e6) / (RUNS * RUN);
  };
  return {
    journeys: name,
    'starts under way, millions': short((settings.eps * spanMs) / 1e9),
    'ns/row': short(median(Array.from({ length: TURNS }, (_, turn) => perRow(turn)))),
    'seek ms': short(seekMs),
    'deck ms': short(deckMs),
    'pages MB': short(pagesMB),
  };
}

/** Nanoseconds of CPU time per row of a journey without times, whose sessions take turns. */
function untimedNs(): number {
  const batch = newBatch();
  const writer = compile(schemaOf(textOf({ ...CLICKS, sessions: 1000 })), { seed: 1 });
  const times = Array.from({ length: 3 * TURNS }, () =>
    timeOf(() => {
      for (let first = 0; first < ROWS; first += 5000)
        writer.fill(batch, { first, count: 5000, time: { startMs: FROM_MS, stepMs: 1 } });
    }),
  );
  return (median(times) * 1e6) / ROWS;
}

const day = { day: { low: 0.1, high: 1.9, topMs: 14 * HOUR_MS } };
const clicks = { ...CLICKS, wait: CLICK_WAITS };
const results = [
  await measure('clicks, 1,000 starts/s', clicks, timing(1000)),
  await measure('clicks, a day curve, poisson', clicks, timing(1000, { rate: day, arrivals: 'poisson' })),
  await measure('shop, minutes to hours, 100 starts/s', shop(1), timing(100)),
  await measure('shop, hours to days, 1,000 starts/s', shop(24), timing(1000)),
  await measure('its shipments', shop(24, ['shipped']), timing(1000)),
];
const untimed = untimedNs();
const [best, worst] = [Math.min, Math.max].map((of) => of(...results.map((row) => row['ns/row'])));
report('journeys', results, {
  'a row of an untimed journey, written, ns': short(untimed),
  'a timed row placed, times that': `${short((best ?? NaN) / untimed)} to ${short((worst ?? NaN) / untimed)}`,
});
