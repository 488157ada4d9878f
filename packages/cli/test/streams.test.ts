import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startHttp } from '../../../test/services/http.ts';
import type { Service } from '../../../test/services/service.ts';
import { startTinybird } from '../../../test/services/tinybird.ts';
import { cameBeyond, eventually, jsonLines, start } from './catbird.ts';
import { begin, here } from './here.ts';

let folder = '';
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'catbird-streams-'))));
afterAll(() => rm(folder, { recursive: true }));

const services: Service[] = [];
afterEach(async () => {
  for (const service of services.splice(0)) await service.close();
});
async function serving(starting: Promise<Service>): Promise<Service> {
  const service = await starting;
  services.push(service);
  return service;
}

const KEY = { type: 'catbird.key', params: { name: 'user', size: 20 } };
const CITY = { type: 'location.city', per: 'user' };

type Line = Readonly<Record<string, unknown>>;
const linesOf = (err: string): readonly Line[] => jsonLines(err) as Line[];
const summariesOf = (err: string): readonly Line[] => linesOf(err).filter(({ type }) => type === 'summary');

async function inFile(path: string): Promise<Line[]> {
  return jsonLines(await readFile(path, 'utf8')) as Line[];
}

const run = (config: object, ...flags: readonly string[]) =>
  here(['run', '-', ...flags], { input: JSON.stringify(config) });

test('streams share the seed, keys and top-level settings, and have their own rate and limit', async () => {
  const [orders, clicks] = [join(folder, 'orders.ndjson'), join(folder, 'clicks.ndjson')];
  const { code, out, err } = await run(
    {
      seed: 5,
      eps: 'max',
      limit: 300,
      destination: 'file',
      settings: { existing: 'replace' },
      streams: {
        orders: { settings: { path: orders }, schema: { user: KEY, city: CITY } },
        clicks: {
          settings: { path: clicks },
          schema: { at: { type: 'catbird.timestampNow' }, city: CITY, user: KEY },
          eps: 200,
          limit: 100,
        },
      },
    },
    '--json',
  );
  expect({ code, out }).toEqual({ code: 0, out: '' });
  const [here, there] = [await inFile(orders), await inFile(clicks)];
  expect([here.length, there.length]).toEqual([300, 100]);
  const cities = new Map(here.map(({ user, city }) => [user, city]));
  expect(cities.size).toBe(20);
  for (const { user, city } of there) expect(cities.get(user)).toBe(city);
  for (const line of linesOf(err).slice(0, -1)) expect(['orders', 'clicks']).toContain(line['stream']);
  const starts = linesOf(err).filter(({ type }) => type === 'start');
  expect(starts.map(({ stream, asked, limit }) => [stream, asked, limit])).toEqual([
    ['orders', null, 300],
    ['clicks', 200, 100],
  ]);
  const total = linesOf(err).at(-1);
  expect(total).toMatchObject({ type: 'summary', generated: 400, accepted: 400, exitCode: 0, seed: '5' });
  expect(total?.['streams']).toMatchObject({ orders: { accepted: 300 }, clicks: { accepted: 100 } });
});

test('all streams share a random seed, and --set can change one stream', async () => {
  const [a, b] = [join(folder, 'a.ndjson'), join(folder, 'b.ndjson')];
  const schema = { user: KEY, city: CITY };
  const { code, err } = await run(
    {
      destination: 'file',
      eps: 'max',
      schema,
      limit: 50,
      streams: { a: { settings: { path: a } }, b: { settings: { path: b } } },
    },
    '--set',
    'streams.b.limit=20',
    '--json',
  );
  expect(code).toBe(0);
  expect(new Set(summariesOf(err).map(({ seed }) => seed)).size).toBe(1);
  expect(await inFile(b)).toEqual((await inFile(a)).slice(0, 20));
});

test('the summary has a line per stream, and a total that adds up', async () => {
  const service = await serving(startHttp());
  service.answerWith({ status: 400, body: 'no' }, 1);
  const { code, err } = await run({
    destination: 'http',
    settings: { url: `${service.url}/events` },
    eps: 'max',
    limit: 1200,
    delivery: { onFailure: 'continue', inFlight: 1 },
    streams: { refused: { limit: 3 }, taken: { destination: 'file', settings: { path: '/dev/null' } } },
  });
  expect(code).toBe(1);
  expect(err.match(/ended after/g)).toHaveLength(1);
  const figures = (name: string): number[] =>
    (new RegExp(`^ {2}${name} .*$`, 'm').exec(err)?.[0] ?? '')
      .replace(/[A-Z].*/, '')
      .split(/ {2,}/)
      .slice(2)
      .filter((cell) => cell !== '')
      .map((cell) => Number(cell.replaceAll(',', '')));
  expect(figures('refused')).toEqual([3, 0, 0, 3, 0, 0]);
  expect(figures('taken')).toEqual([1200, 1200, 0, 0, 0, 0]);
  expect(figures('total')).toEqual([1203, 1200, 0, 3, 0, 0]);
});

