import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { CHROMIUM_FLAGS, findChromium } from '../../../scripts/chromium.js';
import { eventually, jsonLines } from './catbird.ts';
import { begin, here } from './here.ts';

const run = promisify(execFile);
const SCHEMA = '{"n": {"type": "catbird.sequence"}, "who": {"type": "person.firstName"}}';
const SEED = ['--schema', '-', '--seed', '7'];
const TOKEN = 'a-token-for-tests';

/** The rows that a stream has. */
const rowsOf = async (count: number): Promise<readonly unknown[]> =>
  jsonLines((await here(['sample', ...SEED, '-n', String(count)], { input: SCHEMA })).out);

/** Starts a server of events, with its address. */
async function serving(...flags: readonly string[]) {
  const stream = begin(['serve', '--port', '0', ...SEED, ...flags], { input: SCHEMA });
  const rest = await stream.printed('Listening on ');
  return { ...stream, url: /^http:\S+:\d+/.exec(rest)?.[0] ?? '' };
}

/** An event of a stream of server-sent events. */
interface Sent {
  readonly id: string;
  readonly event: string;
  readonly data: unknown;
}

const eventsIn = (text: string): readonly Sent[] =>
  text
    .split('\n\n')
    .filter((part) => /^data: /m.test(part))
    .map((part) => ({
      id: /^id: (.*)$/m.exec(part)?.[1] ?? '',
      event: /^event: (.*)$/m.exec(part)?.[1] ?? 'message',
      data: JSON.parse(/^data: (.*)$/m.exec(part)?.[1] ?? 'null') as unknown,
    }));

const messages = (events: readonly Sent[]): readonly unknown[] =>
  events.filter(({ event }) => event === 'message').map(({ data }) => data);

test('curl gets every event with its number, and the end', async () => {
  const stream = await serving('--each', '--limit', '3000', '--eps', 'max', '--json');
  const { stdout } = await run('curl', ['-sN', `${stream.url}/events`]);
  const events = eventsIn(stdout);
  expect(messages(events)).toEqual(await rowsOf(3000));
  expect(events.slice(0, -1).map(({ id }) => id)).toEqual(Array.from({ length: 3000 }, (_, i) => String(i)));
  expect(events.at(-1)).toMatchObject({ event: 'end' });
  const { code, err } = await stream.ended;
  expect(code, err).toBe(0);
  expect(jsonLines(err).at(-1)).toMatchObject({ generated: 3000, accepted: 3000 });
});

test('without a reader the stream waits, and then no event is missing', async () => {
  const stream = await serving('--limit', '40', '--eps', 'max', '--in-flight', '1', '--json');
  await stream.printed('"type":"progress","generated":40,"accepted":0');
  const text = await (await fetch(`${stream.url}/events`)).text();
  expect(messages(eventsIn(text))).toEqual(await rowsOf(40));
  expect(jsonLines((await stream.ended).err).at(-1)).toMatchObject({ accepted: 40, failed: 0 });
});

test('a stop before a reader came ends the stream at once, and no event is uncertain', async () => {
  const stream = await serving('--limit', '40', '--eps', 'max', '--grace', '60s', '--json');
  await stream.printed('"type":"progress","generated":40,"accepted":0');
  stream.stop();
  const { code, err } = await stream.ended;
  expect(code).not.toBe(0);
  expect(jsonLines(err).at(-1)).toMatchObject({ accepted: 0, failed: 40, uncertain: 0 });
  expect(err.split('Stopped before a reader came')).toHaveLength(2);
});

test('a reader goes on where Last-Event-ID or ?from= says', async () => {
  const stream = await serving('--each', '--limit', '2500', '--eps', 'max');
  const first = await fetch(`${stream.url}/poll?n=1000`);
  expect(await first.json()).toMatchObject({ lost: 0, next: 1000 });
  const second = await (await fetch(`${stream.url}/poll?from=1000&n=7`)).json();
  const rows = await rowsOf(2500);
  expect(second).toEqual({ rows: rows.slice(1000, 1007), lost: 0, next: 1007 });
  const back = fetch(`${stream.url}/events?from=998`).then((response) => response.text());
  const last = fetch(`${stream.url}/events`, { headers: { 'last-event-id': '989' } }).then((response) =>
    response.text(),
  );
  const fromThere = eventsIn(await last);
  expect(fromThere[0]).toMatchObject({ id: '990' });
  expect(messages(fromThere)).toEqual(rows.slice(990));
  expect(messages(eventsIn(await back))).toEqual(rows.slice(998));
  await stream.ended;
});

