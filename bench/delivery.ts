import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { compile, run, systemClock, unlimited } from '@catbird/core';
import { findTemplate } from '@catbird/engine';
import { median, report, schemaOf, short } from './measure.js';
import { startService, tinybird, type Service } from './service.js';

/**
 * Rows per second of Web Analytics delivered to a counting sink on this machine: ours at full speed with the Tinybird
 * destination, against `@tinybirdco/mockingbird` at its best rate. Medians of ROUNDS. The sink's counts must equal ours.
 *
 *     node dist/delivery.js
 */
const ROUNDS = 5;
const MS = Number(process.env['MS'] ?? 3000);
const IN_FLIGHT = 4;
/** About four megabytes per request, a third of Tinybird's limit. */
const ROWS = 13_000;
/** Rates to try for the peer's best. */
const PEER_EPS = [30_000, 100_000, 300_000];
const START_MS = 10_000;

interface Delivered {
  readonly perSecond: number;
  readonly mbPerSecond: number;
}

const schema = schemaOf(findTemplate('Web Analytics Starter Kit')?.text ?? '');

async function ours(service: Service): Promise<Delivered> {
  await service.reset();
  const { connection, close } = await tinybird(service, IN_FLIGHT);
  const start = performance.now();
  const summary = await run({
    rows: compile(schema, { seed: 1 }),
    pace: unlimited(ROWS),
    connection,
    // The loopback has no published limits.
    limits: { rows: ROWS, bytes: 4_000_000, inFlight: IN_FLIGHT },
    stop: AbortSignal.timeout(MS),
    clock: systemClock,
    random: () => Math.random(),
  });
  const seconds = (performance.now() - start) / 1000;
  close();
  const count = await service.count();
  if (count.lines !== summary.accepted)
    throw new Error(`The sink counted ${count.lines} rows, we ${summary.accepted}`);
  return { perSecond: summary.accepted / seconds, mbPerSecond: count.bodyBytes / 1e6 / seconds };
}

async function theirs(eps: number): Promise<number> {
  const service = await startService();
  const script = fileURLToPath(new URL('./peer-delivery.js', import.meta.url));
  const child = spawn(process.execPath, [script, service.url, String(eps), JSON.stringify(schema.fields)], {
    stdio: 'ignore',
  });
  try {
    // Excludes its start: time runs from the first request.
    let count = await service.count();
    for (let waited = 0; count.firstAt === 0 && waited < START_MS; waited += 20) {
      await sleep(20);
      count = await service.count();
    }
    const startedAt = Date.now();
    const before = count.lines;
    await sleep(MS);
    return ((await service.count()).lines - before) / ((Date.now() - startedAt) / 1000);
  } finally {
    child.kill('SIGKILL');
    service.close();
  }
}

const service = await startService();
try {
  const mine: Delivered[] = [];
  const best: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    mine.push(await ours(service));
    const rates: number[] = [];
    for (const eps of PEER_EPS) rates.push(await theirs(eps));
    best.push(Math.max(...rates));
  }
  const perSecond = median(mine.map((each) => each.perSecond));
  const peer = median(best);
  report('delivery', [
    {
      'rows/s': short(perSecond),
      'MB/s': short(median(mine.map((each) => each.mbPerSecond))),
      'mockingbird rows/s': short(peer),
      ratio: short(perSecond / peer),
      'resident MB': Math.round(process.resourceUsage().maxRSS / 1000),
    },
  ]);
} finally {
  service.close();
}
