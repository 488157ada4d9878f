import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Fault } from '@catbird/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cameBeyond, jsonLines, start, type Ended } from './catbird.ts';
import { here } from './here.ts';

let folder = '';
let whole: Ended;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catbird-faults-'));
  whole = await run(configTo('whole.ndjson'), 'whole.log');
});
afterAll(() => rm(folder, { recursive: true }));

const SCHEMA = {
  n: { type: 'catbird.sequence', params: { start: 0 } },
  id: { type: 'string.uuid' },
  at: { type: 'catbird.timestampNow' },
};
const HOUR_MS = 3_600_000;
const FAULTS = {
  duplicates: { share: 0.02, within: 50 },
  late: { share: 0.03, delayMs: { min: HOUR_MS, max: 5 * HOUR_MS } },
  reordering: { window: 20, share: 0.1 },
  malformed: { share: 0.01 },
  dropped: { share: 0.02 },
};
const COUNT = 20_000;

const configTo = (name: string, more: object = {}): object => ({
  destination: 'file',
  settings: { path: join(folder, name) },
  schema: SCHEMA,
  seed: 3,
  eps: 'max',
  limit: COUNT,
  faults: FAULTS,
  ...more,
});

const run = (config: object, log: string, ...flags: readonly string[]) =>
  here(['run', '-', '--json', '--faults-log', join(folder, log), ...flags], {
    input: JSON.stringify(config),
  });

const linesIn = async (name: string): Promise<string[]> =>
  (await readFile(join(folder, name), 'latin1')).split('\n').slice(0, -1);
const logIn = async (name: string): Promise<Fault[]> =>
  jsonLines(await readFile(join(folder, name), 'utf8')) as Fault[];

interface Row {
  readonly n: number;
  readonly id: string;
  readonly at: string;
}

/** The row in a line; undefined if it does not match the schema. */
function rowOf(line: string): Row | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(line, 'latin1'));
    const row = JSON.parse(text) as Partial<Row>;
    const isRow = typeof row.n === 'number' && typeof row.id === 'string' && typeof row.at === 'string';
    return isRow && !Number.isNaN(Date.parse(row.at ?? '')) ? (row as Row) : undefined;
  } catch {
    return undefined;
  }
}

/** Faults detected in lines without the log, by position, and missing rows. */
function detect(lines: readonly string[], nowMs: number) {
  const rows = lines.map(rowOf);
  const positions = (is: (row: Row | undefined, i: number) => boolean): number[] =>
    rows.flatMap((row, i) => (is(row, i) ? [i] : []));
  const firstAt = new Map<number, number>();
  rows.forEach((row, i) => {
    if (row !== undefined && !firstAt.has(row.n)) firstAt.set(row.n, i);
  });
  return {
    firstAt,
    malformed: positions((row) => row === undefined),
    late: positions((row) => row !== undefined && nowMs - Date.parse(row.at) > HOUR_MS / 2),
    duplicates: positions((row, i) => row !== undefined && firstAt.get(row.n) !== i),
  };
}

test('a detector finds exactly the faults that the log has', async () => {
  expect(whole.code).toBe(0);
  const [lines, log] = [await linesIn('whole.ndjson'), await logIn('whole.log')];
  expect(lines).toHaveLength(COUNT);
  const found = detect(lines, Date.now());
  const logged = (kind: Fault['kind']): Fault[] => log.filter((fault) => fault.kind === kind);
  const at = (kind: Fault['kind']): number[] => logged(kind).map(({ position }) => position);
  const spoiled = new Set(at('malformed'));
  const spoiledRows = new Set(logged('malformed').map(({ row }) => row));

  expect(found.malformed).toEqual([...spoiled]);
  expect(found.late).toEqual(at('late').filter((position) => !spoiled.has(position)));
  // A copy of a malformed line is malformed.
  expect(found.duplicates).toEqual(at('duplicate').filter((position) => !spoiled.has(position)));
  const dropped = new Set(logged('dropped').map(({ row }) => row));
  // The last reordering window may be incomplete.
  const complete = Math.max(...found.firstAt.keys()) - 2 * FAULTS.reordering.window;
  for (let row = 0; row < complete; row++)
    expect(found.firstAt.has(row)).toBe(!dropped.has(row) && !spoiledRows.has(row));
  const moved = new Set(logged('reordered').map(({ row }) => row));
  const inPlace = [...found.firstAt.keys()].filter((row) => !moved.has(row));
  expect(inPlace).toEqual(inPlace.toSorted((a, b) => a - b));
  expect(moved.size).toBeGreaterThan(500);

  const kinds = ['duplicate', 'late', 'reordered', 'malformed', 'dropped'] as const;
  const counts = Object.fromEntries(kinds.map((kind) => [kind, logged(kind).length]));
  expect(jsonLines(whole.err).at(-1)).toMatchObject({ generated: COUNT, accepted: COUNT, faults: counts });
  for (const [kind, share] of [
    ['duplicate', 0.02],
    ['late', 0.03],
    ['malformed', 0.01],
    ['dropped', 0.02],
  ] as const)
    expect((counts[kind] ?? 0) / COUNT).toBeCloseTo(share, 2);
});

test('rows without faults are unchanged', async () => {
  expect((await run(configTo('calm.ndjson', { faults: {}, limit: 21_000 }), 'calm.log')).code).toBe(0);
  expect(await logIn('calm.log')).toEqual([]);
  const calm = new Map((await linesIn('calm.ndjson')).map(rowOf).map((row) => [row?.n, row?.id]));
  for (const row of (await linesIn('whole.ndjson')).map(rowOf))
    if (row !== undefined) expect(calm.get(row.n)).toBe(row.id);
});

