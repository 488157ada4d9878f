import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { createServer as createTlsServer } from 'node:tls';
import type { Certificate } from '../certificate.ts';
import { proofOf, type Login, type Proof } from './kafka-login.ts';

/** The broker behind a gate, and what the gate requires. */
export interface GateOptions {
  /** Port of the broker, which calls itself 127.0.0.1. */
  readonly to: number;
  /** Default: no TLS. */
  readonly certificate?: Certificate | undefined;
  /** Whether clients must present this certificate. Default: they need none. */
  readonly asksForCertificate?: boolean;
  /** Default: no login; an attempt is rejected. */
  readonly login?: Login | undefined;
}

/** A running gate and its statistics. */
export interface KafkaGate {
  readonly port: number;
  readonly logins: number;
  /** Rejected logins. */
  readonly refused: number;
  /** Client errors: failed TLS, another protocol, unexpected requests. */
  readonly faults: readonly string[];
  stop(): Promise<void>;
}

/** https://kafka.apache.org/protocol#protocol_api_keys */
const KEYS = { saslHandshake: 17, apiVersions: 18, saslAuthenticate: 36 };
/** https://kafka.apache.org/protocol#protocol_error_codes */
const CODES = { none: 0, unsupportedSaslMechanism: 33, illegalSaslState: 34, saslAuthenticationFailed: 58 };
/** A broker's default maximum request size. https://kafka.apache.org/documentation/#brokerconfigs_socket.request.max.bytes */
const REQUEST_BYTES = 104_857_600;

/** A client error; it closes the connection. */
class Fault extends Error {
  override readonly name = 'Fault';
}

/**
 * Starts a gate in front of a broker without TLS and SASL. It handles logins itself, forwards later requests, and replaces the broker's
 * port with its own, so that clients stay connected to it. https://kafka.apache.org/protocol#sasl_handshake
 */
export async function startGate({
  to,
  certificate,
  asksForCertificate = false,
  login,
}: GateOptions): Promise<KafkaGate> {
  const faults: string[] = [];
  const gate = { port: 0, logins: 0, refused: 0, faults, stop };
  const sockets: Socket[] = [];
  const serve = (client: Socket): void => {
    const broker = connect(to, '127.0.0.1');
    // Readers of the connection receive the error.
    for (const socket of [client, broker]) sockets.push(socket.on('error', () => undefined));
    const door = newDoor(login);
    const versionQuestions = new Set<number>();
    async function* inwards(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const frame of framesIn(bytes)) {
        const request = requestIn(frame);
        if (request.key === KEYS.apiVersions) versionQuestions.add(request.correlation);
        const verdict = door(request);
        if (verdict === undefined) yield framed(frame);
        else {
          const answer = framed(int(4, request.correlation), ...verdict.answer);
          await new Promise((resolve) => client.write(answer, resolve));
          if (verdict.is === 'login') gate.logins++;
          if (verdict.is === 'refusal') gate.refused++;
          if (verdict.is === 'refusal') return;
        }
      }
    }
    async function* outwards(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const frame of framesIn(bytes)) {
        const isVersions = versionQuestions.delete(frame.readInt32BE(0));
        yield framed(calledBy(isVersions ? withLogin(frame) : frame, to, gate.port));
      }
    }
    for (const way of [pipeline(client, inwards, broker), pipeline(broker, outwards, client)])
      // A client may disconnect at any time.
      way.catch((error: unknown) => error instanceof Fault && faults.push(error.message));
  };
  const server =
    certificate === undefined
      ? createServer(serve)
      : createTlsServer(
          {
            ...certificate,
            ...(asksForCertificate && { requestCert: true, rejectUnauthorized: true, ca: certificate.cert }),
          },
          serve,
        );
  server.on('tlsClientError', ({ code, message }: NodeJS.ErrnoException) => faults.push(code ?? message));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (typeof address === 'object' && address !== null) gate.port = address.port;
  async function stop(): Promise<void> {
    for (const socket of sockets) socket.destroy();
    await once(server.close(), 'close');
  }
  return gate;
}

/** A response of the gate itself, and its meaning. */
interface Verdict {
  readonly is: 'step' | 'login' | 'refusal';
  readonly answer: readonly Buffer[];
}

