import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withIncidents } from '../schema/incidents.ts';
import { parseSchema } from '../schema/parse.ts';
import { parseIncidents } from '../time/incident-settings.ts';
import { newTimeline } from '../time/timeline.ts';
import { newTiming, type Timing } from '../time/timing.ts';
import type { StartedIncident } from '../model/incident.ts';
import type { Schema } from '../model/schema.ts';
import { newBatch, texts } from './batch.ts';
import { withStarted } from './incident-rows.ts';
import { compile, type Extent, type RowTimes } from './writer.ts';

const FROM = Date.UTC(2026, 10, 20);
const MINUTE = 60_000;

const FIELDS = {
  at: { type: 'catbird.timestampNow' },
  service: { type: 'helpers.arrayElement', params: ['gateway', 'catalogue', 'checkout'] },
  status: {
    type: 'helpers.weightedArrayElement',
    params: [
      { value: 200, weight: 99 },
      { value: 500, weight: 1 },
    ],
  },
  ms: { type: 'catbird.logNormal', params: { median: 40, fractionDigits: 1 }, missing: 0.1 },
  note: { type: 'lorem.words', params: 2, nulls: 0.5 },
  level: { type: 'catbird.expression', params: 'status >= 500 ? "error" : "info"' },
  message: { type: 'catbird.template', params: '{{service}} answered {{status}}' },
};

const INCIDENTS = [
  {
    name: 'errors',
    at: '+10m',
    for: '5m',
    where: 'service == "checkout"',
    share: 0.2,
    set: { status: '503' },
  },
  {
    name: 'slow',
    every: '12m',
    jitter: 1,
    for: { min: '3m', max: '6m' },
    ramp: { up: '1m', down: '1m' },
    draw: { service: ['gateway', 'catalogue'] },
    where: 'service == drawn.service',
    set: { ms: 'ms * (1 + 9 * strength)', note: '"slow"' },
  },
  { name: 'again', at: '2026-11-20T00:12', for: '6m', where: 'status == 503', set: { status: '504' } },
];

function schemaWith(incidents: unknown, fields: object = FIELDS): Schema {
  const read = parseIncidents(incidents);
  if (!read.ok) throw new Error(JSON.stringify(read.issues));
  const parsed = parseSchema(JSON.stringify(fields), { incidents: read.incidents });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  const made = withIncidents(parsed.schema, read.incidents, { name: '' });
  if (!made.ok) throw new Error(JSON.stringify(made.issues));
  return made.schema;
}

const timeline = (more: Partial<Timing> = {}): RowTimes =>
  newTimeline(newTiming({ fromMs: FROM, eps: 10, ...more }), 42);

function rowsOf(schema: Schema, extent: Partial<Extent> = {}, size = 1000): readonly string[] {
  const writer = compile(schema, { seed: 42 });
  const { first = 0, step = 1, count = 20_000, time = timeline() } = extent;
  const found: string[] = [];
  for (let done = 0; done < count; done += size) {
    const batch = writer.fill(newBatch(), {
      first: first + done * step,
      step,
      count: Math.min(size, count - done),
      time,
    });
    found.push(...texts(batch));
  }
  return found;
}

interface Row {
  readonly at: string;
  readonly service: string;
  readonly status: number;
  readonly ms?: number;
  readonly note: string | null;
  readonly level: string;
  readonly message: string;
}

const parsed = (lines: readonly string[]): readonly Row[] => lines.map((line) => JSON.parse(line) as Row);

test('changes rows in the windows by their predicates, and keeps the bytes of all others', () => {
  const plain = rowsOf(schemaWith([]));
  const changed = rowsOf(schemaWith([INCIDENTS[0]]));
  const rows = parsed(changed);
  let affected = 0;
  let candidates = 0;
  for (const [i, was] of parsed(plain).entries()) {
    const minute = (Date.parse(was.at) - FROM) / MINUTE;
    const may = minute >= 10 && minute < 15 && was.service === 'checkout';
    if (may) candidates++;
    if (changed[i] === plain[i]) continue;
    affected++;
    expect(may).toBe(true);
    const { status, level, message, ...rest } = rows[i] ?? was;
    expect({ status, level, message }).toEqual({
      status: 503,
      level: 'error',
      message: 'checkout answered 503',
    });
    expect(rest).toEqual(
      parsed([plain[i] ?? '']).map(({ status: _s, level: _l, message: _m, ...others }) => others)[0],
    );
  }
  // Five deviations of a binomial distribution.
  expect(Math.abs(affected - candidates * 0.2)).toBeLessThan(5 * Math.sqrt(candidates * 0.16));
});

test('incidents see what earlier ones left, keep missing fields missing, and set null ones', () => {
  const schema = schemaWith(INCIDENTS);
  const plain = parsed(rowsOf(schemaWith([])));
  const rows = parsed(rowsOf(schema));
  const minuteOf = ({ at }: Row): number => (Date.parse(at) - FROM) / MINUTE;
  const failed = rows.filter(({ status }) => status === 503 || status === 504);
  expect(failed.length).toBeGreaterThan(50);
  for (const row of failed) expect(row.status).toBe(minuteOf(row) < 12 ? 503 : 504);
  expect(rows.map(({ ms }) => ms === undefined)).toEqual(plain.map(({ ms }) => ms === undefined));
  const slow = rows.filter(({ note }) => note === 'slow');
  expect(slow.length).toBeGreaterThan(1000);
  expect(slow.some((_, i) => plain[rows.indexOf(slow[i] ?? _)]?.note === null)).toBe(true);
});

