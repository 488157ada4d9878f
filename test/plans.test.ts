import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { messagesOf, newBatch, texts, type Fault, type FaultChange, type RowWriter } from '@catbird/engine';
import { systemClock, countBelow, remainingLimit, type Range } from '@catbird/send';
import { planStream, readGiven, type StreamPace, type StreamKeys } from '@catbird/stream';
import { NOTHING_DONE } from '../apps/web/src/kept/kept-run.ts';
import { configRows } from '../apps/web/src/worker/config-rows.ts';
import { parseConfigSchema } from '../apps/web/src/worker/config-schema.ts';
import { destinations } from '../packages/cli/src/destinations/list.ts';
import { stateOf } from '../packages/cli/src/stream/keeper.ts';
import { prepare } from '../packages/cli/src/stream/prepare.ts';
import type { Prepared } from '../packages/cli/src/stream/prepared.ts';
import type { StreamSpec } from '../packages/cli/src/stream/spec.ts';
import type { State } from '../packages/cli/src/stream/state.ts';
import type { Slot } from '../packages/cli/src/stream/store/slot.ts';
import type { Terminal } from '../packages/cli/src/terminal.ts';

const NOW = Date.UTC(2026, 10, 22, 12);
const SEED = '42';
const ELAPSED_MS = [0, 1, 999, 1000, 2500, 10_000, 60_000];

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }));
afterEach(() => void vi.useRealTimers());

const PLAIN = {
  n: { type: 'catbird.sequence' },
  at: { type: 'catbird.timestampNow' },
  city: { type: 'location.city' },
};
const PEOPLE = { $entities: { user: { size: 30, fields: { name: { type: 'person.firstName' } } } } };
const USERS = { ...PEOPLE, user: { type: 'catbird.entity', params: { of: 'user' } } };
const JOURNEYS = {
  status: {
    type: 'catbird.journey',
    params: {
      states: { placed: { paid: 9, cancelled: 1 }, paid: { shipped: 1 }, shipped: {}, cancelled: {} },
      wait: { 'placed>paid': { median: '2s', spread: 0.8 }, paid: '3s' },
    },
  },
  at: { type: 'catbird.timestampNow' },
};
const FAULTS = {
  dropped: { share: 0.1 },
  duplicates: { share: 0.2 },
  late: { share: 0.1, delayMs: { min: 1, max: 9000 } },
  malformed: { share: 0.1 },
  reordering: { window: 10 },
};
const SOME_MALFORMED = { malformed: { share: 0.3 } };
const ALL_MALFORMED = { malformed: { share: 1 } };
const DAY = { from: '2026-11-22T00:00:00Z', eps: 0.2 };

/** What an earlier process left. */
interface Earlier {
  readonly next: number;
  readonly acknowledged?: readonly Range[];
  /** Changes that it made of the rate, and of the faults. */
  readonly changes?: readonly unknown[];
  readonly faultChanges?: readonly FaultChange[];
  /** How much of a duration is spent, as the rate has changed. */
  readonly spentMs?: number;
}

type Case = readonly [name: string, schema: object, options: StreamKeys, earlier?: Earlier];

