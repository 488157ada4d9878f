import { statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { longOnly } from '../../../test/long.ts';
import { rowsIn, startS3, type S3Service } from '../../../test/services/s3.ts';
import { eventually, start, type Running } from './catbird.ts';
import { here } from './here.ts';

const SCHEMA = JSON.stringify({
  n: { type: 'catbird.sequence' },
  id: { type: 'string.uuid' },
  kind: { type: 'helpers.arrayElement', params: [['a', 'b', 'c']] },
  at: { type: 'catbird.timestampNow' },
});
const BUCKET = { bucket: 'events', region: 'us-east-1', accessKeyId: 'AKIA', secretAccessKey: 'secret' };
const ROWS = longOnly([30_000])[0] ?? 12_000;
const OBJECT_ROWS = 250;
const MOST_DELAY_MS = 300;
/** Until then, another state is saved. */
const MOST_MS = 900;

interface Row {
  readonly n: number;
  readonly kind: string;
}

/** The rows of all objects, as a reader of the bucket finds them. */
const rowsOf = ({ objects }: S3Service): readonly Row[] =>
  [...objects].flatMap(([key, { body }]) => rowsIn(key, body) as Row[]);

/** So that all rows take far longer than the time until a kill. */
const AT_A_RATE = ['--eps', String(ROWS / 10), '--linger', '20ms'];
const CASES: readonly (readonly [name: string, flags: readonly string[]])[] = [
  [
    ' divided by a field and the hour',
    [...AT_A_RATE, '--prefix', 'raw/kind={{kind}}', '--partition-by', 'hour', '--digest'],
  ],
  ...longOnly([
    [' from two threads', [...AT_A_RATE, '--workers', '2']] as const,
    [' at a rate', AT_A_RATE] as const,
    [
      ' with event times',
      ['--from', '2026-11-21', '--eps', '5', '--speed', '600', '--partition-by', 'hour'],
    ] as const,
  ]),
];

/** How often a stream is killed. */
const KILLS = longOnly([3])[0] ?? 1;

describe('after kills, a bucket has each row once', () => {
  let folder = '';
  let service: S3Service;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'catbird-objects-'));
    service = await startS3({ ...BUCKET, delayMs: () => Math.random() * MOST_DELAY_MS });
  });
  afterEach(async () => {
    await service.close();
    await rm(folder, { recursive: true });
  });

  const args = (flags: readonly string[]): readonly string[] =>
    ['s3', '--bucket', 'events', '--endpoint', service.url, '--access-key-id', 'AKIA', '--align'].concat(
      ['--secret-access-key', 'secret', '--state', join(folder, 'state'), '--schema', '-', '--seed', '7'],
      ['--batch-rows', String(OBJECT_ROWS), '--limit', String(ROWS)],
      flags,
    );

  test.each(CASES)('of a stream%s', async (_, flags) => {
    for (let kill = 0; kill < KILLS; kill++)
      await killSaved(start(args(flags), { input: SCHEMA }), join(folder, 'state'), service);
    const rest = flags.includes('--speed') ? ['--speed', 'max'] : ['--eps', 'max'];
    const { code, err } = await here([...args(flags), ...rest], { input: SCHEMA });
    expect(code, err).toBe(0);
    expect(service.faults).toEqual([]);
    // Some rows were sent again, in objects of the same names.
    expect(service.rows.length).toBeGreaterThan(ROWS);
    const rows = rowsOf(service);
    expect(rows).toHaveLength(ROWS);
    expect(new Set(rows.map(({ n }) => n)).size).toBe(ROWS);
    if (!flags.includes('--prefix') && !flags.includes('--workers'))
      for (const key of service.objects.keys())
        expect(Number(/-(\d+)-\d+\./.exec(key)?.[1]) % OBJECT_ROWS).toBe(0);
    if (flags.includes('--prefix'))
      for (const [key, { body }] of service.objects)
        expect(new Set((rowsIn(key, body) as Row[]).map(({ kind }) => `raw/kind=${kind}/`))).toEqual(
          new Set([/^raw\/kind=.\//.exec(key)?.[0]]),
        );
  });
});

/** Kills a stream at a random moment after it has saved its state, with requests under way and rows sent since then. */
async function killSaved(running: Running, state: string, { rows }: S3Service): Promise<void> {
  const changed = (): number => statSync(state, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  for (let saves = 0, last = changed(); saves < 2; last = changed()) {
    await eventually(() => {
      if (changed() === last && running.child.exitCode === null) throw new Error('No state was saved');
    });
    saves++;
  }
  const before = rows.length;
  await setTimeout(Math.random() * MOST_MS);
  await eventually(() => expect(rows.length).toBeGreaterThan(before));
  running.child.kill('SIGKILL');
  expect((await running.ended).code).toBeNull();
}
