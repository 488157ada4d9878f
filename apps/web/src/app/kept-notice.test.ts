import { findTemplate } from '@catbird/engine';
import { beforeEach, expect, test, vi } from 'vitest';
import type { KeptRuns } from '../kept/database.ts';
import { EVERY_RUN_IS_FREE } from '../kept/ownership.ts';
import type { KeptProgress, KeptRun } from '../kept/kept-run.ts';
import type { Engine } from '../worker/engine.ts';
import type { StreamRequest } from '../worker/run-protocol.ts';
import { compress } from '../link/compress.ts';
import { rowsDigest } from '../kept/rows-digest.ts';
import { newActions } from './actions.ts';
import type { Address } from './address.ts';
import { forgetRun, resumeRun } from '../run/kept-runs.tsx';
import { goOn } from './kept-notice.tsx';
import { newStore } from './store.ts';
import { loadTemplates } from '../state/templates.ts';

const kept: { runs: readonly KeptRun[] } = { runs: [] };
const forgotten: string[] = [];
const database = {
  runsOf: () => Promise.resolve(kept.runs),
  close: () => undefined,
  forget: (id: string): Promise<void> => Promise.resolve(void forgotten.push(id)),
};

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- continuing only reads them
const openRuns = () => Promise.resolve(database as unknown as KeptRuns);

let started: StreamRequest[] = [];

beforeEach(loadTemplates);
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

const runOf = (link: string, digest = ''): KeptRun => ({
  id: 'one',
  key: '',
  link,
  seed: '7',
  nowMs: 1,
  savedMs: 1,
  digests: { '': digest },
  streams: new Map([['', PROGRESS]]),
});

const PROGRESS: KeptProgress = {
  id: 'one/',
  savedMs: 1,
  remaining: [[40, Infinity]],
  spans: [],
  end: Infinity,
  timing: undefined,
  faultChanges: [],
  counts: { accepted: 40, quarantined: 0, rejected: 0, dropped: 0, bytes: 0 },
  reason: undefined,
};

const rows = { kind: 'rows', lines: new Blob(['{"a":1}\n']) } as const;

/** A page that was opened at a query. */
async function open(query: string) {
  let search = query;
  const address: Address = {
    search: () => search,
    length: () => search.length,
    push: (to) => void (search = to),
    mark: () => undefined,
    step: () => undefined,
    onTravel: () => undefined,
  };
  const preview = () => Promise.resolve({ kind: 'row', line: '{}', notes: [] });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the only question that these tests ask
  const figures = () => Promise.resolve(undefined);
  const engine = { preview, figures, rows: () => Promise.resolve(rows) } as unknown as Engine;
  const store = newStore('42');
  const actions = newActions(store, engine, address, undefined, openRuns);
  await actions.open();
  const { kept: parts } = actions;
  return { store, actions, resume: () => resumeRun('one', parts.place, (run) => goOn(run, parts)) };
}

test('a run continues with its own settings alone', async () => {
  kept.runs = [
    runOf(
      '?generatorName=HTTP&url=https://a.example/x&eps=5&limit=-1&template=Stock+Prices&seed=7',
      await rowsDigest(findTemplate('Stock Prices')?.text ?? '', rows),
    ),
  ];
  const faults = encodeURIComponent('duplicates=0.5');
  const other = `&faults=${faults}&start=2020-01-01T00:00:00Z&batchSize=3&limit=9&template=Online+Shop&seed=1`;
  const { resume, store } = await open(
    `?generatorName=HTTP&url=https://b.example/x&method=PUT&token=secret${other}`,
  );
  expect(store.get().form).toMatchObject({ limited: true });
  expect(await resume()).toBeUndefined();
  await expect.poll(() => started.length).toBe(1);
  expect(started[0]).toMatchObject({ seed: '7', options: { eps: 5 }, left: PROGRESS });
  expect(Object.keys(started[0]?.options ?? {})).toEqual(['eps']);
  expect(started[0]?.target.settings).toMatchObject({ url: 'https://a.example/x', method: 'POST' });
  expect(JSON.stringify(started)).not.toMatch(/secret|b\.example/);
});

test('a run whose template is gone, or whose schema is damaged, sends nothing else', async () => {
  const { resume } = await open('');
  for (const schema of ['template=Gone&schema=Preset', 'template=Custom&schema=z1.damaged']) {
    kept.runs = [runOf(`?generatorName=Log&eps=5&limit=-1&seed=7&${schema}`)];
    expect(await resume(), schema).toContain('can’t read its settings');
  }
  expect(started).toEqual([]);
});

test('a run whose rows would be others is not continued', async () => {
  const { resume } = await open('');
  const log = '?generatorName=Log&eps=5&limit=-1&seed=7';
  const named = `${log}&template=Stock+Prices&schema=Preset`;
  const text = '{"a":{"type":"number.int"}}';
  const own = `${log}&template=Custom&schema=${await compress(text)}`;
  for (const run of [runOf(named), runOf(named, await rowsDigest('{"b":{}}', rows)), runOf(own, 'other')]) {
    kept.runs = [run];
    expect(await resume()).toContain('have changed since');
  }
  expect(started).toEqual([]);
  kept.runs = [runOf(own, await rowsDigest(text, rows))];
  expect(await resume()).toBeUndefined();
});

test('the digest of a run depends on its schema, but not on how it is formatted, and on its rows', async () => {
  const digest = (text: string, line: string): Promise<string> =>
    rowsDigest(text, { kind: 'rows', lines: new Blob([line]) });
  const same = await digest('{"a": {"type": "number.int"}}', '{"a":1}');
  expect(await digest('{ "a":{"type":"number.int"}\n}', '{"a":1}')).toBe(same);
  expect(await digest('{"a": {"type": "number.int" , "nulls": 0}}', '{"a":1}')).not.toBe(same);
  expect(await digest('{"a": {"type": "number.int"}}', '{"a":2}')).not.toBe(same);
});

test('a run that another tab continues cannot be forgotten', async () => {
  const forgetIn = (isFree: boolean): Promise<string | undefined> =>
    forgetRun('one', {
      key: '',
      open: openRuns,
      ownership: { ...EVERY_RUN_IS_FREE, take: () => Promise.resolve(isFree) },
    });
  expect(await forgetIn(false)).toBe('It runs in another tab.');
  expect(forgotten).toEqual([]);
  expect(await forgetIn(true)).toBeUndefined();
  expect(forgotten).toEqual(['one']);
});

test('what is kept of a run is what it sends, also after a new seed and a demonstration', async () => {
  const { actions, store } = await open('?generatorName=Tinybird&datasource=events&eps=3');
  await actions.demo();
  expect(started[0]?.keep).toBeUndefined();
  store.dispatch({ type: 'run event', event: { type: 'broke', message: 'The end' } });
  actions.changeSeed('77');
  await actions.start();
  const { keep, seed } = started[1] ?? {};
  expect(seed).toBe('77');
  expect(Object.fromEntries(new URLSearchParams(keep?.run.link))).toMatchObject({
    generatorName: 'Log',
    template: 'IoT Sensors',
    seed: '77',
    eps: '200',
  });
});
