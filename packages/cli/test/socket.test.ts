import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { freePorts } from '../../../scripts/peers.js';
import { startRsyslog } from '../../../scripts/peers/rsyslog.js';
import { findProgram } from '../../../scripts/programs.js';
import { catbird, eventually, jsonLines, start } from './catbird.ts';
import { makeCertificate } from './certificate.ts';
import { begin, here } from './here.ts';

const SCHEMA = '{"n": {"type": "catbird.sequence"}, "word": {"type": "lorem.word"}}';
const ROWS = ['--schema', '-', '--seed', '3'];
const sample = async (rows: number, ...flags: readonly string[]): Promise<string> =>
  (await here(['sample', ...ROWS, '-n', String(rows), ...flags], { input: SCHEMA })).out;
const send = (address: string, rows: number, ...flags: readonly string[]) =>
  here(['socket', '--url', address, ...ROWS, '--eps', 'max', '--limit', String(rows), '--json', ...flags], {
    input: SCHEMA,
  });

/** A line of a report. */
type Counts = Readonly<
  Partial<Record<'elapsedMs' | 'generated' | 'accepted' | 'rejected' | 'failed' | 'uncertain', number>>
>;
const summaries = (err: string): readonly Counts[] => jsonLines(err) as readonly Counts[];
const last = (err: string): Counts => summaries(err).at(-1) ?? {};

let folder = '';
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'catbird-socket-'))));
afterAll(() => rm(folder, { recursive: true }));

