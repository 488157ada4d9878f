import { payload, records, type Batch } from '@catbird/engine';
import type { SocketConfig, SocketTarget } from './socket.ts';
import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import {
  asCertain,
  DeliveryError,
  failedCheck,
  type CheckResult,
  type Connection,
  type DestinationEnv,
} from '@catbird/send';
import { networkError } from '../transport/network-error.ts';
import { newLazyClient } from '../systems/lazy-client.ts';

const LENGTH_BYTES = 4;
const NUL = Buffer.from([0]);

/** What comes before and behind a record. */
const FRAMES: Readonly<
  Record<Exclude<SocketConfig['framing'], 'newline'>, (record: Uint8Array) => readonly Uint8Array[]>
> = {
  // https://www.rfc-editor.org/rfc/rfc6587#section-3.4.1
  'octet-counting': (record) => [Buffer.from(`${record.length} `), record],
  nul: (record) => [record, NUL],
  length(record) {
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32BE(record.length);
    return [length, record];
  },
};

/** The rows of a batch as the bytes of a stream. */
function framed(batch: Batch, framing: SocketConfig['framing']): Uint8Array {
  // Lines are so already.
  if (framing === 'newline') return payload(batch);
  return Buffer.concat(Array.from(records(batch), FRAMES[framing]).flat());
}

const CONNECT_MS = 10_000;
/** How long the other side may take to read to the end. */
const END_MS = 10_000;

/** A connected socket, and what became of it. */
interface Line {
  readonly socket: Socket;
  /** Why it is broken; undefined while it is not. */
  broken: DeliveryError | undefined;
  /** Rows were written to it. */
  isUsed: boolean;
  /** Called when it breaks, or the other side ends it. */
  onOver: () => void;
}

/** Opens a connection-oriented socket when the first rows are sent. */
export function open(
  { framing }: SocketConfig,
  target: SocketTarget,
  { format, note = () => undefined }: DestinationEnv,
): Connection {
  if (format?.isText === false && framing !== 'octet-counting' && framing !== 'length')
    throw new DeliveryError(
      'not-found',
      `Events in this format are bytes, which ${framing} framing cannot separate`,
      {
        hint: 'Use --framing length or octet-counting.',
      },
    );
  let current: Line | undefined;
  let isClosing = false;
  /** Connections that broke before the end of the stream, after rows were written to them. */
  let lostLines = 0;
  const over = (line: Line): void => {
    if (!line.isUsed || isClosing) return;
    lostLines++;
    note(
      `${target.name} closed the connection. Events that it had not read yet may be lost, although they count as accepted`,
    );
  };
  const lazy = newLazyClient<Line>({
    async connect(signal) {
      const line = await connected(target, signal);
      watch(line, target, over);
      current = line;
      return line;
    },
    drop(line) {
      if (current === line) current = undefined;
      line.broken ??= closedError(target, 'The connection was given up');
      line.socket.destroy();
    },
  });
  return {
    send: (batch, { signal }) =>
      lazy.use(signal, async (line) => {
        const bytes = framed(batch, framing);
        await written(line, bytes);
        line.isUsed = true;
        return { accepted: batch.count, quarantined: 0, rejected: 0, bytes: bytes.length };
      }),
    async close() {
      if (isClosing) return;
      isClosing = true;
      try {
        if (current !== undefined) await ended(current, target);
      } finally {
        await lazy.close();
      }
      if (lostLines > 0) throw lostBefore(target.name, lostLines);
    },
  };
}

/** Connects, and sends nothing. */
export async function check(target: SocketTarget): Promise<CheckResult> {
  try {
    const { socket } = await connected(target, new AbortController().signal);
    socket.destroy();
    return { ok: true, message: `${target.name} accepted a connection. Nothing was sent.` };
  } catch (error) {
    return failedCheck(error);
  }
}

function socketFor(target: SocketTarget): { readonly socket: Socket; readonly ready: string } {
  if (target.kind === 'unix') return { socket: connectTcp(target.path), ready: 'connect' };
  const { host, port } = target;
  if (target.kind !== 'tls') return { socket: connectTcp({ host, port, noDelay: true }), ready: 'connect' };
  const servername = /[a-z]/i.test(host) && !host.includes(':') ? host : '';
  return { socket: connectTls({ host, port, servername }), ready: 'secureConnect' };
}

