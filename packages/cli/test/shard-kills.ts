import { messagesOf } from '@catbird/engine';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import { readAddress } from '../src/stream/store/address.ts';
import { openStore } from '../src/stream/store/open.ts';
import { catbird, hasAccepted, jsonLines, start, type Ended, type Running } from './catbird.ts';
import type { RunningStore } from './stores/suite.ts';

/** What is killed, how often, and where its states are. */
export interface KillPlan {
  readonly shards: number;
  readonly workers: number;
  readonly kills: number;
  /** Of the whole stream, over the wall clock. */
  readonly perSecond: number;
  readonly rows: number;
  /** Determines which shards are killed, and when. */
  readonly seed: number;
  /** Undefined: files. */
  readonly store?: RunningStore | undefined;
  /** Whether a shard runs in two processes for a while. */
  readonly twice?: boolean;
  /** The field by whose values the shards are split. Default: by the numbers of the rows. */
  readonly splitBy?: string;
}

const SCHEMA = {
  n: { type: 'catbird.sequence' },
  id: { type: 'string.uuid' },
  name: { type: 'person.fullName' },
  at: { type: 'catbird.timestampNow' },
  user: { type: 'number.int', params: { min: 1, max: 200 } },
};

/** Kills the shards of a stream and starts them again, and checks that the destination has the whole stream. */
export async function killShards(plan: KillPlan): Promise<void> {
  const { shards, kills, seed, splitBy } = plan;
  const folder = await mkdtemp(join(tmpdir(), 'catbird-kills-'));
  const sink = await startSink(splitBy === undefined ? (n) => [(n - 1) % shards] : () => range(shards));
  try {
    const stage = await stageIn(folder, sink, plan);
    const random = randomFrom(seed);
    // Each shard is killed as often as a die says, at its own moments.
    const fates = Array.from({ length: shards }, (): number[] => []);
    for (let kill = 0; kill < kills; kill++) fates[Math.floor(random() * shards)]?.push(random());
    const ends = await Promise.all(fates.map((fate, shard) => live(shard, fate, stage, plan)));
    await expectWhole(ends, stage, plan);
  } finally {
    await sink.close();
    await rm(folder, { recursive: true });
  }
}

/** How to run the shards. */
interface Stage {
  readonly folder: string;
  readonly config: string;
  readonly sink: Sink;
  /** Starts a shard, at the rate of the plan or as fast as it can. */
  readonly begin: (shard: number, atRate: boolean) => Running;
  /** The id of the process that saved last. */
  readonly ownerOf: (shard: number) => Promise<string>;
}

async function stageIn(folder: string, sink: Sink, plan: KillPlan): Promise<Stage> {
  const { shards, workers, perSecond, rows, store, splitBy } = plan;
  const config = join(folder, 'stream.json');
  const stream = {
    destination: 'http',
    settings: { url: sink.url },
    schema: SCHEMA,
    seed: 7,
    eps: 1,
    limit: rows,
    from: '2026-01-01',
    delivery: { inFlight: Math.max(2, workers) },
  };
  await writeFile(config, JSON.stringify(stream));
  const address = store && `${store.address}/kills`;
  const stateOf = (shard: number): string => address ?? join(folder, `state.${shard}`);
  const env = store?.env ?? {};
  return {
    folder,
    config,
    sink,
    begin(shard, atRate) {
      const own = ['--shard', `${shard}/${shards}`, '--state', stateOf(shard), '--digest', '--json'];
      const pace = atRate ? ['--set', `speed=${perSecond}`] : [];
      const threads = workers > 1 ? ['--workers', String(workers)] : [];
      const split = splitBy === undefined ? [] : ['--split-by', splitBy];
      return start(['run', config, ...own, ...pace, ...threads, ...split], { env });
    },
    async ownerOf(shard) {
      if (address === undefined) return processIn(await readFile(stateOf(shard), 'utf8'));
      const read = readAddress(address);
      if (!read.ok) throw new Error(messagesOf(read.issues).join('. '));
      const opened = await openStore(read, env);
      try {
        return processIn((await opened.load(`${shard}/${shards}`))?.text ?? '');
      } finally {
        await opened.close();
      }
    },
  };
}

const processIn = (state: string): string => String((JSON.parse(state) as { process: unknown }).process);

