import { templates } from '@catbird/engine';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { start } from './catbird.ts';
import { here } from './here.ts';

/** Rows of a stream in each case. */
const ROWS = Number(process.env['CATBIRD_VERIFY_ROWS'] ?? 2000);

let folder = '';
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'catbird-truth-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string): string => join(folder, name);

type Config = Readonly<Record<string, unknown>>;
type Streams = Readonly<Record<string, Config>>;

const EXAMPLES = fileURLToPath(new URL('../../../examples/', import.meta.url));
/** What examples say of where rows go and how many there are does not count here. */
const LEFT_OUT = [
  'destination',
  'settings',
  'verify',
  'faults',
  'limit',
  'duration',
  'to',
  'speed',
  'delivery',
];

const without = (config: Config, names: readonly string[]): Config =>
  Object.fromEntries(Object.entries(config).filter(([name]) => !names.includes(name)));

/** An example as streams of so many rows that are sent at once, with times that all processes agree on. */
function plain(config: Config): Config {
  const { streams, ...all } = without(config, LEFT_OUT) as Config & { streams?: Streams };
  const list: Streams = streams ?? { rows: {} };
  const own = Object.entries(list).map(([name, stream]) => {
    const kept = without(stream, stream['eps'] === 'max' ? [...LEFT_OUT, 'eps'] : LEFT_OUT);
    return [name, { ...kept, limit: ROWS }] as const;
  });
  return {
    seed: 7,
    ...('starts' in all ? {} : { eps: 50 }),
    from: '2026-03-20T00:00:00Z',
    ...all,
    ...(String(all['from']).startsWith('-') && { from: '2026-03-20T00:00:00Z' }),
    speed: 'max',
    streams: Object.fromEntries(own),
  };
}

const CONFIGS: Readonly<Record<string, Config>> = {
  ...Object.fromEntries(templates.map(({ name }) => [name, plain({ template: name })])),
  ...Object.fromEntries(
    readdirSync(EXAMPLES)
      .filter((file) => file.endsWith('.yaml'))
      .map((file) => [
        file,
        plain(parse(readFileSync(join(EXAMPLES, file), 'utf8'), { merge: true }) as Config),
      ]),
  ),
};

/** Faults that all rows can have. */
const FAULTS: Readonly<Record<string, Config>> = {
  duplicates: { duplicates: { share: 0.1 } },
  late: { late: { share: 0.1, delayMs: { min: 1000, max: 600_000 } } },
  reordering: { reordering: { window: 20 } },
  ...Object.fromEntries(
    ['truncated', 'quote', 'comma', 'type', 'utf8'].map((kind) => [
      kind,
      { malformed: { share: 0.05, kinds: [kind] } },
    ]),
  ),
  dropped: { dropped: { share: 0.1 } },
  drift: { drift: [{ at: 100, share: 0.2, add: { version_of_row: 2 } }] },
};
const ALL: Config = {
  duplicates: { share: 0.1 },
  late: { share: 0.1, delayMs: { min: 1000, max: 600_000 } },
  reordering: { window: 20 },
  malformed: { share: 0.05 },
  dropped: { share: 0.1 },
  ...FAULTS['drift'],
};

/** How streams are sent: the flags of each process. */
const WAYS = {
  whole: [[]],
  shards: [
    ['--shard', '0/3'],
    ['--shard', '1/3'],
    ['--shard', '2/3'],
  ],
  threads: [['--workers', '2']],
} as const;

/** The lines of a file that are JSON, each once, as whoever removes copies leaves them. */
function deduped(lines: Buffer): Buffer {
  const seen = new Set<string>();
  const kept: Buffer[] = [];
  for (let from = 0; from < lines.length;) {
    const end = lines.indexOf(10, from);
    const line = lines.subarray(from, end + 1);
    from = end + 1;
    const text = line.toString('latin1');
    if (seen.has(text) || !isJson(line)) continue;
    seen.add(text);
    kept.push(line);
  }
  return Buffer.concat(kept);
}

function isJson(line: Buffer): boolean {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(line));
    return true;
  } catch {
    return false;
  }
}

const sum = { cases: 0, rows: 0 };

