import { readFileSync } from 'node:fs';
import { connect, isIP } from 'node:net';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import { textOfFile } from '@catbird/engine';
import { DeliveryError, oneLine, type DeliveryErrorKind } from '@catbird/send';
// Node does not find the name CompressionCodecs in this CommonJS module.
import kafkajs, { CompressionTypes, Kafka, logLevel, type ISocketFactory, type SASLOptions } from 'kafkajs';
import { readingFailure } from '../../files/error-code.ts';
import { networkError } from '../../transport/network-error.ts';
import { hostsIn, loginHint } from '../address.ts';
import type { KafkaConfig, KafkaLogin } from './destination.ts';

const CONNECT_MS = 10_000;
const REQUEST_MS = 30_000;
const KEEP_ALIVE_MS = 60_000;

/** A client whose sockets close when the signal aborts: the library's own disconnect waits for responses. */
export function clientOf(config: KafkaLogin, signal: AbortSignal): Kafka {
  const sasl = saslOf(config);
  return new Kafka({
    clientId: 'catbird',
    brokers: hostsIn(config.brokers),
    ssl: tlsOf(config),
    socketFactory: socketsUntil(signal),
    ...(sasl === undefined ? {} : { sasl }),
    logLevel: logLevel.NOTHING,
    connectionTimeout: CONNECT_MS,
    authenticationTimeout: CONNECT_MS,
    requestTimeout: REQUEST_MS,
    // The run decides when to retry.
    retry: { retries: 0 },
  });
}

const socketsUntil =
  (signal: AbortSignal): ISocketFactory =>
  ({ host, port, ssl, onConnect }) => {
    const address = { host, port, signal };
    // Certificates are issued for names, not for IP addresses.
    const servername = isIP(host) === 0 ? { servername: host } : {};
    const socket = ssl
      ? connectTls({ ...address, ...servername, ...ssl }, onConnect)
      : connect(address, onConnect);
    return socket.setKeepAlive(true, KEEP_ALIVE_MS);
  };

/** Asks about topics. */
export type Admin = ReturnType<Kafka['admin']>;

/** @throws DeliveryError */
export async function connectAdmin(client: Kafka, config: KafkaLogin): Promise<Admin> {
  const admin = client.admin();
  try {
    await admin.connect();
    return admin;
  } catch (error) {
    void admin.disconnect().catch(() => undefined);
    throw errorOf(error, config);
  }
}

/** The topic's partitions; undefined if the topic does not exist. */
export async function partitionsOf(
  admin: Admin,
  config: KafkaLogin & Pick<KafkaConfig, 'topic'>,
): Promise<number[] | undefined> {
  try {
    const { topics } = await admin.fetchTopicMetadata({ topics: [config.topic] });
    return topics
      .flatMap(({ partitions }) => partitions.map(({ partitionId }) => partitionId))
      .sort((a, b) => a - b);
  } catch (error) {
    if (isNoSuchTopic(error)) return undefined;
    throw errorOf(error, config);
  }
}

/** Whether and how to encrypt. @throws DeliveryError if a file with a certificate or key cannot be read */
function tlsOf({ tls, tlsCert = '', tlsKey = '' }: KafkaLogin): boolean | ConnectionOptions {
  if (!tls || tlsCert === '') return tls;
  // A file may have both.
  return { cert: textIn(tlsCert, 'certificate'), key: textIn(tlsKey === '' ? tlsCert : tlsKey, 'key') };
}

function textIn(file: string, what: string): string {
  try {
    return textOfFile(readFileSync(file));
  } catch (cause) {
    throw new DeliveryError('not-found', `Could not read the ${what} ${file}`, {
      detail: readingFailure(cause),
      cause,
    });
  }
}

/** How to log in; undefined: not at all. */
function saslOf({ mechanism, username, password = '', token }: KafkaLogin): SASLOptions | undefined {
  if (token !== undefined && token !== '')
    return { mechanism: 'oauthbearer', oauthBearerProvider: async () => ({ value: token }) };
  if (username === undefined || username === '') return undefined;
  const login = { username, password };
  const options = {
    plain: { mechanism: 'plain', ...login },
    'scram-sha-256': { mechanism: 'scram-sha-256', ...login },
    'scram-sha-512': { mechanism: 'scram-sha-512', ...login },
  } as const;
  return options[mechanism];
}

const CODECS = {
  none: CompressionTypes.None,
  gzip: CompressionTypes.GZIP,
  zstd: CompressionTypes.ZSTD,
} as const;

