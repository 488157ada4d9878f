import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startHttp } from '../../../test/services/http.ts';
import type { Service } from '../../../test/services/service.ts';
import { cameBeyond, catbird, eventually, jsonLines, start } from './catbird.ts';

let folder = '';
let state = '';
let service: Service;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catbird-state-'));
  state = join(folder, 'state');
  service = await startHttp();
});
afterEach(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

const SCHEMA = '{"n": {"type": "catbird.sequence"}, "at": {"type": "catbird.timestampNow"}}';
const argsWith = (file: string, ...more: readonly string[]): string[] =>
  ['http', '--url', `${service.url}/events`, '--schema', '-', '--state', file, '--json'].concat(more);
const streaming = (file: string, ...more: readonly string[]) =>
  catbird(argsWith(file, '--eps', 'max', '--limit', '1000', ...more), { input: SCHEMA });
const summaryOf = (err: string): unknown => jsonLines(err).at(-1);

describe('after failures, a restart sends only what is missing', () => {
  /** Rejects some requests and accepts the others. */
  const failing = (isBad: (request: number) => boolean): void => {
    let requests = 0;
    service.answerWith(() => (isBad(++requests) ? { status: 500 } : undefined));
  };
  const numbersOf = (rows: readonly unknown[]): number[] => (rows as { n: number }[]).map(({ n }) => n);

  test('with the same bytes and times, and an exact limit', async () => {
    const flags = ['--eps', '2000', '--limit', '6000', '--on-failure', 'continue', '--attempts', '1'];
    const given: string[] = [];
    failing((request) => request % 5 === 2);
    const first = await streaming(state, ...flags);
    expect(first.code).toBe(1);
    const { failed } = summaryOf(first.err) as { failed: number };
    expect(failed).toBeGreaterThan(0);
    expect(service.rows).toHaveLength(6000 - failed);
    for (const { body } of service.requests) given.push(...body.toString().trimEnd().split('\n'));
    expect(new Set(given).size).toBe(6000);
    const before = service.requests.length;
    failing(() => false);
    const last = await streaming(state, ...flags);
    expect(last.code, last.err).toBe(0);
    expect(last.err).toContain('later rows that were acknowledged');
    expect(summaryOf(last.err)).toMatchObject({ generated: failed, accepted: failed, failed: 0 });
    const again = service.requests.slice(before).flatMap(({ body }) => body.toString().trimEnd().split('\n'));
    // The failed requests are repeated with the same bytes.
    expect(new Set([...given, ...again]).size).toBe(6000);
    expect(numbersOf(service.rows).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 6000 }, (_, i) => i + 1),
    );
    expect(JSON.parse(await readFile(state, 'utf8'))).toMatchObject({ next: 6000, acknowledged: [] });
    expect(summaryOf((await streaming(state, ...flags)).err)).toMatchObject({ generated: 0, exitCode: 0 });
  });

  test('after a kill, and with a smaller or larger limit', async () => {
    const flags = ['--eps', '2000', '--on-failure', 'continue', '--attempts', '1'];
    failing((request) => request % 3 === 1);
    const running = start(argsWith(state, ...flags, '--limit', '100000'), { input: SCHEMA });
    await eventually(async () => {
      const { acknowledged = [] } = JSON.parse(await readFile(state, 'utf8')) as { acknowledged?: unknown[] };
      expect(acknowledged.length).toBeGreaterThan(5);
    });
    running.child.kill('SIGKILL');
    await running.ended;
    failing(() => false);
    const kept = JSON.parse(await readFile(state, 'utf8')) as {
      next: number;
      acknowledged: readonly (readonly [number, number])[];
    };
    const end = kept.acknowledged.at(-1)?.[1] ?? 0;
    const done = kept.acknowledged.reduce((sum, [from, to]) => sum + to - from, kept.next);
    const smaller = await streaming(state, ...flags, '--limit', String(kept.next + 1));
    expect(summaryOf(smaller.err)).toMatchObject({ generated: 1, accepted: 1 });
    const larger = await streaming(state, ...flags, '--limit', String(end + 1000));
    expect(larger.code, larger.err).toBe(0);
    expect(summaryOf(larger.err)).toMatchObject({ accepted: end + 1000 - done - 1, failed: 0 });
    expect(new Set(numbersOf(service.rows))).toEqual(
      new Set([...numbersOf(service.rows), ...Array.from({ length: end + 1000 }, (_, i) => i + 1)]),
    );
  });

  test('in shards and with faults, whose log has every fault that was sent', async () => {
    const faults = '{"dropped": {"share": 0.05}, "duplicates": {"share": 0.05}}';
    const log = join(folder, 'faults.log');
    const flags = ['--seed', '3', '--shard', '1/3', '--limit', '6000', '--in-flight', '1', '--eps', '6000'];
    const more = ['--on-failure', 'continue', '--attempts', '1', '--faults', faults];
    failing((request) => request % 4 === 1);
    expect((await streaming(state, ...flags, ...more, '--faults-log', log)).code).toBe(1);
    failing(() => false);
    const last = await streaming(state, ...flags, ...more, '--faults-log', log);
    expect(last.code, last.err).toBe(0);
    const whole = join(folder, 'whole.log');
    const calm = join(folder, 'calm.state');
    expect((await streaming(calm, ...flags, ...more, '--faults-log', whole)).code).toBe(0);
    const linesOf = async (file: string): Promise<Set<string>> =>
      new Set((await readFile(file, 'utf8')).trimEnd().split('\n'));
    expect([...(await linesOf(log))].sort()).toEqual([...(await linesOf(whole))].sort());
  });
});

test('rows that are repeated after a kill keep their times', async () => {
  const input = '{"id": {"type": "catbird.sequence"}, "at": {"type": "catbird.timestampNow"}}';
  for (const eps of ['1500', 'max']) {
    const limit = eps === 'max' ? 150_000 : 6000;
    const flags = ['--eps', eps, '--limit', String(limit), '--state', `${state}.${eps}`, '--json'];
    const args = ['http', '--url', `${service.url}/events`, '--schema', '-', '--in-flight', '2', ...flags];
    const before = service.requests.length;
    let next = 0;
    // A slow service, so that rows are in flight when the process is killed.
    service.answerWith({ status: 200, afterMs: 300 });
    for (let kills = 0; kills < 2; kills++) {
      const running = start(args, { input });
      next = await cameBeyond(next, `${state}.${eps}`);
      running.child.kill('SIGKILL');
      await running.ended;
    }
    const resumedMs = Date.now();
    const last = await catbird(args, { input });
    expect(last.code, last.err).toBe(0);
    const bodies = service.requests.slice(before).map(({ body }) => body.toString());
    const rows = bodies.join('').trimEnd().split('\n');
    expect(rows.length).toBeGreaterThan(limit);
    expect(new Set(rows).size).toBe(limit);
    // New rows have the current time.
    const { at } = JSON.parse(rows.at(-1) ?? '') as { at: string };
    expect(Date.parse(at)).toBeGreaterThanOrEqual(resumedMs);
  }
});