test('the logs of all shards together are the log of the whole stream', async () => {
  const parts = [];
  for (const k of [0, 1, 2]) {
    const { code } = await run(configTo(`part${k}.ndjson`), `part${k}.log`, '--shard', `${k}/3`);
    expect(code).toBe(0);
    parts.push(...(await logIn(`part${k}.log`)));
  }
  expect(parts.toSorted((a, b) => a.position - b.position)).toEqual(await logIn('whole.log'));
});

test('after a kill and --state, the log is that of an undisturbed run', async () => {
  const config = JSON.stringify(configTo('killed.ndjson', { eps: 4000, limit: 8000 }));
  const state = join(folder, 'killed.state');
  const flags = ['run', '-', '--json', '--faults-log', join(folder, 'killed.log'), '--state', state];
  const running = start(flags, { input: config });
  await cameBeyond(0, state);
  running.child.kill('SIGKILL');
  await running.ended;
  // It may be killed after entries were written, and in the middle of one, before their rows are in the state.
  const later = (await logIn('whole.log')).find(({ position }) => position >= 8000);
  await appendFile(join(folder, 'killed.log'), `${JSON.stringify(later)}\n{"row":79`);
  const last = await here(flags, { input: config });
  expect(last.code).toBe(0);
  expect(last.err).toContain('Resuming at row');
  const expected = (await logIn('whole.log')).filter(({ position }) => position < 8000);
  expect(await logIn('killed.log')).toEqual(expected);
});

test('faults of one of several streams have their own log and summary line', async () => {
  const { code, err } = await here(['run', '-', '--faults-log', join(folder, 'shop.log')], {
    input: JSON.stringify({
      destination: 'file',
      settings: { path: '/dev/null' },
      eps: 'max',
      limit: 1000,
      faults: { dropped: { share: 0.1 } },
      streams: { torn: {}, whole: { faults: {} } },
    }),
  });
  expect(code).toBe(0);
  const torn = await logIn('shop.log.torn');
  expect(torn.length).toBeGreaterThan(50);
  expect(err).toContain(`torn: 0 sent twice, 0 late, 0 out of order, 0 malformed, ${torn.length} skipped`);
  expect(await logIn('shop.log.whole')).toEqual([]);
});

test('--faults accepts JSON', async () => {
  const flags = ['log', '--limit', '100', '--eps', 'max', '--json'];
  const { code, out, err } = await here([...flags, '--faults', '{"duplicates": {"share": 0.2}}']);
  expect(code).toBe(0);
  expect(new Set(out.trimEnd().split('\n')).size).toBeLessThan(100);
  expect(jsonLines(err).at(-1)).toMatchObject({ faults: { late: 0, dropped: 0 } });
});

test.each([
  [['log', '--faults', '{'], '', `--faults must be JSON, such as '{"duplicates": {"share": 0.01}}'`],
  [['log', '--faults', '{"dropped": {"share": 2}}'], '', '--faults dropped.share: '],
  [['log', '--faults', '{"lost": {}}'], '', 'lost'],
  [['run', '-'], '{"destination": "log", "faults": {"dropped": {"share": 2}}}', 'faults.dropped.share: '],
  [['run', '-'], '{"destination": "log", "faults": 3}', 'faults must be an object'],
  [
    ['run', '-'],
    '{"streams": {"a": {"destination": "log", "faults": {"late": {"share": 0.1}}}}}',
    'streams.a.faults.late.delay',
  ],
])('%j %s is rejected with a remedy', async (args, input, words) => {
  const { code, out, err } = await here(args, { input });
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(words);
  expect(err).not.toMatch(/\n\s+at /);
});

test('a log that cannot be written is reported before anything is sent', async () => {
  const log = join(folder, 'no', 'such.log');
  const { code, out, err } = await here(['log', '--limit', '1', '--json', '--faults-log', log]);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain(`Could not open the fault log ${log}`);
  expect(jsonLines(err).at(-1)).toMatchObject({
    type: 'summary',
    reason: 'failed',
    generated: 0,
    exitCode: 1,
  });
});

test('--faults takes the path of a file, too, and says what else it could be', async () => {
  const text = '{"duplicates": {"share": 0.5}, "malformed": {"share": 0.3}}';
  const file = join(folder, 'faults.json');
  await writeFile(file, text);
  const args = ['log', '--schema', '-', '--limit', '40', '--eps', 'max', '--seed', '3', '--faults'];
  const input = JSON.stringify({ n: { type: 'catbird.sequence' } });
  const [given, named] = [await here([...args, text], { input }), await here([...args, file], { input })];
  expect(named).toMatchObject({ code: 0, out: given.out });
  expect(named.out).not.toBe((await here([...args, '{}'], { input })).out);
  for (const [wrong, words] of [
    ['none', /^--faults must be JSON, such as .*, or the path of a file with it$/m],
    ['{"a"', /^--faults must be JSON/m],
    [join(folder, 'none.json'), /--faults .*none\.json cannot be read: ENOENT/],
    ['{"late": {"share": 2}}', /--faults late\.share/],
  ] as const)
    expect(await here([...args, wrong], { input })).toMatchObject({
      code: 2,
      err: expect.stringMatching(words) as string,
    });
});
