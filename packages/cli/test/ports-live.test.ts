import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { jsonLines } from './catbird.ts';
import { here } from './here.ts';

/** A row, and when it came. */
interface Arrival {
  readonly stream: string;
  readonly atMs: number;
  readonly arrivedMs: number;
}

/**
 * Runs an example to a server, and notes when each row comes.
 *
 * @param streams the names of its streams; empty if it has only one
 */
async function run(
  example: string,
  streams: readonly string[],
  sets: readonly string[],
): Promise<readonly Arrival[]> {
  const arrivals: Arrival[] = [];
  const note = (stream: string, body: string, arrivedMs: number): void => {
    const rows = jsonLines(body) as readonly { readonly at: string }[];
    arrivals.push(...rows.map(({ at }) => ({ stream, atMs: Date.parse(at), arrivedMs })));
  };
  const server = createServer((request, response) => {
    const arrivedMs = Date.now();
    void text(request).then((body) => response.end(note(request.url?.slice(1) ?? '', body, arrivedMs)));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  try {
    const { port } = server.address() as AddressInfo;
    const settings = (path: string): string => JSON.stringify({ url: `http://127.0.0.1:${port}/${path}` });
    const places =
      streams.length === 0
        ? [`settings=${settings('')}`]
        : ['settings={}', ...streams.map((name) => `streams.${name}.settings=${settings(name)}`)];
    const flags = ['destination=http', ...places, ...sets].flatMap((set) => ['--set', set]);
    const file = fileURLToPath(new URL(`../../../examples/ports/${example}/catbird.yaml`, import.meta.url));
    const ended = await here(['run', file, '--json', ...flags]);
    expect(ended.code, ended.err).toBe(0);
    return arrivals;
  } finally {
    server.close();
  }
}

// Nothing is sent before its time, whatever else the machine does. So these hold on a busy one, too.
describe.concurrent('live,', () => {
  test('the plant goes on after its history, without a gap, and never ahead of the clock', async () => {
    const startMs = Date.now();
    // Relative times count from the whole second.
    const arrivals = await run('15-plant-historian', [], ['eps=10', 'from=-5m', 'to=+2s']);
    expect(arrivals.filter(({ atMs, arrivedMs }) => atMs > arrivedMs)).toEqual([]);
    const times = arrivals.map(({ atMs }) => atMs).sort((a, b) => a - b);
    const gaps = times.slice(1).map((ms, i) => ms - (times[i] ?? 0));
    // By night, an event comes every 100 ms. By day, more often.
    expect(Math.max(...gaps)).toBeLessThanOrEqual(101);
    expect(times.filter((ms) => ms > startMs).length).toBeGreaterThan(5);
  });

  test('payments come seconds after orders, and shipments hours after payments', async () => {
    const [fromMs, speed] = [Date.parse('2026-11-20T00:00:00Z'), 6 * 3600];
    const streams = ['orders', 'payments', 'shipments'];
    const startMs = Date.now();
    const sets = ['starts=0.02', 'to=2026-11-20T06:00', 'speed=6h/1s'];
    const arrivals = await run('18-order-to-shipment', streams, sets);
    const early = arrivals.filter(
      ({ atMs, arrivedMs }) => arrivedMs - startMs < Math.floor((atMs - fromMs) / speed) - 1,
    );
    expect(early).toEqual([]);
    const counts = streams.map((name) => arrivals.filter(({ stream }) => stream === name).length);
    expect(Math.min(...counts)).toBeGreaterThan(50);
    const shipped = arrivals.filter(({ stream }) => stream === 'shipments').map(({ atMs }) => atMs - fromMs);
    expect(Math.min(...shipped)).toBeGreaterThan(3_600_000);
  });
});