test('the error that stopped a stream is printed once, also if other requests in flight fail otherwise', async () => {
  const waiting: ServerResponse[] = [];
  const server = createHttpServer((request, response) => {
    request.resume();
    waiting.push(response);
    if (waiting.length === 2)
      for (const [i, each] of waiting.entries()) each.writeHead(401 + 2 * i).end('no');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const config = {
    destination: 'http',
    settings: { url: `http://127.0.0.1:${port}/events` },
    eps: 'max',
    limit: 20,
    delivery: { batchRows: 10, inFlight: 2 },
    streams: { refused: {}, taken: { destination: 'file', settings: { path: '/dev/null' } } },
  };
  const { code, err } = await run(config);
  expect(code).toBe(1);
  for (const status of [401, 403]) expect(err.split(`returned ${status}`), err).toHaveLength(2);
});

const FAILING = (url: string, more: object, limit = 100) => ({
  eps: 50,
  seed: 1,
  ...more,
  streams: {
    bad: { destination: 'http', settings: { url: `${url}/events` }, eps: 5, limit: 10 },
    good: { destination: 'file', settings: { path: join(folder, 'good.ndjson') }, limit },
  },
});

test('a failing stream stops the others and sets the exit code', async () => {
  const service = await serving(startHttp());
  service.answerWith({ status: 400, body: 'no' });
  // Long enough for a busy machine to stop it.
  const { code, err } = await run(FAILING(service.url, {}, 10_000), '--json');
  expect(code).toBe(1);
  const [bad, good, total] = ['bad', 'good', undefined].map((name) =>
    summariesOf(err).find(({ stream }) => stream === name),
  );
  expect(bad).toMatchObject({ reason: 'failed', exitCode: 1 });
  expect(good).toMatchObject({ reason: 'stopped', exitCode: 0, failed: 0 });
  expect(Number(good?.['generated'])).toBeLessThan(10_000);
  expect(good?.['accepted']).toBe(good?.['generated']);
  expect(total).toMatchObject({ exitCode: 1 });
});

test('with onStreamFailure continue, the other streams continue, and the exit code is the worst', async () => {
  const service = await serving(startHttp());
  service.answerWith({ status: 400, body: 'no' });
  const { code, err } = await run(FAILING(service.url, { onStreamFailure: 'continue' }), '--json');
  expect(code).toBe(1);
  expect(summariesOf(err).find(({ stream }) => stream === 'good')).toMatchObject({
    reason: 'limit',
    accepted: 100,
  });
});

test('if one destination cannot be opened, nothing is sent anywhere', async () => {
  const service = await serving(startHttp());
  const { code, err } = await run(
    {
      limit: 5,
      eps: 'max',
      streams: {
        lost: { destination: 'file', settings: { path: join(folder, 'no', 'such', 'folder') } },
        good: { destination: 'http', settings: { url: `${service.url}/events` } },
      },
    },
    '--json',
  );
  expect(code).toBe(1);
  expect(service.rows).toEqual([]);
  expect(linesOf(err).at(-1)).toMatchObject({
    generated: 0,
    exitCode: 1,
    streams: { lost: { reason: 'failed' }, good: { reason: 'stopped' } },
  });
});

test('many streams print JSON only', async () => {
  const names = Array.from({ length: 14 }, (_, i) => `stream${i}`);
  const config = join(folder, 'many.json');
  const streams = Object.fromEntries(names.map((name) => [name, {}]));
  await writeFile(config, JSON.stringify({ destination: 'log', limit: 1, streams }));
  const { code, err } = await start(['run', config, '--json']).ended;
  expect(jsonLines(err).at(-1)).toMatchObject({ type: 'summary', accepted: 14 });
  expect(code).toBe(0);
});

test('SIGINT drains all streams', async () => {
  const service = await serving(startHttp());
  service.answerWith({ status: 200, body: '{}', afterMs: 300 });
  const config = {
    destination: 'http',
    eps: 500,
    streams: {
      a: { settings: { url: `${service.url}/a` } },
      b: { settings: { url: `${service.url}/b` }, eps: 200 },
    },
  };
  const running = begin(['run', '-', '--json'], { input: JSON.stringify(config) });
  const paths = (): string[] => [...new Set(service.requests.map(({ path }) => path))].sort();
  await eventually(() => expect(paths()).toEqual(['/a', '/b']));
  running.stop();
  const { code, err } = await running.ended;
  expect(code).toBe(130);
  expect(summariesOf(err).map(({ reason }) => reason)).toEqual(['interrupted', 'interrupted', undefined]);
  for (const { generated, accepted, failed } of summariesOf(err)) {
    expect(failed).toBe(0);
    expect(generated).toBeGreaterThan(0);
    expect(accepted).toBe(generated);
  }
});

test('a secret of one stream is never printed or sent to another destination', async () => {
  const TOKEN = 'p.secret-of-one-stream';
  const service = await serving(startTinybird({ token: 'p.another' }));
  const { code, out, err } = await here(['run', '-', '--json', '--logs'], {
    env: { TB_TOKEN: TOKEN },
    input: JSON.stringify({
      destination: 'tinybird',
      settings: { endpoint: service.url, token: '${TB_TOKEN}' },
      eps: 'max',
      limit: 2,
      streams: {
        first: { settings: { datasource: 'a' } },
        second: { settings: { datasource: TOKEN } },
        other: { destination: 'log' },
      },
    }),
  });
  expect(code).toBe(1);
  expect(out + err).not.toContain('secret-of-one-stream');
});

test('values of variables are not shown, wherever a service repeats them', async () => {
  const service = await serving(startHttp());
  service.answerWith({ status: 401, body: 'No a-source, no a-page' });
  const settings = { url: `${service.url}/\${PAGE}`, headers: { 'x-source': '${SOURCE}' } };
  const { code, out, err } = await here(['run', '-', '--json', '--logs'], {
    env: { SOURCE: 'a-source', PAGE: 'a-page' },
    input: JSON.stringify({ destination: 'http', settings, eps: 'max', limit: 2 }),
  });
  expect(code).toBe(1);
  expect(err).toContain('No [hidden], no [hidden]');
  expect(out + err).not.toMatch(/a-source|a-page/);
});

test('after a kill, --state resumes each stream where it stopped', async () => {
  const [a, b] = [await serving(startHttp()), await serving(startHttp())];
  const schema = { n: { type: 'catbird.sequence' } };
  const file = join(folder, 'state-of.json');
  await writeFile(
    file,
    JSON.stringify({
      destination: 'http',
      schema,
      streams: {
        a: { settings: { url: `${a.url}/events` }, eps: 500, limit: 1500 },
        b: { settings: { url: `${b.url}/events` }, eps: 100, limit: 300 },
      },
    }),
  );
  const flags = ['run', file, '--state', join(folder, 'shop.state'), '--json'];
  const running = start(flags);
  await cameBeyond(0, join(folder, 'shop.state.a'));
  await cameBeyond(0, join(folder, 'shop.state.b'));
  running.child.kill('SIGKILL');
  await running.ended;
  const last = await here(flags);
  expect(last.code).toBe(0);
  for (const [name, service, count] of [
    ['a', a, 1500],
    ['b', b, 300],
  ] as const) {
    const numbers = service.rows.map((row) => (row as { n: number }).n);
    expect(new Set(numbers).size).toBe(count);
    expect(Math.max(...numbers)).toBe(count);
    const kept = JSON.parse(await readFile(join(folder, `shop.state.${name}`), 'utf8')) as { seed: string };
    expect(kept).toMatchObject({ next: count, seed: linesOf(last.err).at(-1)?.['seed'] });
  }
});

test('shards of several streams together have every row', async () => {
  const config = {
    destination: 'log',
    eps: 'max',
    seed: 3,
    schema: { n: { type: 'catbird.sequence' } },
    streams: { a: { limit: 7 }, b: { limit: 4 } },
  };
  const parts = await Promise.all(['0/2', '1/2'].map((shard) => run(config, '--shard', shard, '--quiet')));
  const numbers = parts.flatMap(({ out }) => (jsonLines(out) as { n: number }[]).map(({ n }) => n));
  expect(numbers.sort((a, b) => a - b)).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 7]);
  const { code, err } = await run({ ...config, seed: undefined }, '--shard', '0/2');
  expect(code).toBe(2);
  expect(err).toContain('--shard needs --seed');
});

