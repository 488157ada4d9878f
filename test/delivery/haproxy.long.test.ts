import { afterAll, describe, expect, test } from 'vitest';
import { steady, unlimited } from '@catbird/core';
import { fetchHttp, type Http } from '@catbird/send';
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

/** Injects faults into a share of the requests, chosen by the seed. */
function withFaults(seed: number, share: number): Http {
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
  /** Distinct rows of this run that the service stored. */
  readonly stored: number;
}

async function faultRun(seed: number, attempts: number): Promise<FaultRun> {
  const target = `/events?run=${seed}-${attempts}`;
  const ran = await stream({
    destination: http,
    settings: { url: `${faulty}${target}` },
    http: withFaults(seed, 0.35),
    pace: unlimited(20),
    limit: ROWS,
    onFailure: 'continue',
    retry: { attempts, baseMs: 2, throttleBaseMs: 2, capMs: 20, requestMs: 1500, windowMs: 120_000 },
  });
  const bodies = service.requests.filter((each) => each.target === target).map(({ body }) => String(body));
  return { ...ran, stored: new Set(bodies.flatMap((body) => body.trimEnd().split('\n'))).size };
}

/** Ten runs at a time. */
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
  test('100 runs with 503, 502, resets, silent drops and slow responses lose no row while the retry window lasts', async () => {
    const runs = await faultRuns(100, Infinity);
    for (const { summary, reports, stored } of runs) {
      expect([...reports, summary].filter((report) => unaccounted(report) !== 0)).toEqual([]);
      expect(summary, String(summary.lastError)).toMatchObject({
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

  test('if attempts do not suffice, accepted rows are stored, and stored rows are accepted or uncertain', async () => {
    const runs = await faultRuns(30, 1);
    for (const { summary, reports, stored } of runs) {
      expect([...reports, summary].filter((report) => unaccounted(report) !== 0)).toEqual([]);
      expect(summary.accepted).toBeLessThanOrEqual(stored);
      expect(stored).toBeLessThanOrEqual(summary.accepted + summary.uncertain);
    }
    expect(runs.some(({ summary }) => summary.uncertain > 0)).toBe(true);
    expect(runs.some(({ summary }) => summary.failed > summary.uncertain)).toBe(true);
  });

  test('with 429 and Retry-After above 100 requests/s, few requests are refused and none is retried too early', async () => {
    const answers: number[] = [];
    const refusedMs = new Map<string, number>();
    const early: number[] = [];
    const send = fetchHttp(fetch);
    const watched: Http = async (request) => {
      const row = new TextDecoder().decode(request.body as Uint8Array);
      const waitedMs = performance.now() - (refusedMs.get(row) ?? -Infinity);
      if (waitedMs < RETRY_AFTER_S * 1000) early.push(waitedMs);
      const response = await send(request);
      answers.push(response.status);
      if (response.status === 429) refusedMs.set(row, performance.now());
      return response;
    };
    const single = (url: string) => ({ destination: http, settings: { url, format: 'single' } });
    let isDone = false;
    // Shares the machine, but has no limit: shows what this machine can send at the same time.
    const comparing = stream({
      ...single(`${faulty}/events?run=unlimited`),
      pace: steady(LIMIT_PER_SECOND),
      stopWhen: () => isDone,
    });
    const { summary, reports } = await stream({
      ...single(`${limited}/events?run=limited`),
      http: watched,
      pace: steady(2 * LIMIT_PER_SECOND),
      stopWhen: ({ accepted }) => accepted >= 1000,
    }).finally(() => (isDone = true));
    const unlimited = (await comparing).summary;
    expect([...reports, summary].filter((report) => unaccounted(report) !== 0)).toEqual([]);
    expect(summary).toMatchObject({ reason: 'stopped', failed: 0, rejected: 0, accepted: summary.generated });
    expect(early).toEqual([]);
    // The first requests teach the limit.
    const later = answers.slice(400);
    expect(later.filter((status) => status === 429).length / later.length).toBeLessThanOrEqual(0.1);
    expect(summary.accepted).toBeGreaterThan(0.5 * unlimited.accepted);
  }, 300_000);
});