/** Runs a shard, kills it as its fate says, and runs it to its end. */
async function live(shard: number, fate: readonly number[], stage: Stage, plan: KillPlan): Promise<Ended> {
  for (const chance of fate) {
    const running = stage.begin(shard, true);
    await hasAccepted(running);
    // Half of the kills right after a response that no state can hold yet, the others at any moment.
    if (chance < 0.5) await stage.sink.answered(shard);
    else await setTimeout((chance - 0.5) * 2000);
    running.child.kill('SIGKILL');
    expect((await running.ended).code, 'The stream ended before it was killed: give it more rows').toBeNull();
  }
  if (plan.twice === true && shard === 0) await runTwice(shard, stage);
  const ended = await stage.begin(shard, false).ended;
  expect(ended.code, ended.err).toBe(0);
  return ended;
}

/** Runs two processes of a shard: the first one must stop, and save nothing once the second one has. */
async function runTwice(shard: number, stage: Stage): Promise<void> {
  const elder = stage.begin(shard, true);
  await hasAccepted(elder);
  const before = await stage.ownerOf(shard);
  const younger = stage.begin(shard, true);
  const first = await Promise.race([
    elder.ended,
    younger.ended.then(({ err }) => ({ code: 'younger', err })),
  ]);
  expect(first.code, first.err.slice(-2000)).toBe(3);
  // It may have claimed the state twice: once more where the elder one saved meanwhile.
  await hasAccepted(younger);
  const owner = await stage.ownerOf(shard);
  expect(owner).not.toBe(before);
  younger.child.kill('SIGKILL');
  await younger.ended;
  expect(await stage.ownerOf(shard)).toBe(owner);
}

/** The destination has each row at least once and nothing else, few rows twice, and all digests agree. */
async function expectWhole(
  ends: readonly Ended[],
  { folder, config, sink }: Stage,
  plan: KillPlan,
): Promise<void> {
  const { rows, kills, perSecond, twice = false } = plan;
  const flags = ['--schema', '-', '--seed', '7', '--eps', '1', '--from', '2026-01-01', '-n', String(rows)];
  const files = await Promise.all(
    ends.map(async ({ err }, shard) => {
      const file = join(folder, `${shard}.json`);
      await writeFile(file, err);
      return file;
    }),
  );
  const [sample, digest, summary] = await Promise.all([
    catbird(['sample', ...flags], { input: JSON.stringify(SCHEMA) }),
    catbird(['digest', config]),
    catbird(['summary', '--json', ...files]),
  ]);
  const whole = sample.out.trimEnd().split('\n');
  const missing = whole.filter((line) => !sink.lines.has(line));
  expect({ missing: missing.length, first: missing[0], distinct: sink.lines.size }).toEqual({
    missing: 0,
    first: undefined,
    distinct: rows,
  });
  const received = [...sink.lines.values()].reduce((sum, count) => sum + count, 0);
  expect(received - rows).toBeLessThanOrEqual(perSecond * (kills + (twice ? 2 : 0)));
  const sum = JSON.parse(summary.out) as Record<string, number> & { digest: string; owing: unknown[] };
  expect(`${sum.digest}\n`, summary.err).toBe(digest.out);
  expect(sum.owing).toEqual([]);
  const parts = ['accepted', 'quarantined', 'rejected', 'failed', 'dropped', 'inFlight'];
  expect(sum['generated']).toBe(parts.map((name) => Number(sum[name])).reduce((a, b) => a + b));
  for (const { err } of ends)
    expect(jsonLines(err).at(-1)).toMatchObject({ type: 'summary', reason: 'limit' });
}

/** An endpoint that keeps rows, and answers late. */
interface Sink {
  readonly url: string;
  /** How often each row came, as a line. */
  readonly lines: ReadonlyMap<string, number>;
  /** Resolves when the next rows of a shard are answered. */
  answered(shard: number): Promise<void>;
  close(): Promise<void>;
}

/** Longest time until an answer. */
const LATE_MS = 60;

const range = (length: number): readonly number[] => Array.from({ length }, (_, i) => i);

/** @param shardsOf the shards that a row may be of, by its number from 1 */
async function startSink(shardsOf: (n: number) => readonly number[]): Promise<Sink> {
  const lines = new Map<string, number>();
  const waiting = new Map<number, () => void>();
  let requests = 0;
  const server = createServer((request, response) => {
    void (async () => {
      const rows = (await text(request)).trimEnd().split('\n');
      for (const row of rows) lines.set(row, (lines.get(row) ?? 0) + 1);
      await setTimeout((++requests * 17) % LATE_MS);
      response.end('{}');
      const { n } = JSON.parse(rows[0] ?? '{"n":1}') as { n: number };
      for (const shard of shardsOf(n)) waiting.get(shard)?.();
    })().catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/events`,
    lines,
    answered: (shard) => new Promise((resolve) => void waiting.set(shard, resolve)),
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Numbers in [0, 1) that a seed determines: a linear congruential generator with the constants of Numerical Recipes. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
