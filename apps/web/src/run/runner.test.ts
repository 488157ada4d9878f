import { beforeEach, expect, test, vi } from 'vitest';
import type { RunSummary } from '../worker/report-protocol.ts';
import type { StreamRequest } from '../worker/run-protocol.ts';
import type { StreamListener } from '../worker/start-stream.ts';
import { newRunner, type RunnableStream } from './runner.ts';

const stream = (name: string, ...startAfter: readonly string[]): RunnableStream => ({
  name,
  startAfter,
  request: { seed: name } as StreamRequest,
});

beforeEach(() => {
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  return () => vi.unstubAllGlobals();
});

/** Runs streams without workers. */
function ran(streams: readonly RunnableStream[], onStreamFailure: 'stop' | 'continue' = 'stop') {
  const open = new Map<string, StreamListener>();
  const log: string[] = [];
  const run = newRunner(
    (name, { type }) => void log.push(`${name} ${type}`),
    ({ seed: name }, events) => {
      open.set(name, events);
      return {
        change: ({ kind }) => void log.push(`${name} told to ${kind}`),
        stop: () => void log.push(`${name} told to stop`),
      };
    },
  );
  void run.start(streams, onStreamFailure);
  return {
    run,
    log,
    end: async (name: string, reason: RunSummary['reason']) => {
      open.get(name)?.onEvent({ type: 'ended', summary: { reason } as RunSummary });
      // Those that wait for it follow in later microtasks.
      for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    },
  };
}

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
};

test('a stream starts when those before it have sent all their rows', async () => {
  const { log, end } = ran([stream('b', 'a'), stream('a'), stream('c', 'b')]);
  await settled();
  expect(log).toEqual(['a started']);
  await end('a', 'limit');
  expect(log).toEqual(['a started', 'a ended', 'b started']);
  await end('b', 'stopped');
  expect(log.slice(3)).toEqual(['b ended', 'c not started']);
});

test.each([
  ['stop', ['a ended', 'b told to stop', 'b stopping']],
  ['continue', ['a ended']],
] as const)('with onStreamFailure %s, a failure means %j', async (onStreamFailure, expected) => {
  const { log, end } = ran([stream('a'), stream('b')], onStreamFailure);
  await settled();
  await end('a', 'failed');
  expect(log.slice(2)).toEqual(expected);
});

test('Stop reaches all that run, and what waits does not start', async () => {
  const { run, log, end } = ran([stream('a'), stream('b'), stream('c', 'a')]);
  await settled();
  run.stop();
  await end('a', 'stopped');
  await end('b', 'limit');
  expect(log.filter((line) => line.includes('told'))).toEqual(['a told to stop', 'b told to stop']);
  expect(log).toContain('c not started');
});

test('Pause reaches all that run and those that start later, and Resume and Stop reach one alone, too', async () => {
  const { run, log, end } = ran([stream('a'), stream('b'), stream('c', 'a')]);
  await settled();
  run.change({ kind: 'pause' });
  await end('a', 'limit');
  run.change({ kind: 'resume' }, 'b');
  run.change({ kind: 'resume' });
  run.change({ kind: 'pause' }, 'gone');
  run.stop('b');
  run.stop('gone');
  expect(log.filter((line) => line.includes('told'))).toEqual([
    'a told to pause',
    'b told to pause',
    'c told to pause',
    'b told to resume',
    'b told to resume',
    'c told to resume',
    'b told to stop',
  ]);
});
