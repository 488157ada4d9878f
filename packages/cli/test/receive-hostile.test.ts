import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { catbird, jsonLines, start, type Running } from './catbird.ts';

let running: Running | undefined;
afterEach(() => void running?.child.kill('SIGKILL'));

async function receiver(...flags: string[]): Promise<number> {
  running = start(['receive', '--port', '0', ...flags]);
  return Number(/^\d+/.exec(await running.printed('"port":'))?.[0]);
}

/** Ends the receiver and returns its summary. */
async function summary(): Promise<unknown> {
  running?.child.kill('SIGINT');
  const ended = await running?.ended;
  return jsonLines(ended?.err ?? '').at(-1);
}

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Sends a request with any headers, as a browser might. */
async function send(
  port: number,
  { method = 'POST', path = '/', headers = {}, body }: Sent,
): Promise<Answer> {
  const outgoing = request({ host: '127.0.0.1', port, method, path, headers, agent: false });
  // The response may come, and the connection close, before the whole body is sent.
  outgoing.on('error', () => undefined);
  outgoing.end(body);
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  return { status: incoming.statusCode, headers: incoming.headers, body: await text(incoming) };
}

const ROW = '{"i":1}\n';
const PREFLIGHT = {
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'authorization,content-type',
  'access-control-request-private-network': 'true',
};

