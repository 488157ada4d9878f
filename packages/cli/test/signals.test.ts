import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { longOnly } from '../../../test/long.ts';
import { hasAccepted, jsonLines, start, type Running } from './catbird.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const ENDLESS = ['log', '--eps', '100', '--json'];

/** A file below /proc of a process; empty once it has ended. */
const proc = ({ child }: Running, name: string): Promise<string> =>
  readFile(`/proc/${child.pid}/${name}`, 'utf8').catch(() => '');

/** Resolves once a process handles SIGHUP, the first thing that our code does. Node itself handles earlier signals. */
async function listening(running: Running): Promise<void> {
  while (running.child.exitCode === null) {
    const caught = /^SigCgt:\s*([\da-f]+)$/m.exec(await proc(running, 'status'))?.[1] ?? '0';
    if ((BigInt(`0x${caught}`) & 1n) === 1n) return;
    await setTimeout(1);
  }
}

const bytesRead = async (running: Running): Promise<number> =>
  Number(/^rchar: (\d+)$/m.exec(await proc(running, 'io'))?.[1]);

/** Resolves once a process that is loading its modules has read this many bytes more, or has loaded them all. */
async function loading(running: Running, bytes: number): Promise<void> {
  const before = await bytesRead(running);
  const isLoading = async () => (await bytesRead(running)) < before + bytes;
  const started = new AbortController();
  const start = (): void => started.abort();
  void running.printed('"start"').then(start, start);
  while (!started.signal.aborted && (await isLoading())) await setTimeout(1);
}

/** Moments of a stream, from the first at which it can handle a signal. */
const MOMENTS: Readonly<Record<string, (running: Running) => Promise<unknown>>> = {
  'as soon as the process listens': () => Promise.resolve(),
  'after 500 kB of its modules': (running) => loading(running, 500_000),
  'in mid-flight': hasAccepted,
};
const MORE_MOMENTS: typeof MOMENTS = {
  'after 50 kB of its modules': (running) => loading(running, 50_000),
  'when the stream starts': (running) => running.printed('"start"'),
  'with the first row': ({ child }) => once(child.stdout ?? child, 'data'),
};

const summaryOf = (err: string): unknown => jsonLines(err).at(-1);

describe.skipIf(process.platform !== 'linux')(
  'a signal ends a stream with a summary and exit code 130',
  () => {
    // All signals have one handler, so each moment needs one of them.
    test.each(
      [...Object.entries(MOMENTS), ...longOnly(Object.entries(MORE_MOMENTS))].map(
        (moment, i) => [SIGNALS[i % SIGNALS.length] ?? 'SIGINT', ...moment] as const,
      ),
    )('%s, %s', async (signal, _, moment) => {
      const running = start(ENDLESS);
      await listening(running);
      await moment(running);
      running.child.kill(signal);
      const { code, err } = await running.ended;
      expect(summaryOf(err)).toMatchObject({
        type: 'summary',
        reason: 'interrupted',
        failed: 0,
        inFlight: 0,
      });
      expect(code).toBe(130);
    });

    test('while connecting to a service', async () => {
      const silent = createServer();
      const sockets: Socket[] = [];
      silent.on('connection', (socket) => sockets.push(socket));
      await once(silent.listen(0, '127.0.0.1'), 'listening');
      const address = silent.address();
      const url = `nats://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
      const running = start(['nats', '--url', url, '--subject', 'events', '--grace', '100ms', '--json']);
      await once(silent, 'connection');
      running.child.kill('SIGTERM');
      const { code, err } = await running.ended;
      expect(summaryOf(err)).toMatchObject({ type: 'summary', reason: 'interrupted', accepted: 0 });
      expect(code).toBe(130);
      for (const socket of sockets) socket.destroy();
      await once(silent.close(), 'close');
    });

    test('and a second signal does not wait for responses', async () => {
      const silent = createServer((socket) => socket.resume());
      await once(silent.listen(0, '127.0.0.1'), 'listening');
      const address = silent.address();
      const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
      const running = start([
        'http',
        '--url',
        url,
        '--eps',
        '0.001',
        '--grace',
        '1h',
        '--timeout',
        '1h',
        '--json',
      ]);
      await once(silent, 'connection');
      running.child.kill('SIGTERM');
      await running.printed('Interrupt again');
      running.child.kill('SIGHUP');
      const { code, err } = await running.ended;
      expect(summaryOf(err)).toMatchObject({
        type: 'summary',
        reason: 'interrupted',
        failed: 1,
        uncertain: 1,
      });
      expect(code).toBe(130);
      await once(silent.close(), 'close');
    });

    test('and one after the summary changes nothing', async () => {
      const running = start(ENDLESS);
      await hasAccepted(running);
      running.child.kill('SIGINT');
      await running.printed('"summary"');
      running.child.kill('SIGINT');
      expect(await running.ended).toMatchObject({ code: 130 });
      expect(running.child.signalCode).toBe(null);
    });

    test('with several streams, each with a summary', async () => {
      const streams = { orders: { limit: 9000 }, visits: { limit: 9000 } };
      const input = JSON.stringify({ destination: 'log', eps: 10, streams });
      const running = start(['run', '-', '--json'], { input });
      await running.printed('"start"');
      running.child.kill('SIGHUP');
      const { code, err } = await running.ended;
      const ended = { reason: 'interrupted' };
      expect(summaryOf(err)).toMatchObject({ type: 'summary', streams: { orders: ended, visits: ended } });
      expect(code).toBe(130);
    });
  },
);

test.skipIf(process.platform !== 'linux')('a signal ends waiting for standard input', async () => {
  const running = start(['log', '--schema', '-'], { input: null });
  await listening(running);
  running.child.kill('SIGTERM');
  const { code, out, err } = await running.ended;
  expect({ code, out, err }).toEqual({
    code: 130,
    out: '',
    err: 'Interrupted while reading stdin. Nothing was sent\n',
  });
});

describe.skipIf(process.platform !== 'linux')('a command without a stream', () => {
  test.each([
    ['as soon as the process listens', listening],
    ['once rows are printed', ({ child }: Running) => once(child.stdout ?? child, 'data')],
  ])('is ended by the signal, %s', async (_, moment) => {
    const running = start(['sample', '-n', '1000000000', '--quiet']);
    await moment(running);
    running.child.kill('SIGTERM');
    expect((await running.ended).code).toBe(null);
    expect(running.child.signalCode).toBe('SIGTERM');
  });

  test('receive prints a summary after SIGHUP', async () => {
    const running = start(['receive', '--port', '0', '--json']);
    await running.printed('"start"');
    running.child.kill('SIGHUP');
    const { code, err } = await running.ended;
    expect(summaryOf(err)).toMatchObject({ type: 'summary' });
    expect(code).toBe(0);
  });
});
