import { destinations, settingsOf } from '@catbird/send';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { loadLater } from '../state/destinations.ts';
import { forgetStreams, recentSearch, recentStreams, recentWords, rememberStream } from './recent.ts';

const NEEDLE = 'needle-7f3a';
const KEY = 'recent-streams';

beforeAll(loadLater);

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  return () => vi.unstubAllGlobals();
});

test.each(destinations.map((destination) => [destination.name, destination] as const))(
  'no secret of %s is kept with a recent stream',
  (generatorName, destination) => {
    const settings = settingsOf(destination);
    const values = settings.map(({ name, secret }) => [name, secret ? NEEDLE : `of ${name}`] as const);
    const config = { generatorName, settings: Object.fromEntries(values), eps: 5, limit: -1 };
    const address = new URLSearchParams(
      [...values, ['password', NEEDLE], ['other', NEEDLE]].map((pair) => [...pair]),
    );
    const search = recentSearch(config, { template: 'Stock Prices', seed: '7' }, `?${address.toString()}`);
    rememberStream(search ?? '', 1);
    expect(recentStreams()).toEqual([{ search, atMs: 1 }]);
    expect(localStorage.getItem(KEY)).not.toContain(NEEDLE);
  },
);

test('at most eight streams are kept, each once, the newest first, until they are cleared', () => {
  for (let i = 0; i < 12; i++) rememberStream(`?generatorName=Log&eps=${i}&seed=${i}`, i);
  rememberStream('?generatorName=Log&eps=9&seed=77', 99);
  expect(recentStreams().map(({ atMs }) => atMs)).toEqual([99, 11, 10, 8, 7, 6, 5, 4]);
  forgetStreams();
  expect(recentStreams()).toEqual([]);
});

test.each([
  '',
  '{',
  '{}',
  '[1, null, {"search": 1}, {"search": "javascript:alert(1)", "atMs": 1}]',
  '[{"search": "?eps=1", "atMs": 1e300}]',
])('a storage that holds %j has no streams', (text) => {
  localStorage.setItem(KEY, text);
  expect(recentStreams()).toEqual([]);
});

test('a custom schema that is not in the address is not kept', () => {
  const config = { generatorName: 'Log', settings: {}, eps: 1, limit: -1 };
  expect(recentSearch(config, { template: 'Custom', seed: '1' }, '?schema=Preset')).toBeUndefined();
  expect(recentSearch(config, { template: 'Custom', seed: '1' }, '?schema=z1.abc')).toContain(
    'schema=z1.abc',
  );
});

test('a recent stream is called by its template, destination, place and rate', () => {
  expect(recentWords('?generatorName=Tinybird&datasource=web&eps=2000&template=Stock+Prices')).toEqual({
    name: 'Stock Prices',
    detail: 'to Tinybird Events API, web, 2,000/s',
  });
  expect(recentWords('?eps=x')).toEqual({ name: 'Custom', detail: 'to an unknown destination' });
});
