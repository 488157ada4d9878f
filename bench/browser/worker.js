// The worker of the browser benchmark: rows per second of every template, and rows per second delivered to a sink.
import { compile, newBatch, parseSchema, run, systemClock, unlimited } from '@catbird/core';
import { fetchHttp, findDestination, parseConfig } from '@catbird/core/destinations';
import { templates } from '@catbird/engine';

const TIME = { startMs: Date.UTC(2026, 10, 20), stepMs: 0.001 };
const ROWS = 5000;
const IN_FLIGHT = 4;

/** @param {string} text */
function writerOf(text) {
  const parsed = parseSchema(text);
  if (!parsed.ok) throw new Error('A template does not pass');
  return compile(parsed.schema, { seed: 1 });
}

/** @param {readonly number[]} values */
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;

/**
 * @param {string} text
 * @param {number} ms
 * @param {number} rounds
 */
function generate(text, ms, rounds) {
  const writer = writerOf(text);
  const batch = newBatch();
  const rates = [];
  let first = 0;
  // Warm-up.
  for (let round = 0; round <= rounds; round++) {
    const start = performance.now();
    let done = 0;
    let elapsed = 0;
    do {
      writer.fill(batch, { first, count: ROWS, time: TIME });
      first += batch.count;
      done += batch.count;
      elapsed = performance.now() - start;
    } while (elapsed < ms);
    if (round > 0) rates.push((done / elapsed) * 1000);
  }
  return median(rates);
}

/**
 * @param {string} text
 * @param {string} url
 * @param {number} ms
 */
async function deliver(text, url, ms) {
  const destination = findDestination('Tinybird');
  if (destination === undefined) throw new Error('There is no Tinybird destination');
  const settings = parseConfig(destination, { host: 'custom', endpoint: url, datasource: 'd', token: 't' });
  if (!settings.ok) throw new Error(JSON.stringify(settings.issues));
  const env = {
    http: fetchHttp((input, init) => fetch(input, init)),
    now: () => Date.now(),
    random: () => Math.random(),
    write: () => undefined,
  };
  const start = performance.now();
  const summary = await run({
    rows: writerOf(text),
    pace: unlimited(),
    connection: await destination.open(settings.config, env),
    limits: { rows: ROWS, bytes: 4_000_000, inFlight: IN_FLIGHT },
    stop: AbortSignal.timeout(ms),
    clock: systemClock,
    random: () => Math.random(),
  });
  if (summary.reason !== 'stopped') throw new Error(summary.error?.message ?? summary.reason);
  return { accepted: summary.accepted, seconds: (performance.now() - start) / 1000 };
}

addEventListener('message', ({ data: { sink, ms, rounds } }) => {
  const all = async () => {
    const generated = templates.slice(0, 9).map(({ name, text }) => [name, generate(text, ms, rounds)]);
    const web = templates.find(({ name }) => name === 'Web Analytics Starter Kit');
    await deliver(web?.text ?? '', sink, ms);
    const delivered = await deliver(web?.text ?? '', sink, ms * 5);
    return { generated, delivered };
  };
  all().then(postMessage, (error) => postMessage({ error: String(error) }));
});
