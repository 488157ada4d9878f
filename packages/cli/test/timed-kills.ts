import { readdir, readFile } from 'node:fs/promises';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { startHttp } from '../../../test/services/http.ts';
import { catbird, start, type Running } from './catbird.ts';

const SCHEMA =
  '{"n": {"type": "catbird.sequence"}, "id": {"type": "string.uuid"}, "at": {"type": "catbird.timestampNow"}}';

/** Event times that every factor and a random placement determine. */
const TIMED = [
  ['--from', '2026-01-01', '--to', '2026-01-02', '--eps', '3', '--seed', '7'],
  ['--arrivals', 'poisson', '--disorder', '30s', '--rate', 'business day'],
].flat();
/** So that a day takes longer than the time until the last kill, on a slow machine too. */
const speed = (kills: number): readonly string[] => ['--speed', `1d/${kills * 10}s`];
/** Up to three saved states. */
const MOST_MS = 2500;
const FAULTS =
  '{"duplicates": {"share": 0.05}, "late": {"share": 0.1, "delayMs": {"mean": 60000}}, "reordering": {"window": 20}, "dropped": {"share": 0.02}}';

/** Orders of which half a day is under way, and their steps. */
const JOURNEYS = JSON.stringify({
  step: {
    type: 'catbird.journey',
    params: {
      states: { placed: { paid: 9, cancelled: 1 }, paid: { shipped: 1 }, shipped: {}, cancelled: {} },
      wait: { placed: { median: '10m', sigma: 1 }, paid: { mean: '6h' } },
    },
  },
  order: { type: 'catbird.session', params: { of: 'step' } },
  total: { type: 'number.int', per: 'order' },
  at: { type: 'catbird.timestampNow' },
});

/** Schemas and faults of streams that are killed. */
type Case = readonly [name: string, schema: string, flags: readonly string[]];

const CASES: readonly Case[] = [
  ['', SCHEMA, []],
  [', with faults', SCHEMA, ['--faults', FAULTS]],
];

/** The steps of journeys in time. */
export const JOURNEY_CASES: readonly Case[] = [
  [', of journeys', JOURNEYS, ['--arrivals', 'even']],
  [', of journeys, with faults', JOURNEYS, ['--arrivals', 'even', '--faults', FAULTS]],
];

/** The rows of a stream that was not killed, as lines. */
async function wholeOf(folder: string, schema: string, ...more: readonly string[]): Promise<string> {
  const path = join(folder, 'whole.ndjson');
  const { code, err } = await catbird(['file', '--path', path, '--schema', '-', ...TIMED, ...more], {
    input: schema,
  });
  expect(code, err).toBe(0);
  return readFile(path, 'utf8');
}

/** Kills a stream after a moment, but not before its state is written. Resolves to false if it ended before. */
async function killLater(running: Running, state: string, ms: number): Promise<boolean> {
  const before = existsSync(state) ? statSync(state).mtimeMs : 0;
  const isBusy = (): boolean => !existsSync(state) || statSync(state).mtimeMs === before;
  while (isBusy() && running.child.exitCode === null) await setTimeout(5);
  await setTimeout(ms);
  running.child.kill('SIGKILL');
  return (await running.ended).code === null;
}

/** Tests that the rows of killed streams have the bytes and the times of a stream that was not killed. */
export function killTimedTests(folder: () => string, kills: number, cases = CASES): void {
  describe(`after ${kills} kills at random moments, event times included,`, () => {
    test.each(cases)('a file has the bytes of a stream that was not killed%s', async (_, schema, flags) => {
      const path = join(folder(), 'events.ndjson');
      const state = join(folder(), 'state');
      const args = ['file', '--path', path, '--state', state, '--schema', '-', ...TIMED, ...flags];
      for (let kill = 0; kill < kills; kill++) {
        const running = start([...args, ...speed(kills)], { input: schema });
        expect(await killLater(running, state, Math.random() * MOST_MS)).toBe(true);
      }
      const { code, err } = await catbird(args, { input: schema });
      expect(code, err).toBe(0);
      expect((await readFile(path, 'utf8')) === (await wholeOf(folder(), schema, ...flags))).toBe(true);
      expect(await readdir(folder())).not.toContain('events.ndjson.lock');
    });

    test('a service has every row at least once, and no other bytes', async () => {
      const service = await startHttp();
      try {
        const state = join(folder(), 'state');
        const args = ['http', '--url', `${service.url}/events`, '--state', state, '--schema', '-', ...TIMED];
        for (let kill = 0; kill < kills; kill++) {
          const running = start([...args, ...speed(kills)], { input: SCHEMA });
          expect(await killLater(running, state, Math.random() * MOST_MS)).toBe(true);
        }
        const { code, err } = await catbird(args, { input: SCHEMA });
        expect(code, err).toBe(0);
        const received = new Set(service.rows.map((row) => JSON.stringify(row)));
        const whole = (await wholeOf(folder(), SCHEMA)).trimEnd().split('\n');
        expect([...received].sort()).toEqual(whole.sort());
      } finally {
        await service.close();
      }
    });
  });
}
