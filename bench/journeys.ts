import { setTimeout } from 'node:timers/promises';
import {
  compile,
  newBatch,
  type JourneyPlan,
  type Wait,
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
const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const between = (minMs: number, maxMs: number): Wait => ({ kind: 'between', minMs, maxMs });
const logNormal = (medianMs: number, sigma: number): Wait => ({ kind: 'median', medianMs, sigma });
const COMMON = { deck: 4096, longestMs: 7 * DAY_MS };

/** Sessions of clicks, of minutes. */
const clicks = ((): JourneyPlan => {
  const [home, search, product, cart] = [
    logNormal(8 * SECOND_MS, 0.8),
    logNormal(12 * SECOND_MS, 0.7),
    logNormal(30 * SECOND_MS, 1),
    logNormal(45 * SECOND_MS, 0.8),
  ];
  return {
    ...COMMON,
    name: 'page',
    states: ['home', 'search', 'product', 'cart', 'paid'],
    begins: [
      { to: 0, weight: 3 },
      { to: 2, weight: 1 },
    ],
    ways: [
      [
        { to: 1, weight: 5, wait: home },
        { to: 2, weight: 3, wait: home },
        { to: -1, weight: 2, wait: home },
      ],
      [
        { to: 2, weight: 6, wait: search },
        { to: 1, weight: 2, wait: search },
        { to: -1, weight: 2, wait: search },
      ],
      [
        { to: 2, weight: 3, wait: product },
        { to: 3, weight: 2, wait: product },
        { to: -1, weight: 5, wait: product },
      ],
      [
        { to: 2, weight: 2, wait: cart },
        { to: 4, weight: 3, wait: cart },
        { to: -1, weight: 5, wait: cart },
      ],
      [],
    ],
  };
})();

/** Orders that take hours, times a factor. */
const shop = (factor: number, only?: readonly number[]): JourneyPlan => {
  const pay = logNormal(3 * MINUTE_MS * factor, 1);
  const ship = logNormal(20 * MINUTE_MS * factor, 0.6);
  const deliver = between(HOUR_MS * factor, 3 * HOUR_MS * factor);
  return {
    ...COMMON,
    name: 'order',
    states: ['placed', 'paid', 'shipped', 'delivered', 'cancelled', 'refunded', 'returned'],
    begins: [{ to: 0, weight: 1 }],
    ways: [
      [
        { to: 1, weight: 92, wait: pay },
        { to: 4, weight: 8, wait: between(MINUTE_MS * factor, 30 * MINUTE_MS * factor) },
      ],
      [
        { to: 2, weight: 97, wait: ship },
        { to: 5, weight: 3, wait: ship },
      ],
      [
        { to: 3, weight: 95, wait: deliver },
        { to: 6, weight: 5, wait: deliver },
      ],
      [],
      [],
      [],
      [],
    ],
    ...(only === undefined ? {} : { only }),
  };
};

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

async function measure(name: string, plan: JourneyPlan, settings: Timing) {
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

/** Nanoseconds of CPU time per row of schemas, in turn. */
function rowsOf(schemas: Readonly<Record<string, object>>): Readonly<Record<string, number>> {
  const batch = newBatch();
  const writers = Object.entries(schemas).map(([name, schema]) => {
    const writer = compile(schemaOf(JSON.stringify(schema)), { seed: 1 });
    return { name, writer, times: [] as number[] };
  });
  for (let turn = 0; turn < 3 * TURNS; turn++)
    for (const { writer, times } of writers) {
      const ms = timeOf(() => {
        for (let first = 0; first < ROWS; first += 5000)
          writer.fill(batch, { first, count: 5000, time: { startMs: FROM_MS, stepMs: 1 } });
      });
      times.push((ms * 1e6) / ROWS);
    }
  return Object.fromEntries(writers.map(({ name, times }) => [name, median(times)]));
}

/** A journey without times, whose sessions take turns. */
const UNTIMED = {
  page: {
    type: 'catbird.journey',
    params: {
      states: {
        home: { search: 5, product: 3, end: 2 },
        search: { product: 6, search: 2, end: 2 },
        product: { product: 3, cart: 2, end: 5 },
        cart: { product: 2, paid: 3, end: 5 },
        paid: {},
      },
      start: { home: 3, product: 1 },
      sessions: 1000,
    },
  },
};

/** Fields of an entity that are read, and the same with `per`: eight of each, beside a schema without. */
const READ = Array.from({ length: 8 }, (_, n) => `price_${n}`);
const PRICE = { type: 'number.float', params: { min: 1, max: 200, fractionDigits: 2 } };
const fieldsOf = (field: (name: string) => object): object =>
  Object.fromEntries(READ.map((name) => [name, field(name)]));
const drawn = {
  $entities: { product: { size: 500, fields: fieldsOf(() => PRICE) } },
  product: { type: 'catbird.entity', params: { of: 'product' } },
};
const key = { product: { type: 'catbird.key', params: { name: 'product', size: 500 } } };

const day = { day: { low: 0.1, high: 1.9, topMs: 14 * HOUR_MS } };
const results = [
  await measure('clicks, 1,000 starts/s', clicks, timing(1000)),
  await measure('clicks, a day curve, poisson', clicks, timing(1000, { rate: day, arrivals: 'poisson' })),
  await measure('shop, minutes to hours, 100 starts/s', shop(1), timing(100)),
  await measure('shop, hours to days, 1,000 starts/s', shop(24), timing(1000)),
  await measure('its shipments', shop(24, [2]), timing(1000)),
];
const {
  untimed = NaN,
  drawn: bareDraw = NaN,
  read = NaN,
  key: bareKey = NaN,
  per = NaN,
} = rowsOf({
  untimed: UNTIMED,
  drawn,
  read: { ...drawn, ...fieldsOf((name) => ({ type: 'catbird.ref', params: `product.${name}` })) },
  key,
  per: { ...key, ...fieldsOf(() => ({ ...PRICE, per: 'product' })) },
});
const best = Math.min(...results.map((row) => row['ns/row']));
const worst = Math.max(...results.map((row) => row['ns/row']));
report('journeys', results, {
  'a row of an untimed journey, written, ns': short(untimed),
  'a timed row placed, times that': `${short(best / untimed)} to ${short(worst / untimed)}`,
  'an entity read, ns': short((read - bareDraw) / READ.length),
  'a per field of the same type, ns': short((per - bareKey) / READ.length),
  'an entity read, times a per field': short((read - bareDraw) / (per - bareKey)),
});