test('Prometheus metrics have the name of the stream', async () => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  probe.close();
  const running = begin(['run', '-', '--metrics-port', String(port)], {
    input: JSON.stringify({ destination: 'log', streams: { a: { eps: 20 }, b: { eps: 30 } } }),
  });
  const text = await eventually(async () => {
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(metrics).toMatch(/^catbird_rows_total\{stream="b",outcome="accepted"\} [1-9]\d*$/m);
    return metrics;
  });
  running.stop();
  await running.ended;
  expect(text).toContain('catbird_rows_per_second_asked{stream="a"} 20');
  expect(text).toContain('catbird_rows_per_second_asked{stream="b"} 30');
});

test.each([
  [{ streams: {} }, 'streams must contain at least one stream'],
  [{ streams: [] }, 'streams must be an object'],
  [{ streams: { a: {} } }, 'streams.a.destination is missing'],
  [{ streams: { 'a b': { destination: 'log' } } }, 'Invalid stream name "a b"'],
  [{ streams: { a: { destination: 'log', seed: 1 } } }, 'set the seed at the top level'],
  [{ streams: { a: { destination: 'log', epps: 1 } } }, 'Unknown key streams.a.epps. Did you mean eps?'],
  [{ streams: { a: { destination: 'lgo' } } }, 'streams.a.destination: Unknown destination "lgo"'],
  [{ streams: { a: { destination: 'log', eps: 0 } } }, 'streams.a.eps must be a number above 0'],
  [{ streams: { a: { destination: 'log', delivery: { atempts: 1 } } } }, 'streams.a.delivery.atempts'],
  [{ streams: { a: { destination: 'file', settings: { pth: 'x' } } } }, 'streams.a.settings.pth'],
  [{ streams: { a: { destination: 'file' } } }, 'streams.a.settings.path: Required'],
  [
    { settings: { path: 'x' }, streams: { a: { destination: 'file' } } },
    'require a destination at the top level',
  ],
  [{ onStreamFailure: 'cry', streams: { a: { destination: 'log' } } }, 'onStreamFailure must be one of'],
  [
    { streams: { a: { destination: 'log', schema: { x: { type: 'nuber.int' } } } } },
    'standard input:1:60: error',
  ],
])('%j is rejected with a remedy', async (config, words) => {
  const { code, out, err } = await here(['run', '-'], { input: JSON.stringify(config) });
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(words);
});