/** The type of compression for the client. @throws DeliveryError if this version of Node lacks it */
export function compressionOf({ compression }: Pick<KafkaConfig, 'compression'>): CompressionTypes {
  if (compression === 'zstd') useZstd();
  return CODECS[compression];
}

/** The client has no codec of its own for zstd. */
function useZstd(): void {
  const [compress, decompress] = [functionOf('zstdCompress'), functionOf('zstdDecompress')];
  if (compress === undefined || decompress === undefined)
    throw new DeliveryError('not-found', `Node ${process.versions.node} has no zstd`, {
      hint: 'Use Node 22.15, 23.8 or later, or another --compression.',
    });
  kafkajs.CompressionCodecs[CompressionTypes.ZSTD] = () => ({
    compress: ({ buffer }: { readonly buffer: Buffer }) => compress(buffer),
    decompress,
  });
}

type Convert = (data: Uint8Array, done: (error: Error | null, data: Buffer) => void) => void;

/** A function of Node's that older versions lack. https://nodejs.org/api/zlib.html#zlibzstdcompressbuffer-options-callback */
function functionOf(name: string): ((data: Uint8Array) => Promise<Buffer>) | undefined {
  const found = new Map<string, unknown>(Object.entries(zlib)).get(name);
  return isConvert(found) ? promisify(found) : undefined;
}

const isConvert = (value: unknown): value is Convert => typeof value === 'function';

type KindAndHint = readonly [kind: DeliveryErrorKind, hint?: string];

const LOGIN = 'Check the user name, the password and the SASL mechanism.';
const TOKEN = 'Check the token: it may have expired, or be for another cluster.';
const RIGHTS = 'The user must be allowed to write to the topic.';
const LATER = 'The cluster has no leader for the partition right now; the same events can be retried.';

const NO_TOPIC = 'INVALID_TOPIC_EXCEPTION';

/** Errors of the cluster. https://kafka.apache.org/protocol#protocol_error_codes */
const TYPES: Readonly<Record<string, KindAndHint>> = {
  MESSAGE_TOO_LARGE: ['too-large', 'The events of a request exceed the topic’s max.message.bytes.'],
  RECORD_LIST_TOO_LARGE: ['too-large', 'The events of a request exceed the topic’s segment.bytes.'],
  TOPIC_AUTHORIZATION_FAILED: ['auth', RIGHTS],
  CLUSTER_AUTHORIZATION_FAILED: ['auth', RIGHTS],
  SASL_AUTHENTICATION_FAILED: ['auth', LOGIN],
  UNSUPPORTED_SASL_MECHANISM: [
    'auth',
    'The cluster uses another SASL mechanism: choose it with --mechanism.',
  ],
  ILLEGAL_SASL_STATE: ['auth', 'This port does not accept logins: omit the user name or use another port.'],
  UNKNOWN_TOPIC_OR_PARTITION: ['unavailable', 'The topic existed before; it may have been deleted.'],
  [NO_TOPIC]: ['not-found', 'The cluster rejects this topic name.'],
  INVALID_RECORD: ['rejected', 'The topic rejects these events: a compacted topic needs keys.'],
  POLICY_VIOLATION: ['rejected', 'A policy of the cluster rejects these events.'],
  CORRUPT_MESSAGE: [
    'unavailable',
    'The events were corrupted in transit, or lack the keys that a compacted topic needs.',
  ],
  LEADER_NOT_AVAILABLE: ['unavailable', LATER],
  NOT_LEADER_FOR_PARTITION: ['unavailable', LATER],
  NOT_ENOUGH_REPLICAS: ['unavailable', 'Fewer replicas are in sync than the topic requires.'],
  // Stored by too few replicas: as with a timeout, the events may be there.
  NOT_ENOUGH_REPLICAS_AFTER_APPEND: ['timeout', 'Fewer replicas are in sync than the topic requires.'],
  REQUEST_TIMED_OUT: ['timeout', 'The replicas did not acknowledge in time.'],
};

/** Errors of the client library. */
const NAMES: Readonly<Record<string, KindAndHint>> = {
  KafkaJSSASLAuthenticationError: ['auth', LOGIN],
  KafkaJSRequestTimeoutError: ['timeout', 'The events may have been stored.'],
  KafkaJSBrokerNotFound: ['unavailable', LATER],
  KafkaJSMetadataNotLoaded: ['unavailable', LATER],
  KafkaJSTopicMetadataNotLoaded: ['unavailable', LATER],
  KafkaJSNotImplemented: ['rejected', 'The cluster is too old for this client.'],
  KafkaJSServerDoesNotSupportApiKey: ['rejected', 'The cluster is too old for this client.'],
};

