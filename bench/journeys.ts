import { newJourneyTimeline, type JourneyPlan, type Timing, type Wait } from '@catbird/core';
import { median, report, short } from './measure.js';
import { newColumns, plainJourneys } from './plain-journeys.js';

/**
 * CPU time per row of journeys in time, placed in order of event time in runs of 128 rows, once millions of journeys are under way;
 * beside the same by plain code in the same turns.
 *
 *     node dist/journeys.js
 */
const TURNS = Number(process.env['TURNS'] ?? 12);
const RUN = 128;
const FROM_MS = Date.UTC(2026, 9, 22);
const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const between = (minMs: number, maxMs: number): Wait => ({ kind: 'between', minMs, maxMs });
const logNormal = (medianMs: number, spread: number): Wait => ({ kind: 'median', medianMs, spread });
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

const timing = (eps: number, settings: Partial<Timing> = {}): Timing => ({
  fromMs: FROM_MS,
  toMs: null,
  speed: 'max',
  future: false,
  arrivals: 'even',
  disorderMs: 0,
  eps,
  unit: 'starts',
  rate: {},
  changes: [],
  ...settings,
});

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

function timeOf(work: () => void): number {
  const start = cpuMs();
  work();
  return cpuMs() - start;
}

/** Memory of typed arrays, in MB. */
function arrayMB(): number {
  globalThis.gc?.();
  return process.memoryUsage().arrayBuffers / 1e6;
}

const columns = newColumns(RUN);
const steps = {
  ...columns,
  startedMs: new Float64Array(RUN),
  nextMs: new Float64Array(RUN),
  visit: new Int32Array(RUN),
  nth: new Int32Array(RUN),
};

function measure(name: string, plan: JourneyPlan, settings: Timing, turns = TURNS) {
  const idle = arrayMB();
  let timeline = newJourneyTimeline(plan, settings, 42);
  const deckMs = timeOf(() => (timeline = newJourneyTimeline(plan, settings, 42)));
  const spanMs = Math.max(
    ...Array.from(
      { length: 4096 },
      (_, start) => (timeline.stepsOf(start).at(-1)?.ms ?? 0) - timeline.starts.time(start),
    ),
  );
  const atMs = FROM_MS + spanMs + DAY_MS;
  const first = Math.floor(timeline.starts.before(atMs) * timeline.eventsPerStart);
  const place = (row: number): void => {
    timeline.put(columns.ms, row, RUN);
    timeline.putSteps(steps, row, RUN);
  };
  const seekMs = timeOf(() => place(first));
  const plain = plainJourneys(plan, timeline);
  const plainSeekMs = timeOf(() => plain.put(columns, first, RUN));
  const runs = Math.ceil((1.6 * plain.pageRows) / RUN);
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < turns; turn++) {
    const from = first + turn * runs * RUN;
    ours.push(
      (timeOf(() => {
        for (let n = 0; n < runs; n++) place(from + n * RUN);
      }) *
        1e6) /
        (runs * RUN),
    );
    theirs.push(
      (timeOf(() => {
        for (let n = 0; n < runs; n++) plain.put(columns, from + n * RUN, RUN);
      }) *
        1e6) /
        (runs * RUN),
    );
  }
  // The clock reads ahead of the writer.
  timeline.before(atMs + DAY_MS);
  return {
    journeys: name,
    'under way': short((settings.eps * spanMs) / 1000),
    'ns/row': short(median(ours)),
    'plain ns/row': short(median(theirs)),
    'times plain': short(median(ours) / median(theirs)),
    'first seek ms': short(seekMs),
    'plain seek ms': short(plainSeekMs),
    'deck ms': short(deckMs),
    'pages MB': short(arrayMB() - idle),
  };
}

const day = { day: { low: 0.1, high: 1.9, topMs: 14 * HOUR_MS } };
const results = [
  measure('clicks, 1,000 starts/s', clicks, timing(1000)),
  measure('clicks, day, poisson', clicks, timing(1000, { rate: day, arrivals: 'poisson' })),
  measure('shop, minutes to hours, 100 starts/s', shop(1), timing(100)),
  measure('shop, hours to days, 1,000 starts/s', shop(24), timing(1000), 3),
  measure('its shipments', shop(24, [2]), timing(1000), 3),
];
report('journeys', results);