test.each([
  [['run', '-', '--json'], '{"destination": "lgo"}', { kind: 'config' }],
  [['run', '-', '--json'], '{', { kind: 'config' }],
  [['run', '-', '--json', '--set', 'x'], '{}', { kind: 'usage' }],
  [['run', '-', '--json', '--epps', '3'], '{}', { kind: 'usage' }],
  [
    ['log', '--json', '--eps', 'fast'],
    '',
    { kind: 'usage', message: '--eps must be a number above 0, or max.' },
  ],
  [['lgo', '--json'], '', { kind: 'usage' }],
  [
    ['ably', '--json', '--channelId', 'x'],
    '',
    { kind: 'config', message: '--api-key: Required. Set it in CATBIRD_ABLY_API_KEY' },
  ],
  [
    ['log', '--json', '--schema', '-'],
    '{"x": {"type": "nuber.int"}}',
    { kind: 'schema', file: 'standard input', line: 1, column: 16, hint: expect.any(String) as unknown },
  ],
  [['log', '--json', '--schema', 'no-such-file'], '', { kind: 'schema' }],
  [
    ['run', '-', '--json'],
    '{"streams": {"a": {"destination": "log", "schema": {"x": {"type": "nuber.int"}}}}}',
    { kind: 'schema', stream: 'a', line: 1 },
  ],
])('%j is rejected in JSON', async (args, input, what) => {
  const { code, out, err } = await here(args, { input });
  expect({ code, out }).toEqual({ code: 2, out: '' });
  const [first, ...more] = linesOf(err);
  expect(first).toMatchObject({ type: 'error', message: expect.any(String) as unknown, ...what });
  for (const line of more) expect(line['type']).toBe('error');
});

test('a key pool with different sizes in two streams is reported with both names', async () => {
  const stream = (size: number) => ({
    schema: {
      user: { type: 'oneOf', params: [{ field: { type: 'catbird.key', params: { name: 'user', size } } }] },
    },
  });
  const streams = { orders: stream(200), clicks: stream(100), views: stream(200) };
  const { code, err } = await run({ destination: 'log', seed: 1, limit: 1, eps: 'max', streams });
  expect(code).toBe(0);
  expect(err).toContain(
    'pool user has size 200 in orders and 100 in clicks. Give it one size, or another name',
  );
  expect(err).toContain('pool user has size 100 in clicks and 200 in views.');
  expect(err.match(/pool user has/g)).toHaveLength(2);
});
