import { records, rowIndex, type Batch, isFilled } from '@catbird/engine';
import {
  receiptOf,
  type CheckResult,
  type Connection,
  type DestinationEnv,
  type Outcome,
  type Receipt,
  type SendOptions,
  DeliveryError,
  oneLine,
  unconfirmed,
  type DeliveryErrorKind,
} from '@catbird/send';
import {
  jetstream,
  jetstreamManager,
  type JetStreamClient,
  type PubAck,
  JetStreamApiError,
} from '@nats-io/jetstream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { connect, headers, type NatsConnection, errors } from '@nats-io/transport-node';
import { hostOf, loginHint } from '../address.ts';
import { checked, newLazyClient, type LazyClient } from '../lazy-client.ts';
import type { NatsConfig } from './destination.ts';
import { sendRows } from '../row-by-row.ts';
import { networkError } from '../../transport/network-error.ts';

const CONNECT_MS = 10_000;
/** Timeout of a JetStream acknowledgement; the run may set a shorter one. */
const ANSWER_MS = 60_000;
/** Maximum unacknowledged messages; the default of JetStream's own clients. */
const WINDOW = 4000;

/** A connected client. */
interface Client {
  readonly nc: NatsConnection;
  readonly js: JetStreamClient;
  /** Rejects with a DeliveryError when the connection ends. */
  readonly gone: Promise<never>;
  /** The last asynchronous error of the server, such as a permission violation. */
  lastError(): unknown;
}

/** Opens a connection to a NATS server. */
export function open(config: NatsConfig, env: DestinationEnv): Connection {
  const lazy = clientFor(config);
  const send = config.jetstream ? toStream : toSubject;
  return {
    send: (batch, options: SendOptions) =>
      lazy.use(options.signal, (client) => send(client, batch, config, env)),
    close: () => lazy.close(),
  };
}

/** Looks for a stream with the subject. Without JetStream, only the connection can be checked. */
export const check = (config: NatsConfig, signal: AbortSignal): Promise<CheckResult> =>
  checked(clientFor(config), signal, async ({ nc }) => {
    const { jetstream: isStored, subject, streamName } = config;
    const host = hostOf(config.url);
    if (!isStored || isFilled(subject)) {
      await nc.flush();
      return `${host} accepted the credentials. Nothing was written; only a first event shows whether the subject is allowed.`;
    }
    try {
      const name = await (await jetstreamManager(nc)).streams.find(subject);
      if (streamName === undefined || name === streamName)
        return `${host}: the subject ${subject} belongs to the stream ${name}. Nothing was written.`;
      const message = `The subject ${subject} belongs to the stream ${name}, not to ${streamName}`;
      return { ok: false, message };
    } catch (error) {
      throw failureOf(error, config);
    }
  });

/** Publishes without acknowledgements. The server's response to a ping confirms that it has read everything before. */
async function toSubject(client: Client, batch: Batch, config: NatsConfig): Promise<Receipt> {
  const { nc, gone } = client;
  const maxBytes = nc.info?.max_payload ?? Infinity;
  const outcomes = [...records(batch)].map((row, place): Outcome => {
    const { subject, ...own } = addressOf(batch, place, config);
    if (row.length + bytesOf(own.headers) > maxBytes) return tooLarge(maxBytes, config);
    nc.publish(subject, Buffer.from(row), own);
    return 'taken';
  });
  try {
    await Promise.race([nc.flush(), gone]);
    // Errors arrive before the response to the ping, but the client reports them a turn later.
    await nextTurn();
  } catch (error) {
    throw failureOf(error, config);
  }
  const error = client.lastError();
  if (error !== undefined) throw failureOf(error, config);
  return receiptOf(batch, outcomes);
}

/** The subject of a row, and its headers if it has any. */
function addressOf({ sides }: Batch, place: number, { subject, headers: all }: NatsConfig) {
  const { route = subject, headers: texts = all } = sides?.[place] ?? {};
  if (texts === undefined) return { subject: route };
  const own = headers();
  for (const [name, text] of Object.entries(texts)) own.set(name, text);
  return { subject: route, headers: own };
}

