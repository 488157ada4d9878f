import { readFileSync } from 'node:fs';
import { connect, isIP } from 'node:net';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';
import { textOfFile } from '@catbird/engine';
import { DeliveryError, oneLine, type AwsKeys, type DeliveryErrorKind } from '@catbird/send';
import { Kafka, logLevel, type ISocketFactory, type SASLOptions } from 'kafkajs';
import { readingFailure } from '../../files/error-code.ts';
import { networkError } from '../../transport/network-error.ts';
import { hostsIn, loginHint } from '../address.ts';
import { useCodecs } from './codecs.ts';
import { tokenBy } from './token-command.ts';
import { mskRegion, mskToken } from './msk.ts';
import type { KafkaConfig, KafkaLogin } from './destination.ts';

const CONNECT_MS = 10_000;
const REQUEST_MS = 30_000;
const KEEP_ALIVE_MS = 60_000;

/** A client whose sockets close when the signal aborts: the library's own disconnect waits for responses. */
export function clientOf(config: KafkaLogin, signal: AbortSignal, awsKeys?: AwsKeys): Kafka {
  const sasl = saslOf(config, awsKeys);
  useCodecs();
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

/** Creates a topic, unless another process just did. @throws DeliveryError */
export async function createTopic(
  admin: Pick<Admin, 'createTopics'>,
  config: KafkaLogin &
    Pick<KafkaConfig, 'topic' | 'createPartitions' | 'createReplication' | 'createConfigs'>,
): Promise<void> {
  const { topic, createPartitions, createReplication, createConfigs = {} } = config;
  const wanted = {
    topic,
    ...(createPartitions !== undefined && { numPartitions: Number(createPartitions) }),
    ...(createReplication !== undefined && { replicationFactor: Number(createReplication) }),
    configEntries: Object.entries(createConfigs).map(([name, value]) => ({ name, value })),
  };
  try {
    await admin.createTopics({ waitForLeaders: true, topics: [wanted] });
  } catch (error) {
    const [first = error] = error instanceof Error && 'errors' in error ? [error.errors].flat() : [];
    throw errorOf(first, config);
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

/** How to log in; undefined: not at all. @throws DeliveryError if what MSK needs is missing */
function saslOf(config: KafkaLogin, awsKeys: AwsKeys | undefined): SASLOptions | undefined {
  const { mechanism, username, password = '', token = '', tokenFile = '', tokenCommand = '' } = config;
  if (mechanism === 'msk-iam') return bearer(tokenOfMsk(config, awsKeys));
  if (tokenCommand !== '') return bearer(() => tokenBy(tokenCommand));
  if (tokenFile !== '') return bearer(async () => textIn(tokenFile, 'token').trim());
  if (token !== '') return bearer(async () => token);
  if (username === undefined || username === '') return undefined;
  const login = { username, password };
  const options = {
    plain: { mechanism: 'plain', ...login },
    'scram-sha-256': { mechanism: 'scram-sha-256', ...login },
    'scram-sha-512': { mechanism: 'scram-sha-512', ...login },
  } as const;
  return options[mechanism];
}

/** A token for every login, and again before a session ends. */
const bearer = (tokenNow: () => Promise<string>): SASLOptions => ({
  mechanism: 'oauthbearer',
  oauthBearerProvider: async () => ({ value: await tokenNow() }),
});

/** @throws DeliveryError */
function tokenOfMsk({ brokers, tls }: KafkaLogin, keys: AwsKeys | undefined): () => Promise<string> {
  const region = mskRegion(brokers);
  const lack =
    region === undefined
      ? 'brokers of Amazon MSK, under the names that AWS gives them'
      : keys === undefined
        ? 'keys of AWS. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or a profile or role'
        : 'TLS, as its token must not be seen. Set --tls';
  if (region === undefined || keys === undefined || !tls)
    throw new DeliveryError('auth', `--mechanism msk-iam needs ${lack}`);
  return () => mskToken(region, keys, new Date());
}

type KindAndHint = readonly [kind: DeliveryErrorKind, hint?: string];

const LOGIN = 'Check the user name, the password and the SASL mechanism.';
const TOKEN = 'Check the token: it may have expired, or be for another cluster.';
const IAM = 'Check the keys of AWS, and that a policy allows kafka-cluster:Connect.';
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

function hintFor(
  { password, token = '', tokenFile = '', tokenCommand = '', mechanism }: KafkaLogin,
  general: string | undefined,
): string | undefined {
  if (general !== LOGIN) return general;
  if (mechanism === 'msk-iam') return IAM;
  return token + tokenFile + tokenCommand === ''
    ? loginHint({ password }, 'CATBIRD_KAFKA_PASSWORD', LOGIN)
    : TOKEN;
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
function cutHint({ tls, username = '', token = '', tokenFile = '', tokenCommand = '' }: KafkaLogin): string {
  const expectations = [
    tls ? 'plain text (no --tls)' : 'TLS (--tls)',
    ...(username + token + tokenFile + tokenCommand === '' ? ['a login (--username)'] : []),
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