const open: { close(): unknown }[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

/** Everything that a server reads, in order of its connections. */
interface Received {
  readonly address: string;
  readonly bytes: () => Buffer;
  readonly connections: () => number;
}

/** Starts a server whose connections are read to the end, unless `act` does something else with them. */
async function listening(
  server: Server,
  where: string | number = 0,
  act: (socket: Socket, number: number) => void = () => undefined,
): Promise<Received> {
  const chunks: Buffer[] = [];
  let count = 0;
  const onSocket = (socket: Socket): void => {
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', () => undefined);
    act(socket, ++count);
  };
  server.on('listening', () => open.push(server));
  server.on(
    server.listenerCount('secureConnection') > 0 || 'setSecureContext' in server
      ? 'secureConnection'
      : 'connection',
    onSocket,
  );
  if (typeof where === 'string') server.listen(where);
  else server.listen(where, '127.0.0.1');
  await once(server, 'listening');
  const port = typeof where === 'string' ? where : (server.address() as AddressInfo).port;
  return { address: `tcp://127.0.0.1:${port}`, bytes: () => Buffer.concat(chunks), connections: () => count };
}

test('every event arrives as a line over TCP', async () => {
  const { address, bytes, connections } = await listening(createServer());
  const { code, err } = await send(address, 20_000);
  expect(code, err).toBe(0);
  expect(bytes().toString()).toBe(await sample(20_000));
  expect(connections()).toBe(1);
  expect(jsonLines(err).at(-1)).toMatchObject({ accepted: 20_000, failed: 0, bytes: bytes().length });
});

test('and over a Unix socket', async () => {
  const path = join(folder, 'my.sock');
  const { bytes } = await listening(createServer(), path);
  const { code, err } = await send(`unix://${path}`, 500);
  expect(code, err).toBe(0);
  expect(bytes().toString()).toBe(await sample(500));
});

/** Splits bytes at frames, whose length and beginning `read` returns. */
function framesOf(
  bytes: Buffer,
  read: (rest: Buffer) => readonly [start: number, length: number, behind: number],
): readonly string[] {
  const frames: string[] = [];
  for (let rest = bytes; rest.length > 0;) {
    const [start, length, behind] = read(rest);
    frames.push(rest.subarray(start, start + length).toString());
    rest = rest.subarray(start + length + behind);
  }
  return frames;
}

test.each<readonly [string, (rest: Buffer) => readonly [number, number, number]]>([
  ['nul', (rest) => [0, rest.indexOf(0), 1]],
  ['length', (rest) => [4, rest.readUInt32BE(), 0]],
  [
    'octet-counting',
    (rest) => {
      const space = rest.indexOf(' ');
      return [space + 1, Number(rest.subarray(0, space).toString()), 0];
    },
  ],
])('%s framing separates events', async (framing, read) => {
  const { address, bytes } = await listening(createServer());
  const { code, err } = await send(address, 300, '--framing', framing);
  expect(code, err).toBe(0);
  const frames = framesOf(bytes(), read);
  expect(frames.map((frame) => `${frame}\n`).join('')).toBe(await sample(300));
});

test('bytes of Avro need a length before them', async () => {
  const { address } = await listening(createServer());
  const { code, err } = await send(address, 3, '--format', 'avro');
  expect(code).not.toBe(0);
  expect(err).toContain('--framing length or octet-counting');
});

const openssl = findProgram('openssl');

test.skipIf(openssl === undefined)('TLS arrives, and an untrusted certificate does not', async () => {
  const certificate = await makeCertificate(openssl ?? '', folder);
  const { address, bytes } = await listening(createTlsServer(certificate));
  const to = address.replace('tcp', 'tls');
  const refused = await send(to, 10);
  expect(refused.code).not.toBe(0);
  expect(refused.err).toContain('is not trusted');
  const env = { NODE_EXTRA_CA_CERTS: certificate.file };
  const flags = ['socket', '--url', to, ...ROWS, '--eps', 'max', '--limit', '10'];
  const sent = await catbird(flags, { env, input: SCHEMA });
  expect(sent.code, sent.err).toBe(0);
  expect(bytes().toString()).toBe(await sample(10));
});

test.each([
  ['greets', (socket: Socket) => void socket.write('220 ready\r\n'), 'not-found'],
  ['closes', (socket: Socket) => void socket.destroy(), 'network'],
])('a port without TLS that %s is named as one', async (_, welcome, kind) => {
  const { address } = await listening(createServer(), 0, welcome);
  const { err } = await send(address.replace('tcp', 'tls'), 3, '--attempts', '1');
  expect(last(err)).toMatchObject({
    failed: 3,
    uncertain: 0,
    lastError: {
      kind,
      message: `${address.slice('tcp://'.length)} does not respond in TLS`,
      hint: 'If this port expects plain text, use tcp:// instead of tls://.',
    },
  });
});

test('a connection that nobody reads holds the stream back, without a timeout', async () => {
  let reader: Socket | undefined;
  const { address, bytes } = await listening(createServer(), 0, (socket) => void (reader = socket).pause());
  const stream = begin(
    ['socket', '--url', address, ...ROWS, '--eps', 'max', '--limit', '400000', '--timeout', '1s', '--json'],
    {
      input: SCHEMA,
    },
  );
  // Longer than the timeout.
  await stream.until((err) => summaries(err).some(({ elapsedMs = 0 }) => elapsedMs > 2000));
  reader?.resume();
  const { code, err } = await stream.ended;
  expect(code, err).toBe(0);
  expect(jsonLines(err).at(-1)).toMatchObject({ accepted: 400_000, failed: 0, retried: 0 });
  expect(bytes().toString().split('\n')).toHaveLength(400_001);
});

test('what was under way when the connection broke is failed and uncertain, if it may not be sent again', async () => {
  const { address } = await listening(createServer(), 0, (socket) => {
    socket.once('data', () => socket.resetAndDestroy());
    socket.pause();
    setImmediate(() => socket.resume());
  });
  const { code, err } = await send(address, 400_000, '--attempts', '1');
  expect(code).not.toBe(0);
  const summary = last(err);
  expect(summary.failed).toBeGreaterThan(0);
  expect(summary.uncertain).toBe(summary.failed);
  expect(Number(summary.accepted) + Number(summary.failed)).toBe(summary.generated);
});

test('a stream goes on with a new connection, and fails at its end, as events may be lost', async () => {
  const { address, bytes, connections } = await listening(createServer(), 0, (socket, number) => {
    if (number === 1) socket.once('data', () => setTimeout(() => socket.end(), 50));
  });
  const stream = begin(['socket', '--url', address, ...ROWS, '--eps', '200', '--limit', '600', '--json'], {
    input: SCHEMA,
  });
  const { code, err } = await stream.ended;
  expect(code, err).toBe(1);
  expect(last(err)).toMatchObject({ reason: 'failed', accepted: 600 });
  expect(err).toContain('closed the connection once before the end of the stream');
  expect(connections()).toBe(2);
  expect(err).toContain('closed the connection. Events that it had not read yet may be lost');
  const numbers = bytes()
    .toString()
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { n: number }).n);
  expect(new Set(numbers).size).toBe(600);
});

test('a reset at the end is a failure', async () => {
  const { address } = await listening(createServer({ allowHalfOpen: true }), 0, (socket) =>
    socket.once('end', () => socket.resetAndDestroy()),
  );
  const { code, err } = await send(address, 10);
  expect(code).not.toBe(0);
  expect(err).toContain('the connection at the end of the stream');
  expect(err).toContain('may not have been read');
});

test('after a kill, a stream with a state goes on, and no event is missing', async () => {
  const { address, bytes } = await listening(createServer());
  const state = join(folder, 'socket.state');
  const flags = ['socket', '--url', address, ...ROWS, '--eps', '20000', '--limit', '50000', '--state', state];
  const killed = start(flags, { input: SCHEMA });
  await eventually(() => expect(bytes().length).toBeGreaterThan(500_000));
  killed.child.kill('SIGKILL');
  await killed.ended;
  const before = bytes().length;
  const ended = await here(flags, { input: SCHEMA });
  expect(ended.code, ended.err).toBe(0);
  expect(bytes().length).toBeGreaterThan(before);
  // A row may be cut off where the process was killed.
  const rows = bytes()
    .toString()
    .match(/\{"n":\d+,"word":"\w+"\}/g);
  const numbers = new Set((rows ?? []).map((row) => (JSON.parse(row) as { n: number }).n));
  expect(numbers.size).toBe(50_000);
});

