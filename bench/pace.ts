import { compile, run, steady, systemClock, timed, type Pace, type RunOptions } from '@catbird/core';
import { templates, newTimeline, newTiming } from '@catbird/engine';
import { report, schemaOf, short } from './measure.js';
import { startService, tinybird } from './service.js';

/**
 * Achieved against target rate, in ticks and with even event times, with a service that responds at once and one that responds
 * after 200 ms; the time of the first event; and the share of one core. One run per row: a rate is a count over time and needs no repetition.
 *
 *     node dist/pace.js
 */
const RATES = [1, 100, 999, 1000, 10_000, 100_000, 1_000_000];
const DELAYS_MS = [0, 200];
const ARRIVALS = ['ticks', 'even'] as const;
const SECONDS = Number(process.env['SECONDS'] ?? 5);
const IN_FLIGHT = 16;

const rows = compile(schemaOf(templates[0]?.text ?? ''), { seed: 1 });

/** How rows fall due, and how many must have been sent after a time. */
interface Due extends Pick<RunOptions, 'times'> {
  readonly pace: Pace;
  readonly asked: (ms: number) => number;
}

/** Even rows are released five times a second from 1,000 a second on, and else within 10 ms. */
function dueOf(arrivals: (typeof ARRIVALS)[number], eps: number): Due {
  const pace = steady(eps);
  if (arrivals === 'ticks') return { pace, asked: (ms) => pace.due(ms) };
  const fromMs = Date.now();
  const timing = newTiming({ fromMs, eps, arrivals });
  const timeline = newTimeline(timing, 1);
  const everyMs = eps < 1000 ? 10 : 200;
  return {
    pace: timed(timeline, { timing, clock: systemClock }),
    times: timeline,
    asked: (ms) => timeline.before(fromMs + Math.floor(ms / everyMs) * everyMs),
  };
}

async function measure(arrivals: (typeof ARRIVALS)[number], eps: number, delayMs: number) {
  const service = await startService(delayMs);
  const { connection, close } = await tinybird(service, IN_FLIGHT);
  const { asked: askedAt, ...due } = dueOf(arrivals, eps);
  // Stop just before a tick, so that every due row had time to be sent.
  const stopMs = SECONDS * 1000 - 20;
  const asked = askedAt(stopMs);
  const startedAt = Date.now();
  const cpu = process.cpuUsage();
  const summary = await run({
    rows,
    ...due,
    connection,
    limits: { rows: 100_000, bytes: 4_000_000, inFlight: IN_FLIGHT },
    stop: AbortSignal.timeout(stopMs),
    clock: systemClock,
    random: () => Math.random(),
  });
  const used = process.cpuUsage(cpu);
  close();
  const count = await service.count();
  service.close();
  if (count.lines !== summary.accepted)
    throw new Error(`The sink counted ${count.lines} rows, we ${summary.accepted}`);
  return {
    arrivals,
    eps,
    'answer after ms': delayMs,
    'achieved / asked %': short((summary.accepted / asked) * 100),
    'first event after ms': count.firstAt - startedAt,
    'core %': short((used.user + used.system) / 10 / stopMs),
    'p99 ms': summary.latency.p99,
  };
}

const results = [];
for (const arrivals of ARRIVALS)
  for (const delayMs of DELAYS_MS)
    for (const eps of RATES) results.push(await measure(arrivals, eps, delayMs));
report('pace', results, {
  'least achieved / asked %': Math.min(...results.map((result) => result['achieved / asked %'])),
});
