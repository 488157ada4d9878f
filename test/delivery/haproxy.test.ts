import { afterAll, describe, expect, test } from 'vitest';
import { steady, unlimited, type Http } from '@catbird/core';
import { fetchHttp } from '@catbird/core/destinations';
import { startHttp } from '../services/http.ts';
import { chance } from './chance.ts';
import { FAULTS, LIMIT_PER_SECOND, RETRY_AFTER_S, startProxy } from './haproxy.ts';
import { destinationOf, stream, unaccounted, type Streamed } from './stream.ts';

const http = destinationOf('http');
const service = await startHttp();
const proxy = await startProxy(service.url);
const { faulty = '', limited = '' } = proxy ?? {};

afterAll(async () => {
  await proxy?.stop();
  await service.close();
});

/** Has a share of the requests suffer faults that the seed chooses. */
function suffering(seed: number, share: number): Http {
  const random = chance(seed);
  const send = fetchHttp(fetch);
  return (request) => {
    const fault = random() < share ? FAULTS[Math.floor(random() * FAULTS.length)] : undefined;
    return send(
      fault === undefined ? request : { ...request, headers: { ...request.headers, 'x-fault': fault } },
    );
  };
}

const ROWS = 200;

interface FaultRun extends Streamed {
  /** Different rows of this run that the service has. */
  readonly stored: number;
}

async function faultRun(seed: number, attempts: number): Promise<FaultRun> {
  const target = `/events?run=${seed}-${attempts}`;
  const ran = await stream({
    destination: http,
    settings: { url: `${faulty}${target}` },
    http: suffering(seed, 0.35),
    pace: unlimited(20),
    limit: ROWS,
    onFailure: 'continue',
    retry: { attempts, baseMs: 2, throttleBaseMs: 2, capMs: 20, requestMs: 600 },
  });
  const bodies = service.requests.filter((each) => each.target === target).map(({ body }) => String(body));
  return { ...ran, stored: new Set(bodies.flatMap((body) => body.trimEnd().split('\n'))).size };
}

/** So many at a time. */
async function faultRuns(seeds: number, attempts: number): Promise<readonly FaultRun[]> {
  const done: FaultRun[] = [];
  let next = 0;
  const one = async (): Promise<void> => {
    while (next < seeds) done.push(await faultRun(next++, attempts));
  };
  await Promise.all(Array.from({ length: 10 }, one));
  return done;
}

describe.skipIf(proxy === undefined)('behind HAProxy', { concurrent: true }, () => {
  test('in 100 runs with 503, 502, resets, silent drops and slow answers no row is lost while attempts suffice', async () => {
    const runs = await faultRuns(100, 20);
    for (const { summary, reports, stored } of runs) {
      expect([...reports, summary].filter((report) => unaccounted(report) !== 0)).toEqual([]);
      expect(summary).toMatchObject({
        reason: 'limit',
        generated: ROWS,
        accepted: ROWS,
        failed: 0,
        inFlight: 0,
      });
      expect(stored).toBe(ROWS);
    }
    const seen = Object.assign({}, ...runs.map(({ summary }) => summary.requests)) as object;
    expect(Object.keys(seen).toSorted()).toEqual(['200', '502', '503', 'network', 'timeout']);
  });

  test('where attempts do not suffice, what was accepted is stored, and what is stored was accepted or is uncertain', async () => {
    const runs = await faultRuns(30, 1);
    for (const { summary, reports, stored } of runs) {
      expect([...reports, summary].filter((report) => unaccounted(report) !== 0)).toEqual([]);
      expect(summary.accepted).toBeLessThanOrEqual(stored);
      expect(stored).toBeLessThanOrEqual(summary.accepted + summary.uncertain);
    }
    expect(runs.some(({ summary }) => summary.uncertain > 0)).toBe(true);
    expect(runs.some(({ summary }) => summary.failed > summary.uncertain)).toBe(true);
  });

  test('at 100 requests a second with 429 and Retry-After, few are refused and none comes back before its time', async () => {
    const startMs = performance.now();
    const answers: { atMs: number; status: number }[] = [];
    const refusedMs = new Map<string, number>();
    const early: number[] = [];
    const send = fetchHttp(fetch);
    const watched: Http = async (request) => {
      const row = new TextDecoder().decode(request.body as Uint8Array);
      const waitedMs = performance.now() - (refusedMs.get(row) ?? -Infinity);
      if (waitedMs < RETRY_AFTER_S * 1000) early.push(waitedMs);
      const response = await send(request);
      const nowMs = performance.now();
      answers.push({ atMs: nowMs - startMs, status: response.status });
      if (response.status === 429) refusedMs.set(row, nowMs);
      return response;
    };
    const { summary, reports } = await stream({
      destination: http,
      settings: { url: `${limited}/events?run=limited`, format: 'single' },
      http: watched,
      pace: steady(2 * LIMIT_PER_SECOND),
      stopAfterMs: 12_000,
    });
    expect([...reports, summary].filter((report) => unaccounted(report) !== 0)).toEqual([]);
    expect(summary).toMatchObject({ reason: 'stopped', failed: 0, rejected: 0, accepted: summary.generated });
    expect(early).toEqual([]);
    const later = answers.filter(({ atMs }) => atMs > 5000);
    const refused = later.filter(({ status }) => status === 429);
    expect(refused.length / later.length).toBeLessThanOrEqual(0.1);
    // Half of what the proxy allows gets through at least.
    expect(summary.accepted).toBeGreaterThan(12 * LIMIT_PER_SECOND * 0.5);
  });
});
