import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { jsonLines, type Ended } from './catbird.ts';
import { begin, here, type Begun } from './here.ts';
import { GZIP, ROW, send, type Sent } from './sender.ts';

let running: Begun | undefined;
afterEach(async () => void (await stopped()));

async function receiver(...flags: string[]): Promise<number> {
  running = begin(['receive', '--port', '0', ...flags]);
  return Number(/^\d+/.exec(await running.printed('"port":'))?.[0]);
}

/** Ends the receiver. */
async function stopped(): Promise<Ended | undefined> {
  running?.stop();
  return await running?.ended;
}

/** Ends the receiver and returns its summary. */
const summary = async (): Promise<unknown> => jsonLines((await stopped())?.err ?? '').at(-1);

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
    const ended = await stopped();
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
      const { code, err } = await here(['receive', '--origin', origin]);
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
    await stopped();
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
    expect(await summary()).toMatchObject({ type: 'summary' });
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