test('the client of the package ws gets every event as a message', async () => {
  const stream = await serving('--each', '--limit', '5000', '--eps', 'max');
  const client = new WebSocket(`${stream.url.replace('http', 'ws')}/ws`);
  const got: unknown[] = [];
  client.on('message', (data: Buffer) => got.push(JSON.parse(data.toString())));
  const [code] = (await once(client, 'close')) as [number];
  expect(code).toBe(1000);
  expect(got).toEqual(await rowsOf(5000));
  expect((await stream.ended).code).toBe(0);
});

/** A reader that reads nothing before the returned function is called. */
async function lazyReader(url: string) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').pause();
  await once(socket, 'connect');
  socket.write(`GET /events HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n`);
  return async (): Promise<readonly Sent[]> => {
    let text = '';
    for await (const chunk of socket.setEncoding('utf8')) text += String(chunk);
    return eventsIn(text.slice(text.indexOf('\r\n\r\n') + 4));
  };
}

const LONG = `{"n": {"type": "catbird.sequence"}, "text": {"type": "string.alphanumeric", "params": [{"length": 1000}]}}`;
const servingLong = async (...flags: readonly string[]) => {
  const stream = begin(
    ['serve', '--port', '0', '--schema', '-', '--eps', 'max', '--limit', '40000', ...flags],
    { input: LONG },
  );
  const rest = await stream.printed('Listening on ');
  return { ...stream, url: /^http:\S+:\d+/.exec(rest)?.[0] ?? '' };
};

test('with --each, a slow reader gets every event, and the others do not wait for it', async () => {
  const stream = await servingLong('--each');
  const read = await lazyReader(stream.url);
  const fast = eventsIn(await (await fetch(`${stream.url}/events`)).text());
  expect(messages(fast)).toHaveLength(40_000);
  expect(messages(await read())).toEqual(messages(fast));
  expect((await stream.ended).err).not.toContain('lost');
});

test('of a shared stream, a slow reader loses events, which are counted', async () => {
  const stream = await servingLong();
  const read = await lazyReader(stream.url);
  const fast = eventsIn(await (await fetch(`${stream.url}/events?from=0`)).text());
  expect(messages(fast)).toHaveLength(40_000);
  const slow = await read();
  const lost = slow.flatMap(({ event, data }) => (event === 'lost' ? [(data as { rows: number }).rows] : []));
  const sum = lost.reduce((all, each) => all + each, 0);
  expect(sum).toBeGreaterThan(1000);
  expect(messages(slow).length + sum).toBe(40_000);
  const { err } = await stream.ended;
  expect(err).toMatch(/Reader 127\.0\.0\.1:\d+ of \/events is too slow and loses events/);
  expect(err).toContain(`lost ${sum.toLocaleString('en')} events, as it was too slow`);
});

test('a reader that never reads does not hold up the end for ever', async () => {
  const stream = await servingLong('--each');
  await lazyReader(stream.url);
  await (await fetch(`${stream.url}/events`)).text();
  const { code, err } = await stream.ended;
  expect(code).toBe(0);
  expect(err).toMatch(/stopped reading, and did not get the last [\d,]+ events/);
});