const GAP: Earlier = { next: 10, acknowledged: [[15, 30]] };
const CASES: readonly Case[] = [
  ['one event a second', PLAIN, {}],
  ['a rate', PLAIN, { eps: 12.5 }],
  ['a high rate', PLAIN, { eps: 1001 }],
  ['no rate', PLAIN, { eps: Infinity }],
  ['a limit', PLAIN, { eps: 5, limit: 12 }],
  ['a limit without a rate', PLAIN, { eps: Infinity, limit: 7 }],
  ['a duration', PLAIN, { eps: 3, duration: 2500 }],
  ['a duration and a smaller limit', PLAIN, { eps: 3, duration: 2500, limit: 4 }],
  ['a duration without a rate', PLAIN, { eps: Infinity, duration: 5000 }],
  [
    'a shape of the clock’s rate',
    PLAIN,
    { eps: 5, rate: { waves: [{ period: '1m', low: 0.5, high: 2 }] }, arrivals: 'ticks' },
  ],
  ['a shape with a duration', PLAIN, { eps: 5, rate: 'business day', arrivals: 'ticks', duration: 5000 }],
  ['history', PLAIN, DAY],
  ['history with an end', PLAIN, { ...DAY, to: '2026-11-22T01:00:00Z' }],
  ['history and a limit', PLAIN, { ...DAY, limit: 100 }],
  ['history and a duration', PLAIN, { ...DAY, duration: 600_000 }],
  ['a relative beginning', PLAIN, { from: '-10m', eps: 2 }],
  ['a speed', PLAIN, { ...DAY, speed: '600' }],
  ['the future', PLAIN, { from: 'now', to: '+1h', future: true, speed: '60', eps: 1 }],
  ['even arrivals', PLAIN, { arrivals: 'even', eps: 4 }],
  ['a Poisson process', PLAIN, { arrivals: 'poisson', ...DAY }],
  ['jitter and disorder', PLAIN, { arrivals: 'jitter', disorder: '1m', ...DAY }],
  ['a rate of the week', PLAIN, { ...DAY, rate: { week: [1, 1, 1, 1, 1, 0.3, 0.3] } }],
  ['changes of the rate', PLAIN, { ...DAY, changes: [['2026-11-22T06:00:00Z', 3]] }],
  ['faults', PLAIN, { eps: 50, faults: FAULTS }],
  ['faults, history and a limit', PLAIN, { ...DAY, faults: FAULTS, limit: 500 }],
  ['faults with an end', PLAIN, { ...DAY, to: '2026-11-22T01:00:00Z', faults: FAULTS }],
  ['changes of the faults', PLAIN, { eps: 5, faultChanges: [{ position: 3, faults: ALL_MALFORMED }] }],
  ['entities', USERS, { eps: 5, limit: 40 }],
  ['entities and history', USERS, DAY],
  ['journeys', JOURNEYS, { ...DAY, limit: 300 }],
  ['journeys with a rate of starts', JOURNEYS, { from: DAY.from, starts: '0.1' }],
  ['journeys with faults', JOURNEYS, { ...DAY, faults: { duplicates: { share: 0.3 } } }],
  ['a rate, resumed', PLAIN, { eps: 5 }, GAP],
  ['a limit, resumed', PLAIN, { eps: 5, limit: 100 }, GAP],
  ['a limit that was reached, resumed', PLAIN, { eps: 5, limit: 12 }, GAP],
  ['a duration, resumed', PLAIN, { eps: 5, duration: 20_000 }, GAP],
  [
    'a duration whose rate has changed, resumed',
    PLAIN,
    { eps: 5, duration: 20_000 },
    { ...GAP, spentMs: 4000 },
  ],
  ['history, resumed', PLAIN, { ...DAY, limit: 9000 }, GAP],
  ['a speed, resumed', PLAIN, { ...DAY, speed: '600' }, { next: 500 }],
  [
    'history whose rate has changed, resumed',
    PLAIN,
    DAY,
    { next: 3000, changes: [['2026-11-22T03:00:00Z', 2]] },
  ],
  ['a pause, resumed', PLAIN, { ...DAY, speed: '60' }, { next: 40, changes: [['2026-11-22T00:03:00Z', 0]] }],
  ['faults and history, resumed', PLAIN, { ...DAY, faults: FAULTS }, GAP],
  [
    'faults that have changed, resumed',
    PLAIN,
    { eps: 5, limit: 80, faults: SOME_MALFORMED },
    {
      ...GAP,
      faultChanges: [
        { position: 5, faults: ALL_MALFORMED },
        { position: 33, faults: SOME_MALFORMED },
      ],
    },
  ],
  ['journeys, resumed', JOURNEYS, { ...DAY, limit: 300 }, { next: 20, acknowledged: [[40, 90]] }],
];

/** A plan as numbers and texts. */
interface Seen {
  readonly rows: readonly string[];
  readonly limit: number;
  readonly wholeRows: number;
  readonly leftRows: number;
  readonly stopAfterMs: number | undefined;
  readonly timing: unknown;
  readonly due: readonly unknown[];
}

function seen(
  plan: Pick<Prepared, 'limit' | 'remaining' | 'stopAfterMs' | 'wholeRows'> & {
    readonly rows: RowWriter;
    readonly time: Pick<NonNullable<Prepared['time']>, 'timing' | 'timeline'> | undefined;
    readonly pace: StreamPace['pace'];
  },
): Seen {
  const { rows, remaining, pace, time, wholeRows } = plan;
  const leftRows = remainingLimit(wholeRows, remaining);
  const first = remaining[0]?.[0] ?? 0;
  const count = Math.min(20, countBelow(wholeRows < 0 ? Infinity : wholeRows, [[first, Infinity]]));
  const extent = { first, count, time: time?.timeline ?? { startMs: NOW, stepMs: 0 } };
  const { backlog = 0, batchRows, perSecond } = pace;
  return {
    rows: count === 0 ? [] : [...texts(rows.fill(newBatch(), extent))],
    limit: plan.limit(),
    wholeRows,
    leftRows,
    stopAfterMs: plan.stopAfterMs,
    timing: time?.timing,
    due: [
      { backlog, batchRows, perSecond },
      ...ELAPSED_MS.map((ms) => {
        vi.setSystemTime(NOW + ms);
        return [ms, pace.due(ms), pace.next(ms), pace.ended?.(ms) ?? false];
      }),
    ],
  };
}