/** Headers count as a part of the payload. https://docs.nats.io/reference/reference-protocols/nats-protocol#hpub */
const bytesOf = (own: Iterable<[string, string[]]> | undefined): number =>
  own === undefined
    ? 0
    : [...own].flat(2).reduce((sum, text) => sum + Buffer.byteLength(text) + 2, 'NATS/1.0\r\n\r\n'.length);

function toStream(
  { js, gone }: Client,
  batch: Batch,
  config: NatsConfig,
  { stream }: DestinationEnv,
): Promise<Receipt> {
  const { streamName, messageIds } = config;
  const hasIds = stream !== undefined && messageIds === 'row';
  const expect = streamName === undefined ? {} : { expect: { streamName } };
  return sendRows(batch, {
    window: WINDOW,
    repeatable: hasIds,
    gone,
    async publish(row, place) {
      const id = hasIds ? { msgID: `${stream.id}-${stream.rowNumber(rowIndex(batch, place))}` } : {};
      const { subject, ...own } = addressOf(batch, place, config);
      try {
        const answer = await js.publish(subject, row, { ...own, ...id, ...expect, timeout: ANSWER_MS });
        if (!isStored(answer, streamName)) throw notStored(JSON.stringify(answer), { ...config, subject });
      } catch (error) {
        throw failureOf(error, { ...config, subject });
      }
    },
  });
}

/** Any subscriber may respond; only a stream returns where it stored the event. https://docs.nats.io/reference/reference-protocols/nats_api_reference#publishing-to-a-stream */
const isStored = ({ stream, seq }: Partial<PubAck>, expected: string | undefined): boolean =>
  typeof stream === 'string' && stream === (expected ?? stream) && Number.isInteger(seq) && Number(seq) > 0;

function clientFor(config: NatsConfig): LazyClient<Client> {
  const { hostname, port, protocol } = new URL(config.url);
  return newLazyClient<Client>({
    async connect() {
      try {
        const nc = await connect({
          servers: `${hostname}:${port === '' ? '4222' : port}`,
          ...(protocol === 'tls:' ? { tls: {} } : {}),
          ...(config.username === undefined ? {} : { user: config.username }),
          ...(config.password === undefined ? {} : { pass: config.password }),
          ...(config.token === undefined ? {} : { token: config.token }),
          name: 'catbird',
          timeout: CONNECT_MS,
          reconnect: false,
        });
        return clientOf(nc, config);
      } catch (error) {
        throw failureOf(error, config);
      }
    },
    drop: ({ nc }) => void nc.close(),
    end: ({ nc }) => nc.close(),
  });
}

function clientOf(nc: NatsConnection, config: NatsConfig): Client {
  let lastError: unknown;
  const listen = async (): Promise<void> => {
    for await (const status of nc.status()) if (status.type === 'error') lastError = status.error;
  };
  void listen();
  const gone = nc.closed().then((error) => {
    throw failureOf(error ?? new Error('The connection was closed'), config);
  });
  // Pending requests receive this error; an idle connection may end unnoticed.
  gone.catch(() => undefined);
  return { nc, js: jetstream(nc, { timeout: ANSWER_MS }), gone, lastError: () => lastError };
}

const NO_STREAM = 'No stream has this subject: create one, or publish without JetStream.';

const OTHER_STREAM = '10060';

/** JetStream codes that are more specific than their status. https://github.com/nats-io/nats-server/blob/main/server/errors.json */
const CODES: Readonly<Record<number, readonly [kind: DeliveryErrorKind, hint: string]>> = {
  10023: ['unavailable', 'The server lacks resources.'],
  10039: ['not-found', 'JetStream is not enabled for this account.'],
  10047: ['unavailable', 'The server’s storage is full.'],
  10054: ['too-large', 'The event exceeds the stream’s maximum message size.'],
  10059: ['not-found', NO_STREAM],
  [OTHER_STREAM]: ['not-found', 'The subject belongs to another stream than --stream-name.'],
  10076: ['not-found', 'JetStream is not enabled on this server.'],
  10077: ['unavailable', 'The stream is full.'],
};

