import { Worker } from 'node:worker_threads';
import { messagesOf } from '@catbird/engine';
import { findDestination } from '@catbird/core/destinations';
import { beforeEach, expect, test, vi } from 'vitest';
import type { End, Report } from '../report/report.ts';
import { ready } from '../stream/open.ts';
import { prepare } from '../stream/prepare.ts';
import type { Terminal } from '../terminal.ts';
import { withWorkers } from './pool.ts';
import { threads } from './thread.ts';

/** A thread that reports rows in flight. The second one then dies; the first one ends when it has to stop. */
const PROGRAM = `
  const { parentPort, workerData: { worker } } = require('node:worker_threads');
  const counts = { generated: 10, accepted: 6, quarantined: 0, rejected: 0, failed: 0, uncertain: 0, dropped: 0 };
  const more = { elapsedMs: 5, achieved: 1, average: 1, asked: 1, behind: { rows: 0, seconds: 0 }, requests: { 200: 1 },
    retried: 0, bytes: 9, latency: { p50: 1, p95: 1, p99: 1 } };
  parentPort.postMessage({ kind: 'opened' });
  parentPort.on('message', (order) => {
    if (order.kind === 'go') {
      parentPort.postMessage({ kind: 'progress', progress: { ...counts, inFlight: 4, ...more } });
      if (worker.index === 1) setTimeout(() => { throw new Error('Out of memory') }, 50);
    }
    if (order.kind !== 'stop') return;
    parentPort.postMessage({ kind: 'end', end: { reason: 'stopped', summary: { ...counts, generated: 6, inFlight: 0, ...more, reason: 'stopped', latencyBins: [] } } });
    parentPort.close();
  });
`;
beforeEach(() => {
  vi.spyOn(threads, 'start').mockImplementation(
    (task, transferList) =>
      new Worker(PROGRAM, { eval: true, workerData: task, transferList: [...transferList] }),
  );
});

const { signal } = new AbortController();
const interrupt = { stop: signal, abort: signal, takeSecond: () => undefined, release: () => undefined };
const terminal: Terminal = {
  env: {},
  out: { isTerminal: false, write: async () => undefined },
  err: { isTerminal: false, columns: 80, rows: 24, colour: false, write: () => undefined },
  readInput: async () => '',
  inputBytes: () => process.stdin,
  interrupt,
};

test('a thread that dies ends the stream: its rows in flight failed and are uncertain, and the others stop', async () => {
  const destination = findDestination('HTTP') ?? findDestination('Tinybird');
  if (destination === undefined) throw new Error('Missing destination');
  const source = { text: '{"n": {"type": "catbird.sequence"}}', name: 'schema', folder: '.' };
  const settings = { url: 'http://127.0.0.1:9/', token: 'p.x', datasource: 'd', host: 'local' };
  const options = { workers: 2, eps: Infinity };
  const spec = { destination, settings, source, options, nameOf: String, optionOf: String };
  const result = await prepare(spec, terminal);
  if (!result.ok) throw new Error(messagesOf(result.issues).join('\n'));
  const errors: string[] = [];
  const ends: End[] = [];
  const report: Report = {
    everyMs: 10,
    start: () => undefined,
    note: () => undefined,
    progress: () => undefined,
    error: ({ message, detail }) => void errors.push(`${message}: ${detail}`),
    answer: () => undefined,
    end: (end) => void ends.push(end),
  };
  const reports = { of: () => report, note: () => undefined, end: () => undefined };
  const stream = withWorkers(ready(spec, result.prepared, { terminal, reports, onRows: () => undefined }));
  await stream.open();
  const end = await stream.deliver?.({
    interrupt,
    othersFailed: signal,
    abort: signal,
    onMetrics: undefined,
  });
  await stream.close();
  expect(ends).toEqual([end]);
  expect(end).toMatchObject({
    reason: 'failed',
    exitCode: 1,
    summary: { generated: 16, accepted: 12, failed: 4, uncertain: 4, inFlight: 0 },
    workers: [{ reason: 'stopped' }, { reason: 'failed' }],
  });
  expect(errors).toEqual(['Worker 2 of 2 ended unexpectedly: Out of memory']);
});