test('a reader needs the token, in a header or in the query', async () => {
  const stream = await serving('--each', '--limit', '5000', '--eps', 'max', '--token', TOKEN);
  const status = async (path: string, headers: Readonly<Record<string, string>> = {}) =>
    (await fetch(`${stream.url}${path}`, { headers })).status;
  expect(await status('/poll')).toBe(401);
  expect(await status('/')).toBe(401);
  expect(await status('/poll?token=wrong')).toBe(401);
  expect(await status('/poll', { authorization: `Bearer ${TOKEN}x` })).toBe(401);
  const client = new WebSocket(`${stream.url.replace('http', 'ws')}/ws`);
  const [error] = (await once(client, 'error')) as [Error];
  expect(error.message).toContain('401');
  expect(await status(`/poll?token=${TOKEN}`)).toBe(200);
  expect(await status('/events', { authorization: `Bearer ${TOKEN}` })).toBe(200);
  expect((await stream.ended).err).not.toContain(TOKEN);
});

test('an address that admits other machines needs a token', async () => {
  const { code, err } = await here(['serve', '--host', '0.0.0.0', ...SEED], { input: SCHEMA });
  expect(code).toBe(2);
  expect(err).toContain('--token: Required, as 0.0.0.0 admits other machines');
});

test('other host names and pages of other origins may not read, unless they are allowed', async () => {
  const stream = await serving(
    '--each',
    '--limit',
    '5000',
    '--eps',
    'max',
    '--origin',
    'https://a.example,https://b.example',
  );
  const { port } = new URL(stream.url);
  const curl = async (path: string, ...headers: readonly string[]) => {
    const args = ['-s', '-o', '/dev/null', '-w', '%{http_code} %header{access-control-allow-origin}'];
    return (
      await run('curl', [...args, ...headers.flatMap((each) => ['-H', each]), `${stream.url}${path}`])
    ).stdout.trim();
  };
  expect(await curl('/poll', `Host: rebound.example:${port}`)).toBe('403');
  expect(await curl('/poll', 'Origin: https://c.example')).toBe('403');
  expect(await curl('/poll', 'Origin: https://b.example')).toBe('200 https://b.example');
  const client = new WebSocket(`${stream.url.replace('http', 'ws')}/ws`, { origin: 'https://c.example' });
  const [error] = (await once(client, 'error')) as [Error];
  expect(error.message).toContain('403');
  await (await fetch(`${stream.url}/events`)).text();
  await stream.ended;
});

test.each([
  ['/poll?from=x', 400],
  ['/poll?n=0', 400],
  ['/events?from=-1', 400],
  ['/other', 404],
  ['/', 200],
])('GET %s is answered with %i', async (path, status) => {
  const stream = await serving('--each', '--limit', '1');
  expect((await fetch(`${stream.url}${path}`)).status).toBe(status);
  await (await fetch(`${stream.url}/events`)).text();
  await stream.ended;
});

test('a port that is taken is an error that says what to do', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = String(typeof address === 'object' ? address?.port : 0);
  const { code, err } = await here(['serve', '--port', port, ...SEED, '--limit', '1'], { input: SCHEMA });
  expect(code).not.toBe(0);
  expect(err).toContain(`Could not listen on 127.0.0.1:${port}`);
  expect(err).toContain('Choose another --port');
  other.close();
});

const executablePath = findChromium();

test.skipIf(executablePath === undefined)(
  'in a browser, EventSource and the page show the events',
  async () => {
    const stream = await serving('--each', '--limit', '50', '--eps', 'max', '--origin', '*');
    const browser = await chromium.launch({ executablePath: executablePath ?? '', args: CHROMIUM_FLAGS });
    try {
      const page = await browser.newPage();
      const problems: string[] = [];
      page.on('console', (message) => problems.push(message.text()));
      await page.goto(stream.url);
      await eventually(async () => expect(await page.textContent('p')).toContain('50 events'));
      expect(await page.textContent('p')).toContain('The stream has ended');
      expect(await page.locator('li').count()).toBe(50);
      const [last] = (await rowsOf(50)).slice(-1);
      expect(await page.locator('li').first().textContent()).toBe(`49${JSON.stringify(last)}`);
      // Browsers ask for it by themselves.
      expect(problems.filter((each) => !/favicon|404/.test(each))).toEqual([]);
    } finally {
      await browser.close();
    }
    expect((await stream.ended).code).toBe(0);
  },
);
