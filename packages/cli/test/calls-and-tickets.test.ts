import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jsonLines } from './catbird.ts';
import { here } from './here.ts';

let folder = '';
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'catbird-journeys-'))));
afterAll(() => rm(folder, { recursive: true }));

const pathOf = (name: string): string => join(folder, `${name}.ndjson`);

/** Runs an example. @param files by the keys of their paths in the config */
async function run(example: string, starts: number, files: Readonly<Record<string, string>>): Promise<void> {
  const file = fileURLToPath(new URL(`../../../examples/${example}.yaml`, import.meta.url));
  const sets = Object.entries(files).map(([key, name]) => `${key}=${pathOf(name)}`);
  const flags = [`starts=${starts}`, ...sets].flatMap((set) => ['--set', set]);
  const { code, err } = await here(['run', file, ...flags]);
  expect(code, err).toBe(0);
}

const rowsOf = async <Row>(name: string): Promise<readonly Row[]> =>
  jsonLines(await readFile(pathOf(name), 'utf8')) as Row[];

/** The rows of each group, in their order. */
const grouped = <Row>(rows: readonly Row[], keyOf: (row: Row) => string | number): readonly Row[][] => [
  ...rows
    .reduce((groups, row) => {
      const key = keyOf(row);
      return groups.set(key, [...(groups.get(key) ?? []), row]);
    }, new Map<string | number, Row[]>())
    .values(),
];

interface Call {
  readonly shift: number;
  readonly call_id: string;
  readonly agent: string;
}
interface Started extends Call {
  readonly started_at: string;
  readonly ends_at: string;
}
interface Ended extends Call {
  readonly ended_at: string;
}

describe('calls of a call centre', () => {
  let started: readonly Started[] = [];
  let ended: readonly Ended[] = [];
  beforeAll(async () => {
    await run('calls', 0.0025, {
      'streams.started.settings.path': 'started',
      'streams.ended.settings.path': 'ended',
    });
    [started, ended] = [await rowsOf('started'), await rowsOf('ended')];
  });

  test('end when their start foretold, and all that end have started', () => {
    expect(ended.length).toBeGreaterThan(1000);
    const byId = new Map(started.map((call) => [call.call_id, call]));
    expect(byId.size).toBe(started.length);
    for (const { call_id: id, shift, agent, ended_at: endedAt } of ended)
      expect(byId.get(id)).toMatchObject({ shift, agent, ends_at: endedAt });
    // Those that have not ended yet end after the last row.
    const last = ended.at(-1)?.ended_at ?? '';
    const hasEnded = new Set(ended.map(({ call_id: id }) => id));
    for (const call of started) if (!hasEnded.has(call.call_id)) expect(call.ends_at > last).toBe(true);
  });

  test('are ordered in both streams, and those of an agent do not overlap', () => {
    const times = [started.map((call) => call.started_at), ended.map((call) => call.ended_at)];
    for (const each of times) expect(each).toEqual(each.toSorted());
    const shifts = grouped(started, ({ shift }) => shift);
    expect(shifts.length).toBeGreaterThan(60);
    for (const calls of shifts)
      calls.slice(1).forEach((call, i) => expect(call.started_at > (calls[i]?.ends_at ?? '')).toBe(true));
  });

  test('are as long as the wait says: log-normal with a median of four minutes', () => {
    const minutes = started
      .map((call) => (Date.parse(call.ends_at) - Date.parse(call.started_at)) / 60_000)
      .sort((a, b) => a - b);
    const quantile = (share: number): number => minutes[Math.floor(share * minutes.length)] ?? NaN;
    for (const [share, z] of [
      [0.1, -1.2816],
      [0.5, 0],
      [0.9, 1.2816],
    ] as const)
      expect(quantile(share) / (4 * Math.exp(0.8 * z)) - 1).toBeCloseTo(0, 0.7);
  });
});

interface Ticket {
  readonly ticket: string;
  readonly status: string;
  readonly step: number;
  readonly at: string;
  readonly opened_at: string;
  readonly until: string | null;
  readonly hours_open: number;
  readonly customer: number;
  readonly priority: string;
  readonly agent: string;
}

/** The next statuses of each. */
const NEXT: Readonly<Record<string, readonly string[]>> = {
  opened: ['answered', 'closed'],
  answered: ['waiting', 'solved'],
  waiting: ['answered', 'solved'],
  solved: ['reopened', 'closed'],
  reopened: ['answered'],
};

describe('support tickets', () => {
  let rows: readonly Ticket[] = [];
  beforeAll(async () => {
    await run('tickets', 0.0008, { 'settings.path': 'tickets' });
    rows = await rowsOf('tickets');
  });

  test('go through their statuses at the times that were foretold', () => {
    const tickets = grouped(rows, ({ ticket }) => ticket);
    expect(tickets).toHaveLength(968);
    const begins = tickets.map(([first]) => [first?.status, first?.step, first?.hours_open].join());
    expect(new Set(begins)).toEqual(new Set(['opened,0,0']));
    const wrong = tickets.flatMap((changes) =>
      changes.slice(1).filter((change, i) => {
        const before = changes[i];
        const hours = (Date.parse(change.at) - Date.parse(change.opened_at)) / 3_600_000;
        const isNext = NEXT[before?.status ?? '']?.includes(change.status) && change.step === i + 1;
        return !isNext || change.at !== before?.until || Math.abs(change.hours_open - hours) >= 0.07;
      }),
    );
    expect(wrong).toEqual([]);
    const lasts = tickets.map((changes) => changes.at(-1));
    expect(lasts.filter((last) => (last?.until === null) !== (last?.status === 'closed'))).toEqual([]);
  });

  test('keep customer, priority and agent, and come in order of time', () => {
    expect(rows.map(({ at }) => at)).toEqual(rows.map(({ at }) => at).toSorted());
    for (const changes of grouped(rows, ({ ticket }) => ticket))
      expect(new Set(changes.map((each) => [each.customer, each.priority, each.agent].join())).size).toBe(1);
  });

  test('are closed by the customer in a tenth of cases, and reopened in a tenth', () => {
    const after = (status: string, next: string): number => {
      const tickets = grouped(rows, ({ ticket }) => ticket);
      const moves = tickets.flatMap((changes) =>
        changes.slice(1).filter((_, i) => changes[i]?.status === status),
      );
      return moves.filter((change) => change.status === next).length / moves.length;
    };
    expect(after('opened', 'closed')).toBeCloseTo(0.1, 1.5);
    expect(after('waiting', 'solved')).toBeCloseTo(0.2, 1.5);
  });
});