describe('pages', () => {
  test.each([
    'http://127.0.0.1:4173',
    'http://localhost:4173',
    'https://app.localhost',
    'http://[::1]:4173',
    'http://127.9.9.9',
    'https://app.example.com',
  ])('of %s may send and read the response', async (origin) => {
    const port = await receiver('--json', '--origin', 'https://app.example.com/');
    const preflight = await send(port, { method: 'OPTIONS', headers: { origin, ...PREFLIGHT } });
    expect(preflight).toMatchObject({
      status: 204,
      headers: {
        'access-control-allow-origin': origin,
        'access-control-allow-headers': 'authorization,content-type',
        'access-control-allow-private-network': 'true',
        vary: 'origin',
      },
    });
    const sent = await send(port, { headers: { origin }, body: ROW });
    expect(sent).toMatchObject({ status: 200, headers: { 'access-control-allow-origin': origin } });
    // Also why something was refused.
    const refused = await send(port, { path: '/channels/%FF/messages', headers: { origin }, body: '{}' });
    expect(refused).toMatchObject({ status: 400, headers: { 'access-control-allow-origin': origin } });
    expect(await summary()).toMatchObject({ rows: 1 });
  });

  test.each([
    'https://evil.example',
    'https://app.example.com:8443',
    'http://app.example.com',
    'https://app.example.com.evil.example',
    'https://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'null',
    'file://',
  ])('of %s may not send, and their rows are discarded', async (origin) => {
    const port = await receiver('--json', '--origin', 'https://app.example.com');
    for (const sent of [
      { method: 'OPTIONS', headers: { origin, ...PREFLIGHT } },
      { headers: { origin }, body: ROW },
    ]) {
      const { status, headers, body } = await send(port, sent);
      expect(status).toBe(403);
      expect(JSON.parse(body)).toEqual({
        error: `Pages of ${origin} may not send here. To accept them, use --origin ${origin}`,
      });
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
    expect(await summary()).toMatchObject({ rows: 0, requests: 2, refused: 2 });
  });

  test('an invalid origin is never suggested as a flag', async () => {
    const port = await receiver('--json');
    expect(await send(port, { headers: { origin: 'http://a; reboot' }, body: ROW })).toMatchObject({
      status: 403,
      body: '{"error":"Pages of http://a; reboot may not send here."}',
    });
  });

  test('the flag that would accept an origin is printed once per origin, and not endlessly', async () => {
    const port = await receiver('--json');
    for (let n = 0; n < 60; n++) await send(port, { headers: { origin: `https://${n % 30}.example` } });
    running?.child.kill('SIGINT');
    const ended = await running?.ended;
    const notes = jsonLines(ended?.err ?? '').filter((line) => (line as { type: string }).type === 'note');
    expect(notes).toHaveLength(21);
    expect(notes[0]).toEqual({
      type: 'note',
      message: 'Pages of https://0.example may not send here. To accept them, use --origin https://0.example',
    });
  });

  test.each(['example.com', 'https://a b', 'https://example.com/path', 'https://user@example.com'])(
    '--origin %s is rejected',
    async (origin) => {
      const { code, err } = await catbird(['receive', '--origin', origin]);
      expect(code).toBe(2);
      expect(err).toContain('--origin must be an origin, such as https://example.com');
    },
  );
});

describe('a Host header', () => {
  test.each([
    'localhost',
    '127.0.0.1:9',
    'LOCALHOST:1',
    '[::1]:80',
    'a.localhost',
    'localhost.',
    'receiver:80',
  ])('%s names this receiver', async (host) => {
    const port = await receiver('--json', '--allow-host', 'receiver');
    expect(await send(port, { headers: { host }, body: ROW })).toMatchObject({ status: 200 });
  });

  test.each(['evil.example', 'evil.example:80', '10.0.0.1', 'localhost.evil.example'])(
    '"%s" is rejected, because a page may have resolved its name to this address',
    async (host) => {
      const port = await receiver('--json', '--allow-host', 'receiver');
      const { status, body } = await send(port, { headers: { host }, body: ROW });
      expect(status).toBe(403);
      expect(body).toContain('--allow-host');
      expect(await summary()).toMatchObject({ rows: 0 });
    },
  );

  test.each(['x@localhost', 'localhost, evil.example', 'localhost:99999', 'x;reboot', '$(reboot)'])(
    '"%s" is invalid, and no flag is suggested for it',
    async (host) => {
      const port = await receiver('--json', '--allow-host', 'receiver');
      expect(await send(port, { headers: { host }, body: ROW })).toMatchObject({
        status: 403,
        body: JSON.stringify({ error: `Invalid Host header: ${JSON.stringify(host)}` }),
      });
    },
  );

  test('the flag suggested for an IPv6 address accepts it', async () => {
    const port = await receiver('--json');
    const { body } = await send(port, { headers: { host: '[2001:DB8::1]:80' }, body: ROW });
    const [, address = ''] = /--allow-host (\S+)"/.exec(body) ?? [];
    expect(address).toBe('2001:db8::1');
    running?.child.kill('SIGKILL');
    const next = await receiver('--json', '--allow-host', address);
    expect(await send(next, { headers: { host: '[2001:db8::1]:80' }, body: ROW })).toMatchObject({
      status: 200,
    });
  });

  test('is required', async () => {
    const port = await receiver('--json');
    const socket = connect(port, '127.0.0.1');
    socket.end('GET / HTTP/1.0\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1.1 403 [^]*Invalid Host header: \\"\\""/);
  });

  test('may be the address listened on, or the address that a request was sent to', async () => {
    const port = await receiver('--json', '--host', '0.0.0.0');
    const bySocket = await send(port, { headers: { host: `127.0.0.1:${port}` }, body: ROW });
    const byFlag = await send(port, { headers: { host: '0.0.0.0' }, body: ROW });
    const other = await send(port, { headers: { host: 'elsewhere' }, body: ROW });
    expect([bySocket.status, byFlag.status, other.status]).toEqual([200, 200, 403]);
  });
});

/** The receiver's peak memory, in MiB. */
async function peakMiB(): Promise<number> {
  const status = await readFile(`/proc/${running?.child.pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

const GZIP = { 'content-encoding': 'gzip' };

describe.skipIf(process.platform !== 'linux')('memory is bounded', () => {
  test('if 12 bodies of 96 kB expand to 96 MB each', async () => {
    const port = await receiver('--json', '--out', '/dev/null');
    const bomb = gzipSync(Buffer.alloc(96 * 2 ** 20, '\n'));
    expect(bomb.length).toBeLessThan(100_000);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => send(port, { headers: GZIP, body: bomb })),
    );
    for (const { status } of answers) expect([413, 503]).toContain(status);
    expect(answers.map(({ body }) => body).join('\n')).toMatch(/64 MiB|at once/);
    expect(await peakMiB()).toBeLessThan(500);
    // The memory is free again.
    expect(await send(port, { body: ROW })).toMatchObject({ status: 200 });
    expect(await summary()).toMatchObject({ rows: 1 });
  });

  test('if each sender sends half of the limit and stops before the end', async () => {
    const port = await receiver('--json', '--out', '/dev/null');
    const half = Buffer.alloc(32 * 2 ** 20, ROW);
    const head = `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${half.length + 1}\r\n\r\n`;
    const sockets = Array.from({ length: 6 }, () => {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      socket.write(head);
      socket.write(half);
      return socket;
    });
    // Two senders fill the memory and keep it; the others are rejected.
    const answers = new Set<string>();
    let left = 4;
    await new Promise<void>((resolve) => {
      for (const socket of sockets)
        socket.once('data', (chunk) => {
          answers.add(chunk.toString('latin1').slice(0, 12));
          if (--left === 0) resolve();
        });
    });
    expect([...answers]).toEqual(['HTTP/1.1 503']);
    for (const socket of sockets) socket.destroy();
    // Once they disconnect, the memory is free again.
    while ((await send(port, { body: half })).status !== 200);
    expect(await peakMiB()).toBeLessThan(500);
  });

  test('if a form has 100,000 entries, or JSON has millions of values', async () => {
    const port = await receiver('--json', '--out', '/dev/null');
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const entries = (count: number): string =>
      Array.from(
        { length: count },
        (_, n) =>
          `&PublishBatchRequestEntries.member.${n + 1}.Id=${n}&PublishBatchRequestEntries.member.${n + 1}.Message=1`,
      ).join('');
    const batch = (count: number): Promise<Answer> =>
      send(port, { headers: form, body: `Action=PublishBatch${entries(count)}` });
    expect(await batch(10)).toMatchObject({ status: 200 });
    const eleven = await batch(11);
    expect(eleven.status).toBe(400);
    expect(eleven.body).toContain('<Code>TooManyEntriesInBatchRequest</Code>');
    expect((await batch(9000)).body).toContain('<Code>TooManyEntriesInBatchRequest</Code>');
    expect((await batch(100_000)).body).toContain('<Code>BatchRequestTooLong</Code>');
    const json = { 'content-type': 'application/json' };
    const values = `[${'{},'.repeat(20e6)}1]`;
    expect(await send(port, { headers: json, body: values })).toMatchObject({ status: 413 });
    expect(await send(port, { path: '/channels/a/messages', body: values })).toMatchObject({ status: 413 });
    expect(await peakMiB()).toBeLessThan(500);
    expect(await summary()).toMatchObject({ rows: 10 });
  });

  test('if --sequence gets numbers that are far apart; forgotten ones are reported', async () => {
    const port = await receiver('--json', '--out', '/dev/null', '--sequence', 'i');
    const far = Array.from({ length: 40_000 }, (_, n) => `{"i":${n * 65_536}}\n`).join('');
    expect(await send(port, { body: far })).toMatchObject({ status: 200 });
    expect(await send(port, { body: ROW })).toMatchObject({ status: 200 });
    expect(await send(port, { body: '\n'.repeat(60e6) })).toMatchObject({ status: 200 });
    expect(await peakMiB()).toBeLessThan(500);
    const end = (await summary()) as { forgottenBelow: number };
    expect(end).toMatchObject({ rows: 40_001, duplicates: 0, unchecked: 1 });
    expect(end.forgottenBelow).toBeGreaterThan(35_000 * 65_536);
  });
});

describe('every request gets a response', () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000);
  const NONSENSE: readonly (readonly [remark: string, sent: Sent, status: number])[] = [
    ['an invalid path', { path: '//' }, 200],
    ['a path with a bad escape', { path: '/channels/%E0%A4%A/messages', body: '{}' }, 400],
    ['a query with a bad escape', { path: '/v0/events?name=%E0%A4%A', body: ROW }, 202],
    ['a full URL as path', { path: 'http://[/v0/events?name=a', body: ROW }, 202],
    ['very deep arrays', { headers: { 'content-type': 'application/json' }, body: deep }, 200],
    ['very deep messages', { path: '/channels/a/messages', body: `{"data":${deep}}` }, 201],
    ['invalid gzip', { headers: GZIP, body: 'nonsense' }, 400],
    ['truncated gzip', { headers: GZIP, body: gzipSync(Buffer.alloc(9999, ROW)).subarray(0, 30) }, 400],
    ['empty gzip', { headers: GZIP, body: '' }, 400],
    ['another encoding', { headers: { 'content-encoding': 'br' }, body: ROW }, 415],
    ['a body of 65 MiB', { body: Buffer.alloc(65 * 2 ** 20, ROW) }, 413],
    [
      'a body of 65 MiB in another encoding',
      { headers: { 'content-encoding': 'x' }, body: Buffer.alloc(65 * 2 ** 20) },
      415,
    ],
    ['a method of another protocol', { method: 'PROPFIND', body: ROW }, 200],
    ['null instead of a message', { path: '/channels/a/messages', body: 'null' }, 400],
    ['nulls instead of messages', { path: '/channels/a/messages', body: '[null,null]' }, 201],
  ];

  test.each(NONSENSE)('%s', async (_, sent, status) => {
    const port = await receiver('--json', '--out', '/dev/null', '--sequence', 'i');
    const answer = await send(port, sent);
    if (answer.status !== 500) expect(answer.status).toBe(status);
    else expect(JSON.parse(answer.body)).toEqual({ error: expect.stringMatching(/^The receiver failed: ./) });
    expect(await send(port, { body: ROW })).toMatchObject({ status: 200 });
    expect(running?.child.exitCode).toBeNull();
  });

  test.each([
    ['is truncated', gzipSync(ROW).subarray(0, -5)],
    ['has trailing bytes', Buffer.concat([gzipSync(ROW), Buffer.from('xx')])],
    ['is empty', Buffer.alloc(0)],
  ])('gzip that %s is rejected with 400, even if it arrives at once', async (_, body) => {
    const port = await receiver('--json');
    expect(await send(port, { headers: GZIP, body })).toMatchObject({
      status: 400,
      body: '{"error":"Invalid gzip"}',
    });
  });

  test('even one for a proxy', async () => {
    const port = await receiver('--json');
    const socket = connect(port, '127.0.0.1');
    socket.end('CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1.1 405 /);
    expect(await send(port, { body: ROW })).toMatchObject({ status: 200 });
  });

  test('500 with the reason if rows cannot be stored', async () => {
    const port = await receiver('--json', '--out', '/dev/full');
    const { status, body } = await send(port, { headers: { origin: 'http://localhost' }, body: ROW });
    expect(status).toBe(500);
    expect(JSON.parse(body)).toEqual({ error: expect.stringMatching(/^The receiver failed: ENOSPC/) });
    expect(await summary()).toMatchObject({ rows: 0, refused: 1 });
  });

  test('a sender that disconnects midway leaves no trace', async () => {
    const port = await receiver('--json');
    const bodies = { identity: Buffer.from('{"a'), gzip: gzipSync(ROW).subarray(0, 12) };
    for (const [encoding, begun] of Object.entries(bodies)) {
      const socket = connect(port, '127.0.0.1');
      socket.write(
        `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Encoding: ${encoding}\r\nContent-Length: 99\r\n\r\n`,
      );
      socket.write(begun);
      socket.end();
      await once(socket.resume(), 'close');
    }
    expect(await send(port, { body: ROW })).toMatchObject({ status: 200 });
    expect(await summary()).toMatchObject({ rows: 1, requests: 1 });
  });
});