/** A connection. @throws DeliveryError if there is none in time */
function connected(target: SocketTarget, signal: AbortSignal): Promise<Line> {
  return new Promise((resolve, reject) => {
    const { socket, ready } = socketFor(target);
    const line: Line = { socket, broken: undefined, isUsed: false, onOver: () => undefined };
    let isReached = false;
    socket.once('connect', () => (isReached = true));
    const fail = (cause: unknown): void => {
      socket.destroy();
      const error = networkError(target.name, cause);
      reject(isReached && error.kind === 'network' ? withoutTls(target.name, error) : error);
    };
    const late = setTimeout(
      () =>
        fail(Object.assign(new Error('Connecting took too long'), { code: 'ERR_SOCKET_CONNECTION_TIMEOUT' })),
      CONNECT_MS,
    );
    const stop = (): void => void socket.destroy();
    signal.addEventListener('abort', stop, { once: true });
    socket.once('error', fail);
    socket.once(ready, () => {
      clearTimeout(late);
      socket.off('error', fail);
      signal.removeEventListener('abort', stop);
      resolve(line);
    });
    socket.once('close', () => clearTimeout(late));
  });
}

/** What a server that does not know TLS says, if it says anything. */
const NOT_TLS = ['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG', 'EPROTO'];

/** The error for a server that was reached, but did not answer in TLS. Nothing was sent. */
const withoutTls = (host: string, { code, detail, cause }: DeliveryError): DeliveryError =>
  new DeliveryError(
    NOT_TLS.includes(code ?? '') ? 'not-found' : 'network',
    `${host} does not respond in TLS`,
    {
      code,
      detail,
      hint: 'If this port expects plain text, use tcp:// instead of tls://.',
      uncertain: false,
      cause,
    },
  );

const closedError = (target: SocketTarget, words: string): DeliveryError =>
  networkError(target.name, Object.assign(new Error(words), { code: 'ECONNRESET' }));

/** Notes when a connection is over. What the other side sends is read and dropped, so that its end is seen. */
function watch(line: Line, target: SocketTarget, onOver: (line: Line) => void): void {
  const { socket } = line;
  const over = (error: DeliveryError): void => {
    if (line.broken !== undefined) return;
    line.broken = error;
    line.onOver();
    onOver(line);
  };
  socket.resume();
  socket.on('error', (cause) => over(networkError(target.name, cause)));
  socket.once('end', () => over(closedError(target, 'The other side closed the connection')));
  socket.once('close', () => over(closedError(target, 'The connection is closed')));
}

/**
 * Resolves when the operating system has all bytes.
 *
 * @throws DeliveryError if the connection breaks before: some of them may have arrived, unless it was broken already
 */
function written(line: Line, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    if (line.broken !== undefined) {
      reject(asCertain(line.broken));
      return;
    }
    line.onOver = () => reject(line.broken);
    line.socket.write(bytes, (error) => {
      if (error === null || error === undefined) resolve();
    });
  });
}

/** Ends a connection, and waits until the other side has read everything and ends it, too. @throws DeliveryError if it does not */
async function ended(line: Line, target: SocketTarget): Promise<void> {
  const { socket } = line;
  const host = target.name;
  if (line.broken !== undefined) throw unread(host, line.broken);
  let hasEnd = false;
  await new Promise<void>((resolve) => {
    const late = setTimeout(resolve, END_MS);
    socket.once('end', () => (hasEnd = true));
    socket.once('close', () => {
      clearTimeout(late);
      resolve();
    });
    socket.end();
  });
  if (!hasEnd) throw unread(host, line.broken);
}

const lostBefore = (host: string, lines: number): DeliveryError =>
  new DeliveryError(
    'unconfirmed',
    `${host} closed the connection ${lines === 1 ? 'once' : `${lines.toLocaleString('en')} times`} before the end of the stream`,
    { hint: 'Events may not have been read, although they count as accepted.', uncertain: true },
  );

const unread = (host: string, cause: DeliveryError | undefined): DeliveryError =>
  new DeliveryError(
    'unconfirmed',
    `${host} ${cause === undefined ? 'did not close' : 'broke'} the connection at the end of the stream`,
    {
      code: cause?.code,
      hint: 'The last events may not have been read, although they count as accepted.',
      uncertain: true,
      cause,
    },
  );