const optionOf = String;
const [destination] = destinations.filter(({ command }) => command === 'http');

/** The stream in the command line, and the state that an earlier process would have left. */
async function prepared(schema: object, options: StreamKeys, state?: State): Promise<Prepared> {
  if (destination === undefined) throw new Error('There is no destination http');
  const { signal } = new AbortController();
  const terminal: Terminal = {
    env: {},
    out: { isTerminal: false, write: () => Promise.resolve() },
    err: { isTerminal: false, columns: 80, rows: 24, colour: false, write: () => undefined },
    readInput: () => Promise.resolve(''),
    inputBytes: () => process.stdin,
    interrupt: { stop: signal, abort: signal, takeSecond: () => undefined, release: () => undefined },
  };
  const slot: Pick<Slot, 'load'> = { load: () => state && { ok: true, state } };
  const spec: StreamSpec = {
    destination,
    settings: { url: 'http://127.0.0.1:9/' },
    source: { text: JSON.stringify(schema), name: 'schema', folder: '.' },
    options: { ...options, seed: SEED },
    nameOf: String,
    optionOf,
    isSteered: true,
    nowMs: NOW,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    slot: slot as Slot,
  };
  const checked = await prepare(spec, terminal);
  if (!checked.ok) throw new Error(messagesOf(checked.issues).join('\n'));
  return checked.prepared;
}

async function inCommandLine([, schema, options, earlier]: Case): Promise<Prepared> {
  const whole = await prepared(schema, options);
  if (earlier === undefined) return whole;
  const { next, acknowledged = [], changes, faultChanges, spentMs } = earlier;
  const state = stateOf(whole);
  return prepared(schema, options, {
    ...state,
    next,
    acknowledged,
    spentMs,
    faultChanges: faultChanges ?? state.faultChanges,
    time: state.time && { ...state.time, changes: changes ?? state.time.changes },
  });
}

/** The stream in the page, which keeps the timing itself. */
async function inPage([, schema, options, earlier]: Case, { remaining, time }: Prepared): Promise<Seen> {
  const parsed = await parseConfigSchema({
    source: { text: JSON.stringify(schema) },
    entities: undefined,
    files: {},
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  const left = earlier && {
    id: 'run/stream',
    savedMs: NOW,
    remaining,
    spans: [],
    end: earlier.spentMs === undefined ? 1000 : Infinity,
    timing: time?.timing,
    faultChanges: earlier.faultChanges ?? [],
    accepted: 0,
    reason: undefined,
    counts: NOTHING_DONE,
    elapsedMs: earlier.spentMs ?? 0,
  };
  const faults: Fault[] = [];
  const rows = configRows(
    parsed.schema,
    { seed: SEED, options, optionNames: {}, nowMs: NOW, left },
    (fault) => void faults.push(fault),
  );
  if (!rows.ok) throw new Error(messagesOf(rows.issues).join('\n'));
  const { limit, timing, timeline, plannedRows } = rows;
  return seen({
    ...rows,
    limit: () => (typeof limit === 'number' ? limit : limit()),
    wholeRows: plannedRows,
    time: timing && timeline && { timing, timeline },
    pace: rows.paceBy(systemClock),
  });
}

/** The stream in a program, which writes options as in a config file. */
async function inLibrary([, schema, { eps, duration, ...options }]: Case): Promise<Seen> {
  const given = await readGiven(schema as Readonly<Record<string, unknown>>, {
    seed: SEED,
    ...options,
    ...(eps !== undefined && { eps: eps === Infinity ? 'max' : eps }),
    ...(duration !== undefined && { duration: `${duration}ms` }),
  });
  const planned = planStream({ ...given, isSteered: true });
  if (!planned.ok) throw new Error(messagesOf(planned.issues).join('\n'));
  return seen({ ...planned.plan, ...planned.plan.paceBy(systemClock) });
}

test.each(CASES.map((each) => [each[0], each] as const))(
  '%s: the same stream in the command line, the page and a program',
  async (_, each) => {
    const terminal = await inCommandLine(each);
    const expected = seen(terminal);
    expect(terminal.plannedRows).toBe(expected.leftRows);
    vi.setSystemTime(NOW);
    expect(await inPage(each, terminal)).toEqual(expected);
    vi.setSystemTime(NOW);
    if (each[3] === undefined) expect(await inLibrary(each)).toEqual(expected);
  },
);

test('the streams differ', async () => {
  const plans = new Set<string>();
  for (const each of CASES) {
    vi.setSystemTime(NOW);
    plans.add(JSON.stringify(seen(await inCommandLine(each))));
  }
  expect(plans.size).toBe(CASES.length);
});
