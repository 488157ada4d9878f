import {
  asUncertain,
  DeliveryError,
  oneLine,
  unconfirmed,
  type DeliveryErrorKind,
  type Outcome,
} from '@catbird/core/destinations';
import type { RecordMetadata } from 'kafkajs';
import { networkError } from '../transport/network-error.ts';
import { brokersOf, type KafkaConfig } from './kafka-config.ts';

type Meaning = readonly [kind: DeliveryErrorKind, hint?: string];

const LOGIN = 'Check user name, password and the SASL mechanism.';
const RIGHTS = 'The user must be allowed to write to the topic.';
const LATER = 'The cluster is choosing a leader, or lost one; the same events are worth trying again.';

/** What the cluster's errors say. https://kafka.apache.org/protocol#protocol_error_codes */
const TYPES: Readonly<Record<string, Meaning>> = {
  MESSAGE_TOO_LARGE: ['too-large', 'The events of a request exceed max.message.bytes of the topic.'],
  RECORD_LIST_TOO_LARGE: ['too-large', 'The events of a request exceed segment.bytes of the topic.'],
  TOPIC_AUTHORIZATION_FAILED: ['auth', RIGHTS],
  CLUSTER_AUTHORIZATION_FAILED: ['auth', RIGHTS],
  SASL_AUTHENTICATION_FAILED: ['auth', LOGIN],
  UNSUPPORTED_SASL_MECHANISM: ['auth', 'The cluster takes another SASL mechanism: choose it by --mechanism.'],
  ILLEGAL_SASL_STATE: ['auth', 'That port takes no login: leave the user name out, or give another port.'],
  UNKNOWN_TOPIC_OR_PARTITION: ['unavailable', 'The topic was there before. Was it deleted?'],
  INVALID_TOPIC_EXCEPTION: ['not-found', 'The cluster does not take topics of this name.'],
  INVALID_RECORD: ['rejected', 'The topic takes no such events: a compacted topic needs keys.'],
  POLICY_VIOLATION: ['rejected', 'A policy of the cluster refuses such events.'],
  CORRUPT_MESSAGE: ['unavailable', 'The events were damaged on their way. A compacted topic needs keys.'],
  LEADER_NOT_AVAILABLE: ['unavailable', LATER],
  NOT_LEADER_FOR_PARTITION: ['unavailable', LATER],
  NOT_ENOUGH_REPLICAS: ['unavailable', 'Fewer replicas are in sync than the topic asks for.'],
  // Stored, but not by as many as was asked: as with a timeout, the events may be there.
  NOT_ENOUGH_REPLICAS_AFTER_APPEND: ['timeout', 'Fewer replicas are in sync than the topic asks for.'],
  REQUEST_TIMED_OUT: ['timeout', 'The replicas did not acknowledge in time.'],
};

/** What the client says of itself. */
const NAMES: Readonly<Record<string, Meaning>> = {
  KafkaJSSASLAuthenticationError: ['auth', LOGIN],
  KafkaJSRequestTimeoutError: ['timeout', 'The events may have been stored.'],
  KafkaJSBrokerNotFound: ['unavailable', LATER],
  KafkaJSMetadataNotLoaded: ['unavailable', LATER],
  KafkaJSTopicMetadataNotLoaded: ['unavailable', LATER],
  KafkaJSNotImplemented: ['rejected', 'The cluster is older than this client knows.'],
  KafkaJSServerDoesNotSupportApiKey: ['rejected', 'The cluster is older than this client knows.'],
};

/** The error for a request, of one partition where it is known, that the cluster did not take. */
export function errorOf(error: unknown, config: KafkaConfig, partition?: number): DeliveryError {
  if (error instanceof DeliveryError) return error;
  const root = rootOf(error);
  const { name, type, retriable } = traitsOf(root);
  const known = TYPES[type ?? ''] ?? NAMES[name] ?? (type === undefined ? undefined : byRetry(retriable));
  // Whatever else the client says concerns the connection.
  if (known === undefined) return connectionError(root, config);
  const [kind, hint] = known;
  const words = oneLine(root instanceof Error ? root.message : String(root), [config.password ?? '']);
  const where = partition === undefined ? 'Kafka' : `Kafka, partition ${partition},`;
  return new DeliveryError(kind, `${where} answered: ${words}`, {
    code: type,
    detail: words,
    hint,
    cause: error,
  });
}

/** By these a broker says, for sure, that it did not store the events, and may store them later. */
const NOT_STORED = new Set(['NOT_LEADER_FOR_PARTITION', 'NOT_ENOUGH_REPLICAS', 'CORRUPT_MESSAGE']);

/** The broker failed in the midst of it. */
const FAULT = 'UNKNOWN';

const OPEN: readonly DeliveryErrorKind[] = ['unavailable', 'network', 'timeout'];

/**
 * The error for events on their way to a partition. When a broker goes away under a request, the client asks the others and throws what it
 * hears from them, which says nothing of the request: but for what only the answer to it can say, it may have been stored.
 */
export function produceError(error: unknown, config: KafkaConfig, partition: number): DeliveryError {
  const known = errorOf(error, config, partition);
  const isOpen = OPEN.includes(known.kind) && !NOT_STORED.has(known.code ?? '');
  return isOpen || known.code === FAULT ? asUncertain(known) : known;
}

/** What became of the events for a partition: the client takes an answer that does not name it for a success. */
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
    hint: 'Does a proxy stand before the brokers?',
    secrets: [],
  });
}

/** Whether the error says that there is no such topic. */
export const isNoSuchTopic = (error: unknown): boolean =>
  traitsOf(rootOf(error)).type === 'UNKNOWN_TOPIC_OR_PARTITION';

const byRetry = (retriable: boolean): Meaning => [retriable ? 'unavailable' : 'rejected'];

/** What the network did. */
function connectionError(error: unknown, config: KafkaConfig): DeliveryError {
  const silence = networkError(brokerOf(error) ?? brokersOf(config)[0] ?? '', error);
  const { kind, message, code, detail, cause } = silence;
  if (!isCut(error, code)) return silence;
  return new DeliveryError(kind, message, { code, detail, hint: cutHint(config), cause });
}

const isCut = (error: unknown, code: string | undefined): boolean =>
  code === 'ECONNRESET' || code === 'EPIPE' || traitsOf(error).name === 'KafkaJSConnectionClosedError';

/** Brokers do not say why they end a connection: they do so when it does not begin as that port wants. */
function cutHint({ tls, username = '' }: KafkaConfig): string {
  const wishes = [
    tls ? 'plain text (no --tls)' : 'TLS (--tls)',
    ...(username === '' ? ['a login (--username)'] : []),
  ];
  return `The connection was cut. Did the broker end, or does that port want ${wishes.join(' or ')}?`;
}

const WRAPPERS = new Set(['KafkaJSNumberOfRetriesExceeded', 'KafkaJSNonRetriableError']);

/** What the client's last error is about. */
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
