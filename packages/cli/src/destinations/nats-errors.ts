import { DeliveryError, oneLine, unconfirmed, type DeliveryErrorKind } from '@catbird/core/destinations';
import { JetStreamApiError } from '@nats-io/jetstream';
import { errors } from '@nats-io/transport-node';
import { networkError } from '../transport/network-error.ts';
import { hostOf } from './broker.ts';
import type { NatsConfig } from './nats-config.ts';

/** Codes of JetStream that say more than their status. https://github.com/nats-io/nats-server/blob/main/server/errors.json */
const CODES: Readonly<Record<number, readonly [kind: DeliveryErrorKind, hint: string]>> = {
  10023: ['unavailable', 'The server has no room for more.'],
  10039: ['not-found', 'JetStream is not enabled for this account.'],
  10047: ['unavailable', 'The server’s storage is full.'],
  10054: ['too-large', 'The event is larger than the stream takes.'],
  10059: ['not-found', 'No stream listens to the subject: make one, or publish without JetStream.'],
  10060: ['not-found', 'Another stream listens to the subject than the one that was asked for.'],
  10076: ['not-found', 'JetStream is not enabled at this server.'],
  10077: ['unavailable', 'The stream is full and takes no more.'],
};

/** What NATS or the network did, as every destination says it. */
export function failureOf(error: unknown, config: NatsConfig): DeliveryError {
  if (error instanceof DeliveryError) return error;
  const host = hostOf(config.url);
  if (!(error instanceof Error)) return networkError(host, error);
  const words = oneLine(error.message, [config.password ?? '', config.token ?? '']);
  const answer = (kind: DeliveryErrorKind, hint: string | undefined, code?: string): DeliveryError =>
    new DeliveryError(kind, `${host} answered: ${words}`, { code, detail: words, hint, cause: error });
  if (error instanceof SyntaxError || words === 'invalid ack response') return notStored(words, config);
  if (error instanceof JetStreamApiError) {
    const { code, status } = error;
    const [kind, hint] = CODES[code] ?? [status >= 500 ? 'unavailable' : 'rejected', undefined];
    return answer(kind, hint, String(code));
  }
  if (isNobody(error) || isNobody(error.cause))
    return answer('not-found', 'No stream listens to the subject: make one, or publish without JetStream.');
  if (error instanceof errors.PermissionViolationError || permissionIn(error))
    return answer('auth', 'The user must be allowed to publish to this subject.');
  if (error instanceof errors.AuthorizationError || error instanceof errors.UserAuthenticationExpiredError)
    return answer('auth', 'Check user name and password, or the token.');
  if (error instanceof errors.TimeoutError)
    return new DeliveryError('timeout', `No answer from ${host} in time`, { cause: error });
  if (error instanceof errors.InvalidArgumentError && words.includes('max_payload'))
    return tooLarge(undefined, config);
  // The client says so in words only.
  if (words === 'connection refused')
    return networkError(host, Object.assign(new Error(words, { cause: error }), { code: 'ECONNREFUSED' }));
  return networkError(host, error.cause ?? error);
}

/** The error for an event that was answered, but not by a stream. */
export const notStored = (said: string, { url, subject, password, token }: NatsConfig): DeliveryError =>
  unconfirmed(said, {
    service: hostOf(url),
    rows: 1,
    hint: `Who answers to ${subject}, if no stream?`,
    secrets: [password ?? '', token ?? ''],
  });

/** The error for an event that the server does not take. */
export const tooLarge = (most: number | undefined, { url }: NatsConfig): DeliveryError =>
  new DeliveryError(
    'too-large',
    `An event is larger than ${hostOf(url)} takes${most === undefined ? '' : `: ${most.toLocaleString('en')} bytes`}`,
    { hint: 'The server’s max_payload says how large an event may be.' },
  );

const isNobody = (error: unknown): boolean =>
  error instanceof errors.NoRespondersError ||
  (error instanceof errors.RequestError && error.isNoResponders());

const permissionIn = ({ cause }: Error): boolean => cause instanceof errors.PermissionViolationError;