/** The error for a request that the cluster did not accept; `partition` if known. */
export function errorOf(error: unknown, config: KafkaLogin, partition?: number): DeliveryError {
  if (error instanceof DeliveryError) return error;
  const root = rootOf(error);
  const { name, type, retriable } = traitsOf(root);
  const known = TYPES[type ?? ''] ?? NAMES[name] ?? (type === undefined ? undefined : byRetry(retriable));
  // All other errors of the client concern the connection.
  if (known === undefined) return connectionError(root, config);
  const [kind, general] = known;
  const words = oneLine(root instanceof Error ? root.message : String(root), secretsOf(config));
  const where = partition === undefined ? 'Kafka' : `Kafka, partition ${partition},`;
  return new DeliveryError(kind, `${where} responded: ${words}`, {
    code: type,
    detail: words,
    hint: hintFor(config, general),
    ofRoute: type === NO_TOPIC,
    cause: error,
  });
}

const secretsOf = ({ password = '', token = '' }: KafkaLogin): readonly string[] => [password, token];

function hintFor({ password, token = '' }: KafkaLogin, general: string | undefined): string | undefined {
  if (general !== LOGIN) return general;
  return token === '' ? loginHint({ password }, 'CATBIRD_KAFKA_PASSWORD', LOGIN) : TOKEN;
}

/** Whether the error means that the topic does not exist. */
const isNoSuchTopic = (error: unknown): boolean =>
  traitsOf(rootOf(error)).type === 'UNKNOWN_TOPIC_OR_PARTITION';

const byRetry = (retriable: boolean): KindAndHint => [retriable ? 'unavailable' : 'rejected'];

/** The error for a failed or closed connection. */
function connectionError(error: unknown, config: KafkaLogin): DeliveryError {
  const failure = networkError(brokerOf(error) ?? hostsIn(config.brokers)[0] ?? '', error);
  const { kind, message, code, detail, cause } = failure;
  if (!isCut(error, code)) return failure;
  return new DeliveryError(kind, message, { code, detail, hint: cutHint(config), cause });
}

const isCut = (error: unknown, code: string | undefined): boolean =>
  code === 'ECONNRESET' || code === 'EPIPE' || traitsOf(error).name === 'KafkaJSConnectionClosedError';

/** Brokers close a connection without a reason, for example if it lacks the encryption or login that the port expects. */
function cutHint({ tls, username = '', token = '' }: KafkaLogin): string {
  const expectations = [
    tls ? 'plain text (no --tls)' : 'TLS (--tls)',
    ...(username + token === '' ? ['a login (--username)'] : []),
  ];
  return `The connection was closed. The broker may have stopped, or this port expects ${expectations.join(' or ')}.`;
}

const WRAPPERS = new Set(['KafkaJSNumberOfRetriesExceeded', 'KafkaJSNonRetriableError']);

/** The cause inside the client's wrapper errors. */
function rootOf(error: unknown): unknown {
  const isWrapped = error instanceof Error && WRAPPERS.has(error.name) && error.cause instanceof Error;
  return isWrapped ? rootOf(error.cause) : error;
}

function traitsOf(error: unknown): { name: string; type: string | undefined; retriable: boolean } {
  if (!(error instanceof Error)) return { name: '', type: undefined, retriable: false };
  return {
    name: error.name,
    type: 'type' in error && typeof error.type === 'string' ? error.type : undefined,
    retriable: 'retriable' in error && error.retriable === true,
  };
}

const brokerOf = (error: unknown): string | undefined =>
  error instanceof Error &&
  'broker' in error &&
  typeof error.broker === 'string' &&
  !/undefined/.test(error.broker)
    ? error.broker
    : undefined;

/** What a schema registry puts before a value: a zero and the id of the schema. https://docs.confluent.io/platform/current/schema-registry/fundamentals/serdes-develop/index.html#wire-format */
export const REGISTRY_BYTES = 5;

/** Whether a value begins with the id of a schema. */
export const hasSchema = (value: Uint8Array | null): value is Uint8Array =>
  value !== null && value[0] === 0 && value.length > REGISTRY_BYTES;