/** A config with faults, its files, and how it is verified. */
function written(config: Config, faults: Config) {
  const id = sum.cases++;
  const streams = Object.keys(config['streams'] as Streams);
  const path = (stream: string, part: number | string): string => at(`${id}-${stream}-${part}.ndjson`);
  const tables = streams.flatMap((of) =>
    (['raw', 'deduped'] as const).map((stage) => [`${of} ${stage}`, { of, source: path(of, stage), stage }]),
  );
  const file = at(`${id}.json`);
  const hasFaults = Object.keys(faults).length > 0;
  const all = {
    ...config,
    ...(hasFaults && { faults }),
    destination: 'file',
    streams: Object.fromEntries(
      Object.entries(config['streams'] as Streams).map(([name, stream]) => [
        name,
        { ...stream, settings: { path: path(name, 0) } },
      ]),
    ),
    verify: { tables: Object.fromEntries(tables) as Config },
  };
  writeFileSync(file, JSON.stringify(all));
  const record = (part: number): string => at(`${id}-${part}.record`);
  const command = (part: number): readonly string[] => [
    'run',
    file,
    '--quiet',
    '--record',
    record(part),
    ...streams.flatMap((name) => ['--set', `streams.${name}.settings.path=${path(name, part)}`]),
  ];
  return {
    command,
    path,
    streams,
    /** The tables that are not right, with their reports. */
    async wrong(parts: number): Promise<readonly unknown[]> {
      for (const stream of streams) {
        const files = Array.from({ length: parts }, (_, part) => readFileSync(path(stream, part)));
        const raw = Buffer.concat(files);
        writeFileSync(path(stream, 'raw'), raw);
        writeFileSync(path(stream, 'deduped'), deduped(raw));
      }
      const records = Array.from({ length: parts }, (_, part) => ['--record', record(part)]).flat();
      const { out, err } = await here(['verify', file, ...records, '--json']);
      expect(out, err).not.toBe('');
      const found = (JSON.parse(out) as { tables: readonly Verdict[] }).tables;
      expect(found.map(({ name }) => name)).toEqual(tables.map(([name]) => name));
      for (const { counts } of found) sum.rows += counts.arrived;
      return found
        .filter(({ verdict }) => verdict !== 'right')
        .map(({ name, counts, notes, identity, changed }) => ({ name, counts, notes, identity, changed }));
    },
  };
}

interface Verdict extends Config {
  readonly name: string;
  readonly verdict: string;
  readonly counts: { readonly arrived: number };
}

/** Sends streams, and verifies what has arrived. */
async function wrongTables(config: Config, faults: Config, way: keyof typeof WAYS) {
  const made = written(config, faults);
  const parts = WAYS[way];
  for (const [part, flags] of parts.entries()) {
    const { code, err } = await here([...made.command(part), ...flags]);
    expect(code, err).toBe(0);
  }
  return made.wrong(parts.length);
}

describe.each(Object.entries(CONFIGS))('%s', (_, config) => {
  test.each([...Object.entries(FAULTS), ['no faults', {}] as const, ['all faults', ALL] as const])(
    'arrives as it was sent: %s',
    async (_, faults) => expect(await wrongTables(config, faults, 'whole')).toEqual([]),
  );
  // Shards would send changes of a row in any order, so they are refused.
  const hasChanges = JSON.stringify(config).includes('catbird.change');
  test.each(hasChanges ? (['threads'] as const) : (['shards', 'threads'] as const))(
    'all faults in %s',
    async (way) => expect(await wrongTables(config, ALL, way)).toEqual([]),
  );
});

/** Templates whose events are no steps of journeys: those need computed times. */
const OF_THE_CLOCK = templates.map(({ name }) => name).filter((name) => name !== 'Web Sessions');

describe.each(OF_THE_CLOCK)('%s, with the times of the clock', (name) => {
  const { from: _, speed: __, ...config } = CONFIGS[name] ?? {};
  test.each([...Object.entries(FAULTS), ['no faults', {}] as const, ['all faults', ALL] as const])(
    'arrives as it was sent: %s',
    // Of a second and more, so that rows and their copies are made at other times.
    async (_, faults) => expect(await wrongTables({ ...config, eps: ROWS / 2 }, faults, 'whole')).toEqual([]),
  );
});

test('devices that are offline, and fields that have other names, are missing or no more', async () => {
  const config = CONFIGS['offline-devices.yaml'] ?? {};
  const offline = { by: 'sensor', share: 0.3, forMs: { min: 5000, max: 20_000 }, lost: 0.25 };
  const drift = [
    { at: 50, share: 0.3, rename: { celsius: 'degrees' } },
    { at: 400, remove: ['celsius'], retype: { n: 'string' } },
  ];
  for (const faults of [{ offline }, { offline, drift }, { ...ALL, reordering: undefined, offline, drift }])
    for (const way of ['whole', 'shards', 'threads'] as const)
      expect(await wrongTables(config, faults, way)).toEqual([]);
});

test.each(['Flight Bookings', 'Simple Example', 'customers.yaml', 'offline-devices.yaml'])(
  '%s: a process that is killed and goes on',
  async (name) => {
    for (const flags of [[], ['--workers', '2']]) {
      const config = CONFIGS[name] ?? {};
      const streams = Object.fromEntries(
        Object.entries(config['streams'] as Streams).map(([each, stream]) => [
          each,
          { ...stream, limit: 20 * ROWS },
        ]),
      );
      const made = written({ ...config, streams, speed: 'max' }, ALL);
      const state = at(`${name}-${flags.length}.state`);
      const args = [...made.command(0), ...flags, '--state', state];
      const [first = ''] = made.streams;
      const { child, ended } = start(args);
      while (
        child.exitCode === null &&
        (statSync(made.path(first, 0), { throwIfNoEntry: false })?.size ?? 0) === 0
      )
        await sleep(5);
      child.kill('SIGKILL');
      await ended;
      const { code, err } = await here(args);
      expect(code, err).toBe(0);
      expect(await made.wrong(1)).toEqual([]);
    }
  },
);

afterAll(() => console.log(`${sum.cases} cases, ${sum.rows} rows that arrived`));
