import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startHttp } from '../../../test/services/http.ts';
import type { Service } from '../../../test/services/service.ts';
import { jsonLines } from './catbird.ts';
import { begin, here } from './here.ts';

let folder = '';
let service: Service;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'catbird-start-after-'))));
afterAll(() => rm(folder, { recursive: true }));
afterEach(() => service.close());

type Line = Readonly<Record<string, unknown>>;

const run = (config: object, ...flags: readonly string[]) =>
  here(['run', '-', '--json', ...flags], { input: JSON.stringify(config) });

const summariesOf = (err: string): Readonly<Record<string, Line>> =>
  (jsonLines(err).at(-1) as { streams: Record<string, Line> }).streams;

const notesOf = (err: string, stream: string): readonly unknown[] =>
  (jsonLines(err) as Line[])
    .filter((line) => line['type'] === 'note' && line['stream'] === stream)
    .map(({ message }) => message);

/** Three streams, of which each waits for the one below it. */
const shop = (more: object = {}): object => ({
  destination: 'http',
  seed: 1,
  eps: 'max',
  ...more,
  schema: { n: { type: 'catbird.sequence' } },
  streams: {
    payments: { settings: { url: `${service.url}/payments` }, limit: 20, startAfter: ['orders', 'users'] },
    orders: { settings: { url: `${service.url}/orders` }, limit: 3000, startAfter: 'users' },
    users: { settings: { url: `${service.url}/users` }, limit: 9000 },
  },
});

test('a stream starts once all events of the streams before it are accepted', async () => {
  service = await startHttp();
  // Slow enough that a stream which does not wait is seen.
  service.answerWith({ status: 200, body: '{}', afterMs: 100 });
  const { code, err } = await run(shop());
  expect(code, err).toBe(0);
  const paths = service.requests.map(({ path }) => path);
  expect(paths.filter((path, i) => path !== paths[i - 1])).toEqual(['/users', '/orders', '/payments']);
  expect(summariesOf(err)).toMatchObject({
    users: { accepted: 9000 },
    orders: { accepted: 3000 },
    payments: { accepted: 20 },
  });
  expect(notesOf(err, 'payments')).toEqual(['Waiting for orders and users']);
});

test.each(['stop', 'continue'])('if the first one fails, no other starts: %s', async (onStreamFailure) => {
  service = await startHttp();
  service.answerWith({ status: 400, body: 'no' });
  const { code, err } = await run(shop({ onStreamFailure }));
  expect(code).toBe(1);
  expect(new Set(service.requests.map(({ path }) => path))).toEqual(new Set(['/users']));
  expect(summariesOf(err)).toMatchObject({
    users: { reason: 'failed' },
    orders: { reason: 'stopped', generated: 0 },
    payments: { reason: 'stopped', generated: 0 },
  });
  expect(notesOf(err, 'orders')).toContain('Not started: users did not complete');
  expect(notesOf(err, 'payments')).toContain('Not started: orders and users did not complete');
});

test('an interruption ends the streams that wait, and a restart begins where it stopped', async () => {
  service = await startHttp();
  service.answerWith({ status: 200, body: '{}', afterMs: 100 });
  const flags = ['--state', join(folder, 'shop.state')];
  const config = JSON.stringify(shop());
  const running = begin(['run', '-', '--json', ...flags], { input: config });
  await running.printed('"stream":"users","schema"');
  running.stop();
  const { code, err } = await running.ended;
  expect(code, err).toBe(130);
  expect(summariesOf(err)).toMatchObject({ orders: { reason: 'interrupted', generated: 0 } });
  expect((await run(shop(), ...flags)).code).toBe(0);
  // The streams before are finished: nothing to wait for.
  const again = await run(shop(), ...flags, '--set', 'streams.payments.limit=50');
  expect(again.code, again.err).toBe(0);
  expect(summariesOf(again.err)).toMatchObject({ users: { generated: 0 }, payments: { generated: 30 } });
  expect(await readFile(join(folder, 'shop.state.users'), 'utf8')).toContain('"next":9000');
});

test.each([
  [
    ['--set', 'streams.users.limit=-1'],
    'streams.orders.startAfter: users never ends. Give users a limit, a duration or to',
  ],
  [['--shard', '0/2'], 'streams.orders.startAfter cannot be used with --shard'],
])('%j is rejected', async (flags, words) => {
  service = await startHttp();
  const { code, err } = await run(shop(), ...flags);
  expect({ code, requests: service.requests }).toEqual({ code: 2, requests: [] });
  expect(err).toContain(words);
});
