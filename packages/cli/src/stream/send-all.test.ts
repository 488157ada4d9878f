import { steady } from '@catbird/core';
import type { Connection } from '@catbird/core/destinations';
import { expect, test } from 'vitest';
import type { End } from '../report/report.ts';
import type { Ready } from './open.ts';
import { sendAll } from './send-all.ts';

test('a signal while a destination opens ends the stream, and a late connection is closed', async () => {
  const stop = new AbortController();
  const ends: End[] = [];
  let closed = 0;
  let connect = (_connection: Connection): void => undefined;
  const opening = new Promise<Connection>((resolve) => (connect = resolve));
  const stream = {
    spec: {},
    prepared: { pace: steady(5), seed: '7', ownRows: () => 5, first: 0, acknowledged: [], lost: [] },
    report: { end: (end: End) => void ends.push(end) },
    recordNothing: () => undefined,
    open: () => {
      stop.abort('SIGTERM');
      return opening;
    },
  } as unknown as Ready;
  const codes = await sendAll([stream], {
    interrupt: {
      stop: stop.signal,
      abort: new AbortController().signal,
      takeSecond: () => undefined,
      release: () => undefined,
    },
    onStreamFailure: 'stop',
    onMetrics: () => undefined,
  });
  expect(codes).toEqual([130]);
  expect(ends).toMatchObject([{ reason: 'interrupted', exitCode: 130, summary: { generated: 0, asked: 5 } }]);
  connect({ send: () => Promise.reject(new Error('Unexpected send')), close: async () => void closed++ });
  await opening;
  expect(closed).toBe(1);
});