/** An error of NATS, the client or the network as a `DeliveryError`. */
function failureOf(error: unknown, config: NatsConfig): DeliveryError {
  if (error instanceof DeliveryError) return error;
  const host = hostOf(config.url);
  if (!(error instanceof Error)) return networkError(host, error);
  // The client says that JetStream is not enabled, whatever the reason.
  if (hasNoResponders(error) || hasNoResponders(error.cause)) return noStream(config, error);
  const words = oneLine(error.message, [config.password ?? '', config.token ?? '']);
  if (error instanceof SyntaxError || words === 'invalid ack response') return notStored(words, config);
  const known = meaningOf(error, config);
  if (known === undefined) return clientError(error, words, config);
  const { kind, hint, code } = known;
  const details = { code, detail: words, hint, ofRoute: code === OTHER_STREAM, cause: error };
  return new DeliveryError(kind, `${host} responded: ${words}`, details);
}

interface Meaning {
  readonly kind: DeliveryErrorKind;
  readonly hint?: string | undefined;
  readonly code?: string;
}

/** The meaning of a response of the server; undefined for an error of the client or the network. */
function meaningOf(error: Error, { password, token }: NatsConfig): Meaning | undefined {
  if (error instanceof JetStreamApiError) {
    const { code, status } = error;
    const [kind, hint] = CODES[code] ?? [status >= 500 ? 'unavailable' : 'rejected', undefined];
    return { kind, hint, code: String(code) };
  }
  if (isPermissionViolation(error) || isPermissionViolation(error.cause))
    return { kind: 'auth', hint: 'The user is not allowed to publish to this subject.' };
  if (error instanceof errors.AuthorizationError || error instanceof errors.UserAuthenticationExpiredError)
    return {
      kind: 'auth',
      hint: loginHint(
        { password: password ?? token },
        'CATBIRD_NATS_PASSWORD with --username, or CATBIRD_NATS_TOKEN',
        'Check the user name and password, or the token.',
      ),
    };
  return undefined;
}

/** The error for a subject on which nothing responds. */
const noStream = ({ url, subject }: NatsConfig, cause: Error): DeliveryError =>
  new DeliveryError('not-found', `${hostOf(url)}: no stream has the subject ${subject}`, {
    hint: 'It was deleted, was never created, or the server has no JetStream: create one, or publish without JetStream.',
    ofRoute: true,
    cause,
  });

function clientError(error: Error, words: string, config: NatsConfig): DeliveryError {
  const host = hostOf(config.url);
  if (error instanceof errors.TimeoutError)
    return new DeliveryError('timeout', `No response from ${host} in time`, { cause: error });
  if (error instanceof errors.InvalidArgumentError && words.includes('max_payload'))
    return tooLarge(undefined, config);
  // The client reports this only in its message.
  if (words === 'connection refused')
    return networkError(host, Object.assign(new Error(words, { cause: error }), { code: 'ECONNREFUSED' }));
  return networkError(host, error.cause ?? error);
}

/** The error for an event that was acknowledged, but not by a stream. */
const notStored = (reply: string, { url, subject, password, token }: NatsConfig): DeliveryError =>
  unconfirmed(reply, {
    service: hostOf(url),
    rows: 1,
    hint: `Something other than a stream responds on ${subject}: check its subscribers.`,
    secrets: [password ?? '', token ?? ''],
  });

/** The error for an event larger than `maxBytes`, undefined if unknown. */
const tooLarge = (maxBytes: number | undefined, { url }: NatsConfig): DeliveryError =>
  new DeliveryError(
    'too-large',
    `An event exceeds the limit of ${hostOf(url)}${maxBytes === undefined ? '' : `: ${maxBytes.toLocaleString('en')} bytes`}`,
    { hint: 'Raise the server’s max_payload, or make events smaller.' },
  );

const hasNoResponders = (error: unknown): boolean =>
  error instanceof errors.NoRespondersError ||
  (error instanceof errors.RequestError && error.isNoResponders());

const isPermissionViolation = (error: unknown): boolean => error instanceof errors.PermissionViolationError;
