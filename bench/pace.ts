import { compile, parseSchema, run, steady, systemClock } from '@catbird/core';
import { findDestination, parseConfig } from '@catbird/core/destinations';
import { templates } from '@catbird/core/templates';
import { report, short } from './measure.js';
import { startService, nodeHttp } from './service.js';

/**
 * Achieved against target rate, with a service that responds at once and one that responds after 200 ms; the time of the
 * first event; and the share of one core. One run per row: a rate is a count over time and needs no repetition.
 *
 *     node dist/pace.js
 */
const RATES = [1, 100, 999, 1000, 10_000, 100_000, 1_000_000];
const DELAYS_MS = [0, 200];
const SECONDS = Number(process.env['SECONDS'] ?? 5);
const IN_FLIGHT = 16;

const parsed = parseSchema(templates[0]?.text ?? '');
if (!parsed.ok) throw new Error('The template does not pass');
const rows = compile(parsed.schema, { seed: 1 });
const destination = findDestination('Tinybird');
if (destination === undefined) throw new Error('There is no Tinybird destination');

async function measure(eps: number, delayMs: number) {
  const service = await startService(delayMs);
  const settings = parseConfig(destination ?? fail(), {
    host: 'custom',
    endpoint: service.url,
    datasource: 'd',
    token: 't',
  });
  if (!settings.ok) throw new Error(JSON.stringify(settings.errors));
  const http = nodeHttp(IN_FLIGHT);
  const env = { http, now: () => Date.now(), random: () => Math.random(), write: () => undefined };
  const connection = await (destination ?? fail()).open(settings.config, env);
  const pace = steady(eps);
  // Stop just before a tick, so that every due row had time to be sent.
  const stopMs = SECONDS * 1000 - 20;
  const asked = pace.due(stopMs);
  const startedAt = Date.now();
  const cpu = process.cpuUsage();
  const summary = await run({
    rows,
    pace,
    connection,
    limits: { rows: 100_000, bytes: 4_000_000, inFlight: IN_FLIGHT },
    stop: AbortSignal.timeout(stopMs),
    clock: systemClock,
    random: () => Math.random(),
  });
  const used = process.cpuUsage(cpu);
  http.close();
  const count = await service.count();
  service.close();
  if (count.lines !== summary.accepted)
    throw new Error(`The sink counted ${count.lines} rows, we ${summary.accepted}`);
  return {
    eps,
    'answer after ms': delayMs,
    'achieved / asked %': short((summary.accepted / asked) * 100),
    'first event after ms': count.firstAt - startedAt,
    'core %': short((used.user + used.system) / 10 / stopMs),
    'p99 ms': summary.latency.p99,
  };
}

const fail = (): never => {
  throw new Error('There is no Tinybird destination');
};

const results = [];
for (const delayMs of DELAYS_MS) for (const eps of RATES) results.push(await measure(eps, delayMs));
report('pace', results, {
  'least achieved / asked %': Math.min(...results.map((result) => result['achieved / asked %'])),
});
