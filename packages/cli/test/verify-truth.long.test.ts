import { templates } from '@catbird/core/internal/templates';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { start } from './catbird.ts';
import { here } from './here.ts';

/** Rows of each case. */
const ROWS = Number(process.env['CATBIRD_VERIFY_ROWS'] ?? 3000);

let folder = '';
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'catbird-truth-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string): string => join(folder, name);

type Config = Readonly<Record<string, unknown>>;

const EXAMPLES = fileURLToPath(new URL('../../../examples/', import.meta.url));
const COMMON = { seed: 7, from: '2026-03-20T00:00:00Z', eps: 50, speed: 'max', limit: ROWS };
/** The rows of all templates, and of examples that describe one stream. */
const STREAMS: Readonly<Record<string, Config>> = {
  ...Object.fromEntries(templates.map(({ name }) => [name, { template: name, ...COMMON }])),
  ...Object.fromEntries(
    readdirSync(EXAMPLES)
      .filter((file) => file.endsWith('.yaml'))
      .map((file) => [file, parse(readFileSync(join(EXAMPLES, file), 'utf8')) as Config] as const)
      .filter(([, config]) => typeof config['schema'] === 'object')
      .map(([file, { schema, seed, eps, arrivals, from }]) => [
        file,
        { ...COMMON, schema, seed: seed ?? 7, ...(typeof eps === 'number' && { eps }), ...(arrivals !== undefined && { arrivals }), ...(from !== undefined && { from }) },
      ]),
  ),
};

/** Faults that all rows can have. */
const FAULTS: Readonly<Record<string, Config>> = {
  duplicates: { duplicates: { share: 0.1 } },
  late: { late: { share: 0.1, delayMs: { min: 1000, max: 600_000 } } },
  reordering: { reordering: { window: 20 } },
  truncated: { malformed: { share: 0.05, kinds: ['truncated'] } },
  quote: { malformed: { share: 0.05, kinds: ['quote'] } },
  comma: { malformed: { share: 0.05, kinds: ['comma'] } },
  type: { malformed: { share: 0.05, kinds: ['type'] } },
  utf8: { malformed: { share: 0.05, kinds: ['utf8'] } },
  dropped: { dropped: { share: 0.1 } },
};
const ALL = Object.assign({}, ...Object.values(FAULTS), { malformed: { share: 0.05 } }) as Config;

/** Faults of the first text or number that rows have. */
async function driftOf(name: string): Promise<Config> {
  const { out } = await here(['sample', '-n', '1', '--quiet', ...(await configOf(name, {}))]);
  const row = JSON.parse(out) as Config;
  const fields = Object.keys(row);
  const [first = '', last = ''] = [fields[0], fields.at(-1)];
  return {
    drift: [
      { at: 100, share: 0.2, add: { version_of_row: 2 } },
      { at: 200, rename: { [last]: `${last}_2` } },
      { at: 300, share: 0.3, remove: [first] },
    ],
  };
}

async function configOf(name: string, faults: Config): Promise<readonly string[]> {
  void faults;
  const { template, schema } = STREAMS[name] ?? {};
  if (typeof template === 'string') return ['--template', template, '--from', '2026-03-20T00:00:00Z', '--eps', '50'];
  writeFileSync(at('schema.json'), JSON.stringify(schema));
  return ['--schema', at('schema.json'), '--from', '2026-03-20T00:00:00Z', '--eps', '50'];
}

/** How a stream is sent: some processes, each with its flags. */
const WAYS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  whole: [[]],
  shards: [['--shard', '0/3'], ['--shard', '1/3'], ['--shard', '2/3']],
  threads: [['--workers', '2']],
};

/** The lines of a file, without those that are there already and those that are no JSON. */
function deduped(lines: Buffer): Buffer {
  const seen = new Set<string>();
  const kept: Buffer[] = [];
  for (let from = 0; from < lines.length;) {
    const end = lines.indexOf(10, from);
    const line = lines.subarray(from, end + 1);
    from = end + 1;
    const text = line.toString('latin1');
    if (seen.has(text)) continue;
    seen.add(text);
    try {
      JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(line));
      kept.push(line);
    } catch {
      // A malformed line goes elsewhere.
    }
  }
  return Buffer.concat(kept);
}

interface Verdict {
  readonly name: string;
  readonly verdict: string;
  readonly counts: Config;
}

async function verdicts(config: string, records: readonly string[]): Promise<readonly Verdict[]> {
  const args = records.flatMap((record) => ['--record', record]);
  const { out, err } = await here(['verify', config, ...args, '--json']);
  expect(out, err).not.toBe('');
  return (JSON.parse(out) as { tables: readonly Verdict[] }).tables;
}

let count = 0;
let rowsSeen = 0;

/** Sends a stream, and verifies what has arrived. */
async function judged(name: string, faults: Config, way: keyof typeof WAYS, flags: readonly string[] = []) {
  const number = count++;
  const path = (part: number): string => at(`${number}-${part}.ndjson`);
  const record = (part: number): string => at(`${number}-${part}.json`);
  const config = at(`${number}.yaml`);
  writeFileSync(
    config,
    JSON.stringify({
      ...STREAMS[name],
      ...(Object.keys(faults).length > 0 && { faults }),
      destination: 'file',
      settings: { path: path(0) },
      verify: {
        tables: {
          raw: { source: at(`${number}.raw`), stage: 'raw' },
          deduped: { source: at(`${number}.deduped`), stage: 'deduped' },
        },
      },
    }),
  );
  const parts = WAYS[way] ?? [];
  for (const [part, own] of parts.entries()) {
    const args = ['run', config, '--quiet', '--set', `settings.path=${path(part)}`, '--record', record(part)];
    const { code, err } = await here([...args, ...own, ...flags]);
    expect(code, err).toBe(0);
  }
  const raw = Buffer.concat(parts.map((_, part) => readFileSync(path(part))));
  writeFileSync(at(`${number}.raw`), raw);
  writeFileSync(at(`${number}.deduped`), deduped(raw));
  rowsSeen += ROWS * 2;
  const found = await verdicts(config, parts.map((_, part) => record(part)));
  return found.map((each) => [each.name, each.verdict, each.verdict === 'right' ? {} : each]);
}

const RIGHT = [['raw', 'right', {}], ['deduped', 'right', {}]];

describe.each(Object.keys(STREAMS))('%s', (name) => {
  test.each([...Object.keys(FAULTS), 'drift', 'none', 'all'])('%s, whole', async (kind) => {
    const drift = kind === 'drift' || kind === 'all' ? await driftOf(name) : {};
    expect(await judged(name, { ...(kind === 'all' ? ALL : FAULTS[kind]), ...drift }, 'whole')).toEqual(RIGHT);
  });
  test.each(['shards', 'threads'] as const)('all faults, in %s', async (way) => {
    expect(await judged(name, ALL, way)).toEqual(RIGHT);
  });
});

afterAll(() => console.log(`${count} cases, ${rowsSeen} rows`));
void [start, sleep, existsSync, statSync];