describe('UDP', () => {
  async function receiving() {
    const socket = createSocket('udp4');
    const rows: string[] = [];
    socket.on('message', (message) => rows.push(message.toString()));
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    open.push(socket);
    return { address: `udp://127.0.0.1:${socket.address().port}`, rows };
  }

  test('each event is a datagram', async () => {
    const { address, rows } = await receiving();
    const { code, err } = await send(address, 100);
    expect(code, err).toBe(0);
    await eventually(() => expect(rows).toHaveLength(100));
    expect(rows.map((row) => `${row}\n`).join('')).toBe(await sample(100));
  });

  const LONG =
    '{"text": {"type": "string.alphanumeric", "params": [{"length": {"min": 1400, "max": 1600}}]}}';
  const long = (address: string, ...flags: readonly string[]) =>
    here(
      [
        'socket',
        '--url',
        address,
        '--schema',
        '-',
        '--seed',
        '1',
        '--eps',
        '1000',
        '--limit',
        '100',
        '--json',
        ...flags,
      ],
      { input: LONG },
    );

  test('longer events than a packet are rejected, with the reason', async () => {
    const { address, rows } = await receiving();
    const { err } = await long(address, '--on-failure', 'continue');
    const { accepted, rejected } = last(err);
    expect(rejected).toBeGreaterThan(10);
    expect(accepted).toBeGreaterThan(10);
    expect(Number(accepted) + Number(rejected)).toBe(100);
    expect(err).toMatch(/has 1,\d{3} bytes, but a datagram has at most 1,472/);
    expect(err).toContain('Use --fragment');
    await eventually(() => expect(rows).toHaveLength(Number(accepted)));
    expect(Math.max(...rows.map(({ length }) => length))).toBeLessThanOrEqual(1472);
  });

  test('unless they may be fragmented', async () => {
    const { address, rows } = await receiving();
    const { code, err } = await long(address, '--fragment');
    expect(code, err).toBe(0);
    await eventually(() => expect(rows).toHaveLength(100));
  });
});

test.each([
  ['tcp://127.0.0.1', 'Must have a host and a port'],
  ['http://127.0.0.1:80', 'Must be an address such as tcp://localhost:514'],
  ['tcp://me:secret@127.0.0.1:514', 'Must not contain a user name'],
  ['unix://relative/path', 'an absolute path'],
])('%s is refused', async (address, words) => {
  const { code, err } = await send(address, 1);
  expect(code).toBe(2);
  expect(err).toContain(words);
  expect(err).not.toContain('secret');
});

test('its check connects, and says what it cannot know', async () => {
  const { address } = await listening(createServer());
  const checked = await here(['check', 'socket', '--url', address]);
  expect(checked).toMatchObject({ code: 0 });
  expect(checked.err).toContain('accepted a connection');
  const [port = 0] = await freePorts(1);
  const refused = await here(['check', 'socket', '--url', `tcp://127.0.0.1:${port}`]);
  expect(refused.code).not.toBe(0);
  expect(refused.err).toContain('Nothing is listening there');
  expect((await here(['check', 'socket', '--url', `udp://127.0.0.1:${port}`])).err).toContain(
    'does not show whether',
  );
});

const rsyslogd = findProgram('rsyslogd');

describe.skipIf(rsyslogd === undefined)('rsyslog', () => {
  const SYSLOG = `{
    "priority": {"type": "number.int", "params": {"min": 8, "max": 190}},
    "timestamp": {"type": "catbird.timestampNow"},
    "host": {"type": "helpers.arrayElement", "params": ["web-1", "web-2"]},
    "app": {"type": "helpers.arrayElement", "params": ["nginx", "api"]},
    "pid": {"type": "catbird.sequence"},
    "message": {"type": "lorem.sentence"}
  }`;
  const COUNT = 100_000;

  test.each([
    ['syslog-5424', 'newline'],
    ['syslog-5424', 'octet-counting'],
    ['syslog-3164', 'newline'],
  ])('has every line of %s with %s framing, once and in order', async (line, framing) => {
    const [port = 0] = await freePorts(1);
    const server = await startRsyslog({ program: rsyslogd ?? '', port });
    try {
      const flags = ['--schema', '-', '--seed', '9', '--eps', 'max', '--limit', String(COUNT), '--json'];
      const format = ['--format', 'text', '--line', line, '--framing', framing];
      const { code, err } = await here(['socket', '--url', `tcp://127.0.0.1:${port}`, ...flags, ...format], {
        input: SYSLOG,
      });
      expect(code, err).toBe(0);
      expect(jsonLines(err).at(-1)).toMatchObject({ accepted: COUNT });
      const stored = async () =>
        (await readFile(join(server.folder, 'messages'), 'utf8')).trimEnd().split('\n');
      await eventually(async () => expect((await stored()).length).toBe(COUNT));
      const numbers = (await stored()).map((each) => Number(/^(?:nginx|api) (\d+) /.exec(each)?.[1]));
      expect(numbers.every((number, i) => number === i + 1)).toBe(true);
    } finally {
      await server.stop();
    }
  });
});
