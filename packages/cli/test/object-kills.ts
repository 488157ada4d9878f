import { statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rowsIn, startS3, type S3Service } from '../../../test/services/s3.ts';
import { catbird, eventually, start, type Running } from './catbird.ts';

const SCHEMA = JSON.stringify({
  n: { type: 'catbird.sequence' },
  id: { type: 'string.uuid' },
  kind: { type: 'helpers.arrayElement', params: [['a', 'b', 'c']] },
  at: { type: 'catbird.timestampNow' },
});
const BUCKET = { bucket: 'events', region: 'us-east-1', accessKeyId: 'AKIA', secretAccessKey: 'secret' };
const ROWS = 40_000;
const OBJECT_ROWS = 500;
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

const AT_A_RATE = ['--eps', '8000', '--linger', '20ms'];
const CASES: readonly (readonly [name: string, flags: readonly string[]])[] = [
  [' at a rate', AT_A_RATE],
  [
    ' divided by a field and the hour',
    [...AT_A_RATE, '--prefix', 'raw/kind={{kind}}', '--partition-by', 'hour', '--digest'],
  ],
  [' with event times', ['--from', '2026-11-21', '--eps', '5', '--speed', '2000', '--partition-by', 'hour']],
  [' from two threads', [...AT_A_RATE, '--workers', '2']],
];

/** Tests that a bucket has each row once, whenever the stream that filled it was killed. */
export function killObjectTests(kills: number, cases = CASES): void {
  describe(`after ${kills} kills, a bucket has each row once`, () => {
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

    test.each(cases)('of a stream%s', async (_, flags) => {
      for (let kill = 0; kill < kills; kill++)
        await killSaved(start(args(flags), { input: SCHEMA }), join(folder, 'state'));
      const { code, err } = await catbird(args(flags), { input: SCHEMA });
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
}

/** Kills a stream at a random moment after it has saved its state, with requests under way. */
async function killSaved(running: Running, state: string): Promise<void> {
  const changed = (): number => statSync(state, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  for (let saves = 0, last = changed(); saves < 2; last = changed()) {
    await eventually(() => {
      if (changed() === last && running.child.exitCode === null) throw new Error('No state was saved');
    });
    saves++;
  }
  await setTimeout(Math.random() * MOST_MS);
  running.child.kill('SIGKILL');
  expect((await running.ended).code).toBeNull();
}