test.each([
  ['even times', {}],
  ['disorder', { disorderMs: 90_000, arrivals: 'poisson' as const }],
])('the same bytes in batches, shards, single rows and anywhere, with %s', (_, more) => {
  const schema = schemaWith(INCIDENTS);
  const time = timeline(more);
  const whole = rowsOf(schema, { time }, 20_000);
  expect(rowsOf(schema, { time }, 97)).toEqual(whole);
  for (const shard of [0, 1, 2]) {
    const own = rowsOf(schema, { time, first: shard, step: 3, count: 6000 }, 500);
    expect(own).toEqual(own.map((__, i) => whole[shard + i * 3]));
  }
  for (const row of [0, 6100, 7001, 7201, 8999, 19_999])
    expect(rowsOf(schema, { time, first: row, count: 1 })).toEqual([whole[row]]);
});

test('what is started by hand while rows are written changes later rows, as if it had been known before', () => {
  const schema = schemaWith([INCIDENTS[0]]);
  const started: StartedIncident[] = [];
  const writer = compile(withStarted(schema, started), { seed: 42 });
  const fill = (first: number, count: number): readonly string[] => [
    ...texts(writer.fill(newBatch(), { first, count, time: timeline() })),
  ];
  // More rows may be made than are sent.
  const all = fill(0, 1000).slice(0, 900);
  for (const first of [900, 1500]) {
    started.push({ name: 'errors', number: -1 - started.length, atMs: FROM + first * 100, forMs: 30_000 });
    all.push(...fill(first, 50), ...fill(first + 50, 550));
  }
  expect(rowsOf(withStarted(schema, [...started]), { count: 2100 }, 97)).toEqual(all);
  const plain = rowsOf(schema, { count: 2100 });
  const changed = all.flatMap((line, row) => (line === plain[row] ? [] : [row]));
  expect(new Set(changed.map((row) => Math.floor(row / 300)))).toEqual(new Set([3, 5]));
});

test('the strength of late rows follows from the time that they show', () => {
  const [changed, plain] = [schemaWith([INCIDENTS[2]]), schemaWith([])].map((schema) => {
    const batch = compile(schema, { seed: 42 }).fill(newBatch(), {
      first: 12_000,
      count: 1000,
      time: timeline(),
      delayMs: 5 * MINUTE,
    });
    return [...texts(batch)];
  });
  const none = schemaWith([{ ...INCIDENTS[2], where: 'status == 200' }]);
  const batch = compile(none, { seed: 42 }).fill(newBatch(), {
    first: 12_000,
    count: 1000,
    time: timeline(),
    delayMs: 5 * MINUTE,
  });
  expect(changed).toEqual(plain);
  const late = parsed([...texts(batch)]);
  expect(late.some(({ status }) => status === 504)).toBe(true);
  for (const row of late) {
    const minute = (Date.parse(row.at) - FROM) / MINUTE;
    expect(row.status === 504).toBe(minute >= 12 && minute < 18 && row.status !== 500);
  }
});

/** Random incidents with a factor of a number: of overlapping ones, each multiplies what the one before left. */
const randomIncidents = fc.array(
  fc.record({
    at: fc.integer({ min: 0, max: 30 }).map((minute) => `+${minute}m`),
    for: fc.integer({ min: 1, max: 15 }).map((minutes) => `${minutes}m`),
    service: fc.constantFrom('gateway', 'catalogue', 'checkout'),
    by: fc.integer({ min: 2, max: 5 }),
  }),
  { minLength: 1, maxLength: 6 },
);

test('random incidents that overlap change the rows that another program says', () => {
  const plain = parsed(rowsOf(schemaWith([])));
  fc.assert(
    fc.property(randomIncidents, (given) => {
      const incidents = given.map(({ at, for: length, service, by }, i) => ({
        name: `incident-${i}`,
        at,
        for: length,
        where: `service == "${service}"`,
        set: { status: `status * ${by}` },
      }));
      const rows = parsed(rowsOf(schemaWith(incidents)));
      for (const [i, was] of plain.entries()) {
        const minute = (Date.parse(was.at) - FROM) / MINUTE;
        const factor = given.reduce((product, { at, for: length, service, by }) => {
          const from = Number.parseInt(at.slice(1), 10);
          const isHit =
            was.service === service && minute >= from && minute < from + Number.parseInt(length, 10);
          return isHit ? product * by : product;
        }, 1);
        if (rows[i]?.status !== was.status * factor) throw new Error(`Row ${i}: ${rows[i]?.status}`);
      }
    }),
    { numRuns: 10 },
  );
});

test('as many incidents as a config can have may set the same fields', () => {
  const incidents = Array.from({ length: 32 }, (_, i) => ({
    name: `n${i}`,
    at: '+1m',
    for: '5m',
    share: 0.5,
    set: { status: 'status + 1', service: 'service + "!"' },
  }));
  const [row] = parsed(rowsOf(schemaWith(incidents), { first: 700, count: 1 }));
  expect(row?.service).toMatch(/^\w+!{4,28}$/);
});

test('an incident without effects is read by other incidents, and by expressions of several lines', () => {
  const schema = schemaWith(
    [
      { name: 'outage', at: '+1m', for: '5m' },
      { name: 'errors', at: '+2m', for: '9m', share: 'incident("outage")', set: { status: '503' } },
      { name: 'load', at: '+1m', for: '5m' },
    ],
    { ...FIELDS, load: { type: 'catbird.expression', params: 'incident(\n  "load"\n)' } },
  );
  expect(parsed(rowsOf(schema, { first: 1500, count: 1 }))).toMatchObject([{ status: 503, load: 1 }]);
});
