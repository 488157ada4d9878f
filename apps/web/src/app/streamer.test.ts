import { newTiming } from '@catbird/engine';
import { beforeEach, expect, test, vi } from 'vitest';
import { EVERY_RUN_IS_FREE } from '../kept/ownership.ts';
import type { Config } from '../state/config.ts';
import type { StreamEvent } from '../state/run.ts';
import type { RunReport } from '../worker/report-protocol.ts';
import type { StreamRequest } from '../worker/run-protocol.ts';
import { newStore } from './store.ts';
import { newStreamer } from './streamer.ts';

let started: StreamRequest[] = [];

beforeEach(() => {
  started = [];
  const post = ({ request }: { readonly request: StreamRequest }) => void started.push(request);
  const newWorker = function newWorker() {
    return { addEventListener: () => undefined, terminate: () => undefined, postMessage: post };
  };
  vi.stubGlobal('Worker', newWorker);
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  return () => vi.unstubAllGlobals();
});

const config: Config = {
  generatorName: 'Log',
  settings: {},
  eps: 5,
  limit: 100,
  options: {
    onFailure: 'continue',
    attempts: '3',
    duplicates: '2',
    from: '-1h',
    starts: '4',
    future: 'true',
  },
};
const counted = (generated: number): RunReport =>
  ({ generated, accepted: generated, changes: [], seconds: [], marks: [] }) as unknown as RunReport;

test('the settings are the keys of a stream in a config, and a limit counts from the session’s first row', async () => {
  const store = newStore('42');
  const happened = (event: StreamEvent): void => store.dispatch({ type: 'run event', event });
  store.dispatch({ type: 'settings saved', config });
  const { content } = store.get();
  const sample = { text: '', line: '', bytes: 0, content, seed: '42', timeKey: '' };
  store.dispatch({ type: 'previewed', content, sample, notes: [] });
  const streamer = newStreamer(store, {
    onStart: () => undefined,
    link: () => '?',
    ownership: EVERY_RUN_IS_FREE,
  });

  streamer.run({ fresh: true, logs: false });
  await expect.poll(() => started.length).toBe(1);
  expect(started[0]).toMatchObject({
    schema: { source: { text: content } },
    left: { remaining: [[0, Infinity]] },
  });
  expect(started[0]?.options).toEqual({
    eps: 5,
    from: '-1h',
    future: true,
    startsOfAll: '4',
    limit: 100,
    onFailure: 'continue',
    attempts: 3,
    faults: { duplicates: { share: 0.02 } },
  });

  const timing = newTiming({ fromMs: 0, eps: 5 });
  happened({ type: 'timed', timing });
  happened({ type: 'progressed', report: counted(70) });
  happened({ type: 'broke', message: 'why' });
  streamer.run({ fresh: false, logs: false });
  await expect.poll(() => started.length).toBe(2);
  const { options, left, keep } = started[1] ?? {};
  expect(options?.limit).toBe(170);
  expect(left).toMatchObject({ remaining: [[70, Infinity]], end: 170, timing, counts: { accepted: 70 } });
  expect(keep?.run.id).toBe(started[0]?.keep?.run.id);
});
