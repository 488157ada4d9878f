import { DeliveryError, oneLine, unconfirmed, type DeliveryErrorKind } from '@catbird/send';
import { JetStreamApiError } from '@nats-io/jetstream';
import { errors } from '@nats-io/transport-node';
import { networkError } from '../transport/network-error.ts';
import { hostOf, loginHint } from './broker.ts';
import type { NatsConfig } from './nats-config.ts';

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
export function failureOf(error: unknown, config: NatsConfig): DeliveryError {
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
export const notStored = (reply: string, { url, subject, password, token }: NatsConfig): DeliveryError =>
  unconfirmed(reply, {
    service: hostOf(url),
    rows: 1,
    hint: `Something other than a stream responds on ${subject}: check its subscribers.`,
    secrets: [password ?? '', token ?? ''],
  });

/** The error for an event larger than `maxBytes`, undefined if unknown. */
export const tooLarge = (maxBytes: number | undefined, { url }: NatsConfig): DeliveryError =>
  new DeliveryError(
    'too-large',
    `An event exceeds the limit of ${hostOf(url)}${maxBytes === undefined ? '' : `: ${maxBytes.toLocaleString('en')} bytes`}`,
    { hint: 'Raise the server’s max_payload, or make events smaller.' },
  );

const hasNoResponders = (error: unknown): boolean =>
  error instanceof errors.NoRespondersError ||
  (error instanceof errors.RequestError && error.isNoResponders());

const isPermissionViolation = (error: unknown): boolean => error instanceof errors.PermissionViolationError;
