import {
  asUncertain,
  DeliveryError,
  oneLine,
  unconfirmed,
  type DeliveryErrorKind,
  type Outcome,
} from '@catbird/send';
import type { RecordMetadata } from 'kafkajs';
import { networkError } from '../transport/network-error.ts';
import { loginHint } from './broker.ts';
import { brokersOf, type KafkaConfig, type KafkaLogin } from './kafka-config.ts';

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

/** Codes with which a broker states that it did not store the events, but may accept them later. */
const NOT_STORED = new Set(['NOT_LEADER_FOR_PARTITION', 'NOT_ENOUGH_REPLICAS', 'CORRUPT_MESSAGE']);

/** An internal error while the broker handled the request. */
const INTERNAL = 'UNKNOWN';

const TRANSIENT: readonly DeliveryErrorKind[] = ['unavailable', 'network', 'timeout'];

/**
 * The error for events sent to a partition. If a broker fails during a request, the client asks the other brokers and throws their errors,
 * which say nothing about the request. Unless the code can only come from the response itself, the events may have been stored.
 */
export function produceError(error: unknown, config: KafkaConfig, partition: number): DeliveryError {
  const known = errorOf(error, config, partition);
  const isUncertain = TRANSIENT.includes(known.kind) && !NOT_STORED.has(known.code ?? '');
  return isUncertain || known.code === INTERNAL ? asUncertain(known) : known;
}

/** The outcome of the events for a partition. The client reports success even if the response does not list the partition. */
export function outcomeOf(
  answer: readonly RecordMetadata[],
  { topic }: Pick<KafkaConfig, 'topic'>,
  partition: number,
  rows: number,
): Outcome {
  const isStored = answer.some(
    (each) => each.topicName === topic && each.partition === partition && each.errorCode === 0,
  );
  if (isStored) return 'taken';
  return unconfirmed(JSON.stringify(answer), {
    service: `Kafka, partition ${partition},`,
    rows,
    hint: 'Check for a proxy in front of the brokers.',
    secrets: [],
  });
}

/** Whether the error means that the topic does not exist. */
export const isNoSuchTopic = (error: unknown): boolean =>
  traitsOf(rootOf(error)).type === 'UNKNOWN_TOPIC_OR_PARTITION';

const byRetry = (retriable: boolean): KindAndHint => [retriable ? 'unavailable' : 'rejected'];

/** The error for a failed or closed connection. */
function connectionError(error: unknown, config: KafkaLogin): DeliveryError {
  const failure = networkError(brokerOf(error) ?? brokersOf(config)[0] ?? '', error);
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
