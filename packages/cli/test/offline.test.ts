import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Fault } from '@catbird/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cases, longOnly } from '../../../test/long.ts';
import { cameBeyond, jsonLines, start } from './catbird.ts';
import { here } from './here.ts';

const EXAMPLE = fileURLToPath(new URL('../../../examples/offline-devices.yaml', import.meta.url));

let folder = '';
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'catbird-offline-'))));
afterAll(() => rm(folder, { recursive: true }));

interface Reading {
  readonly n: number;
  readonly sensor: string;
  readonly at: string;
}

const linesIn = async (name: string): Promise<readonly string[]> =>
  (await readFile(join(folder, name), 'utf8')).split('\n').slice(0, -1);
const logIn = async (name: string): Promise<readonly Fault[]> =>
  jsonLines(await readFile(join(folder, name), 'utf8')) as Fault[];
const [HOURS, ROWS, TO] = longOnly([[2, 720_000, 'to=2026-11-20T10:00'] as const])[0] ?? [
  0.5,
  180_000,
  'to=2026-11-20T08:30',
];
const flagsFor = (name: string): readonly string[] => [
  'run',
  EXAMPLE,
  '--set',
  `settings.path=${join(folder, `${name}.ndjson`)}`,
  '--faults-log',
  join(folder, `${name}.log`),
  '--set',
  TO,
];

const FROM = Date.parse('2026-11-20T08:00:00Z');
const timeOf = (n: number): number => FROM + n * 10;
/** Every sensor reports once in so many rows, and ten seconds. */
const SENSORS = 1000;
const LIMIT = longOnly([300_000])[0] ?? 50_000;

describe('the example of sensors that are offline at times', () => {
  let lines: readonly string[] = [];
  let log: readonly Fault[] = [];
  let readings: readonly Reading[] = [];
  const held = new Map<number, number>();
  const lost = new Set<number>();
  beforeAll(async () => {
    const { code, err } = await here(flagsFor('whole'));
    expect(code, err).toBe(0);
    expect(err).toContain('Events of devices that are offline when the stream ends are left out');
    lines = await linesIn('whole.ndjson');
    log = await logIn('whole.log');
    readings = lines.map((line) => JSON.parse(line) as Reading);
    for (const fault of log)
      if (fault.kind === 'held') held.set(fault.row, fault.heldMs);
      else if (fault.kind === 'lost') lost.add(fault.row);
  });
  const firstLines = (): readonly string[] => lines.slice(0, LIMIT);
  const firstFaults = (): readonly Fault[] => log.filter(({ position }) => position < LIMIT);

  test('sends every reading once, but for those that are lost or held at the end', () => {
    expect(new Set(readings.map(({ n }) => n)).size).toBe(readings.length);
    expect(readings.filter(({ n }) => lost.has(n))).toEqual([]);
    const sent = new Set(readings.map(({ n }) => n));
    const missing = Array.from({ length: ROWS }, (_, n) => n).filter((n) => !sent.has(n) && !lost.has(n));
    expect(missing.length).toBeLessThan(0.03 * SENSORS * 60);
    expect(Math.min(...missing)).toBeGreaterThan(ROWS - 60_000);
  });

  test('has 3 % of the sensors offline at any time, and a quarter of their readings lost', () => {
    // In each minute but the last ten, whose readings may still be held.
    const silent = new Array<number>(60 * HOURS - 10).fill(0);
    for (const n of [...held.keys(), ...lost]) {
      const minute = Math.floor(n / 6000);
      if (minute < silent.length) silent[minute] = (silent[minute] ?? 0) + 1;
    }
    const shares = silent.map((count) => count / 6000);
    expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeCloseTo(0.03, 2);
    expect(Math.min(...shares)).toBeGreaterThan(0.015);
    expect(Math.max(...shares)).toBeLessThan(0.05);
    expect(lost.size / (held.size + lost.size)).toBeCloseTo(0.25, 1);
  });

  test('sends what a sensor has kept in a burst, in order, when it is back', () => {
    expect(readings.filter(({ n, at }) => Date.parse(at) !== timeOf(n))).toEqual([]);
    const bursts = new Map<string, Reading[]>();
    let last = 0;
    for (const reading of readings) {
      const { n, sensor } = reading;
      const heldMs = held.get(n);
      if (heldMs === undefined) last = timeOf(n);
      else {
        const endMs = timeOf(n) + heldMs;
        bursts.set(`${sensor} ${endMs}`, [...(bursts.get(`${sensor} ${endMs}`) ?? []), reading]);
        // Between the last reading before then and the first one from then on.
        expect(endMs - last).toBeGreaterThan(0);
        expect(endMs - last).toBeLessThanOrEqual(500);
      }
    }
    expect(bursts.size).toBeGreaterThan(150 * HOURS);
    for (const [key, rows] of bursts) {
      const silentMs = rows.map(({ n }) => Number(key.split(' ')[1]) - timeOf(n));
      // One every ten seconds, until just before it is back.
      expect(silentMs).toEqual(
        silentMs.map((_, i) => (silentMs.at(-1) ?? 0) + (rows.length - 1 - i) * 10_000),
      );
      expect([(silentMs.at(-1) ?? 0) <= 10_000, (silentMs[0] ?? 0) <= 600_000]).toEqual([true, true]);
    }
    expect(Math.max(...Array.from(bursts.values(), ({ length }) => length))).toBeGreaterThan(50);
  });

  test('is the same after kills in the middle of silences: every row once, and each fault logged once', async () => {
    const state = join(folder, 'state');
    const limit = ['--set', `limit=${LIMIT}`];
    const flags = [...flagsFor('killed'), ...limit, '--state', state, '--digest', '--json'];
    let next = 0;
    for (let kills = 0; kills < cases(1); kills++) {
      // All of it takes a quarter of a minute.
      const running = start([...flags, '--set', 'speed=2h/2m']);
      next = await cameBeyond(next + 3000, state);
      running.child.kill('SIGKILL');
      expect((await running.ended).code).toBe(null);
    }
    const { code, err } = await here(flags);
    expect(code, err).toBe(0);
    expect(err).toContain('Resuming at row');
    expect((await linesIn('killed.ndjson')).join('\n') === firstLines().join('\n')).toBe(true);
    expect(await logIn('killed.log')).toEqual(firstFaults());
    const summary = jsonLines(err).at(-1) as { readonly part: { readonly digest: string } };
    expect(`${summary.part.digest}\n`).toBe((await here(['digest', EXAMPLE, ...limit, '--set', TO])).out);
  });

  test.each([
    ['2 shards by sensor', 2, ['--split-by', 'sensor', '--workers', '2']],
    ...longOnly([['3 shards', 3, []] as const]),
  ] as const)('with a limit, %s send its first rows and log their faults', async (_, count, flags) => {
    const parts = await Promise.all(
      Array.from({ length: count }, async (_each, index) => {
        const name = `part-${flags.join('')}-${index}`;
        const shard = count > 1 ? ['--shard', `${index}/${count}`] : [];
        const args = [...flagsFor(name), '--set', `limit=${LIMIT}`, ...shard, ...flags];
        const { code, err } = await here(args);
        expect(code, err).toBe(0);
        return { lines: await linesIn(`${name}.ndjson`), log: await logIn(`${name}.log`) };
      }),
    );
    expect(parts.flatMap(({ lines }) => lines).toSorted()).toEqual(firstLines().toSorted());
    const sorted = (log: readonly Fault[]): readonly string[] =>
      log.map((fault) => JSON.stringify(fault)).toSorted();
    expect(sorted(parts.flatMap((part) => part.log))).toEqual(sorted(firstFaults()));
  });
});
