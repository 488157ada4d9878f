import { expect, test } from 'vitest';
import type { StreamEvent } from '../../state/run.ts';
import type { RunSummary } from '../../worker/report-protocol.ts';
import type { StreamRequest } from '../../worker/run-protocol.ts';
import type { StreamListener } from '../../worker/stream.ts';
import { partOf, runAll, type RunnableStream } from './run-all.ts';

const stream = (name: string, ...startAfter: readonly string[]): RunnableStream => ({
  name,
  startAfter,
  request: { seed: name } as StreamRequest,
});

/** Runs streams without workers. */
function ran(streams: readonly RunnableStream[], onStreamFailure: 'stop' | 'continue' = 'stop') {
  const open = new Map<string, StreamListener>();
  const log: string[] = [];
  const run = runAll(streams, {
    onStreamFailure,
    onEvent: (name: string, { type }: StreamEvent) => void log.push(`${name} ${type}`),
    onFaults: (name, lines) => void log.push(`${name} injects ${lines}`),
    start({ seed: name }, events) {
      open.set(name, events);
      return {
        change: ({ kind }) => void log.push(`${name} told to ${kind}`),
        stop: () => void log.push(`${name} told to stop`),
      };
    },
  });
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
  run.pause();
  await end('a', 'limit');
  run.change('b', { kind: 'resume' });
  run.resume();
  run.change('gone', { kind: 'pause' });
  run.stopOne('b');
  run.stopOne('gone');
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

test('what waits for a stream that is left out is left out, too, wherever it stands', () => {
  const streams = [stream('c', 'b'), stream('b', 'kafka'), stream('kafka'), stream('d')];
  const { here, leftOut } = partOf(streams, ({ name }) => (name === 'kafka' ? 'no Kafka' : undefined));
  expect(here.map(({ name }) => name)).toEqual(['d']);
  expect(leftOut).toEqual([
    { name: 'kafka', why: 'no Kafka' },
    { name: 'b', why: 'it starts after kafka' },
    { name: 'c', why: 'it starts after b' },
  ]);
});