/** Handles the requests of one connection; undefined for those to forward to the broker. https://kafka.apache.org/protocol#The_Messages_SaslAuthenticate */
function newDoor(login: Login | undefined): (request: Request) => Verdict | undefined {
  let isOpen = login === undefined;
  let proof: Proof | undefined;
  const handshake = (mechanism: string): Verdict => {
    if (login === undefined) return { is: 'refusal', answer: [int(2, CODES.illegalSaslState), int(4, 0)] };
    const known = [int(4, 1), text(login.mechanism)];
    if (mechanism !== login.mechanism)
      return { is: 'refusal', answer: [int(2, CODES.unsupportedSaslMechanism), ...known] };
    proof = proofOf(login);
    return { is: 'step', answer: [int(2, CODES.none), ...known] };
  };
  const authenticate = (version: number, message: string): Verdict => {
    const { value, done } = proof?.next(message) ?? {};
    if (done === undefined) throw new Fault('SaslAuthenticate without SaslHandshake');
    const bytes = Buffer.from(value ?? '');
    // Version 1 has a session lifetime: unlimited.
    const rest = [int(4, bytes.length), bytes, ...(version === 0 ? [] : [int(4, 0), int(4, 0)])];
    if (value === undefined) {
      const words = text('Authentication failed: Invalid username or password');
      return { is: 'refusal', answer: [int(2, CODES.saslAuthenticationFailed), words, ...rest] };
    }
    isOpen = done;
    return { is: done ? 'login' : 'step', answer: [int(2, CODES.none), int(2, -1), ...rest] };
  };
  return ({ key, version, body }) => {
    if (key === KEYS.saslHandshake) return handshake(body.subarray(2).toString());
    if (key === KEYS.saslAuthenticate) return authenticate(version, body.subarray(4).toString());
    if (isOpen || key === KEYS.apiVersions) return undefined;
    throw new Fault(`A request of key ${key} before a login`);
  };
}

/** A request with its parsed header. https://kafka.apache.org/protocol#protocol_messages */
interface Request {
  readonly key: number;
  readonly version: number;
  readonly correlation: number;
  readonly body: Buffer;
}

const requestIn = (frame: Buffer): Request => ({
  key: frame.readInt16BE(0),
  version: frame.readInt16BE(2),
  correlation: frame.readInt32BE(4),
  body: frame.subarray(10 + Math.max(0, frame.readInt16BE(8))),
});

/** Splits a stream into requests or responses, without their size prefix. https://kafka.apache.org/protocol#protocol_common */
async function* framesIn(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const chunk of bytes) {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 4) {
      const end = 4 + rest.readInt32BE(0);
      if (end > REQUEST_BYTES) throw new Fault('Not the protocol of Kafka');
      if (end > rest.length) break;
      yield rest.subarray(4, end);
      rest = rest.subarray(end);
    }
  }
}

function framed(...parts: readonly Buffer[]): Buffer {
  const bytes = Buffer.concat(parts);
  return Buffer.concat([int(4, bytes.length), bytes]);
}

/** A response to ApiVersions with the versions of login requests. https://kafka.apache.org/protocol#The_Messages_ApiVersions */
function withLogin(frame: Buffer): Buffer {
  const [before, count, after] = [frame.subarray(0, 6), frame.readInt32BE(6), frame.subarray(10)];
  const entries = [KEYS.saslHandshake, KEYS.saslAuthenticate].map((key) =>
    Buffer.concat([int(2, key), int(2, 0), int(2, 1)]),
  );
  return Buffer.concat([before, int(4, count + entries.length), ...entries, after]);
}

/** A response with the broker's port replaced. */
function calledBy(frame: Buffer, port: number, other: number): Buffer {
  const [own, others] = [port, other].map((each) => `127.0.0.1${int(4, each).toString('latin1')}`);
  return Buffer.from(
    frame.toString('latin1').replaceAll(own ?? '', () => others ?? ''),
    'latin1',
  );
}

/** An integer of this many bytes. */
function int(bytes: number, value: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeIntBE(value, 0, bytes);
  return buffer;
}

const text = (words: string): Buffer => Buffer.concat([int(2, Buffer.byteLength(words)), Buffer.from(words)]);
