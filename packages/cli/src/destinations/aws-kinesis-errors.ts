import type { Batch } from '@catbird/core';
import {
  asUncertain,
  isHtml,
  isWrongHost,
  jsonOf,
  kindOfStatus,
  member,
  refusal,
  unconfirmedAnswer,
  type DeliveryError,
  type DeliveryErrorKind,
  type HttpResponse,
} from '@catbird/core/destinations';

/** What must not be in an error. */
interface Secrets {
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

type Meaning = readonly [kind: DeliveryErrorKind, hint: string];

const KEYS = 'Check access key and secret key, and this machine’s clock.';
const RIGHTS = 'The access key may not write to this stream: give it kinesis:PutRecords.';
const SLOWER =
  'A shard takes 1,000 events and 1 MB a second: a lower rate helps, or more shards. One partition key for all uses one shard only.';
const KMS = 'See the stream’s encryption key in the KMS console of its region.';
const ENDPOINT =
  'Check the region and the endpoint in the Kinesis options if there is one: it does not answer as Kinesis does.';
const FAULT = 'Kinesis had a fault of its own; the same events are worth trying again.';

/**
 * Codes without the ending `Exception`, those of records included.
 * https://docs.aws.amazon.com/kinesis/latest/APIReference/API_PutRecords.html#API_PutRecords_Errors and CommonErrors.html beside it
 */
const CODES: Readonly<Record<string, Meaning>> = {
  ProvisionedThroughputExceeded: ['rate-limited', SLOWER],
  KMSThrottling: [
    'rate-limited',
    'KMS, which encrypts the stream, takes fewer requests a second: a lower rate helps.',
  ],
  LimitExceeded: ['rate-limited', SLOWER],
  RequestLimitExceeded: ['rate-limited', SLOWER],
  Throttling: ['rate-limited', SLOWER],
  TooManyRequests: ['rate-limited', SLOWER],
  ResourceNotFound: ['not-found', 'Check the stream’s name and that the region is the stream’s.'],
  UnknownOperation: ['not-found', ENDPOINT],
  AccessDenied: ['auth', RIGHTS],
  ExpiredToken: ['auth', 'The session token has expired: get new temporary credentials.'],
  IncompleteSignature: ['auth', KEYS],
  InvalidClientTokenId: ['auth', 'AWS does not know this access key: check it, and that it is active.'],
  InvalidSignature: ['auth', KEYS],
  MissingAuthenticationToken: ['auth', KEYS],
  OptInRequired: ['auth', 'The account is not subscribed to Kinesis in this region.'],
  RequestExpired: ['auth', KEYS],
  SignatureDoesNotMatch: ['auth', KEYS],
  UnrecognizedClient: ['auth', 'AWS does not know this access key: check it, and that it is active.'],
  KMSAccessDenied: ['auth', `The access key may not use the stream’s encryption key. ${KMS}`],
  KMSOptInRequired: ['auth', KMS],
  KMSDisabled: ['rejected', KMS],
  KMSInvalidState: ['rejected', KMS],
  KMSNotFound: ['rejected', KMS],
  InvalidArgument: [
    'rejected',
    'Kinesis refused a setting or an event: check stream name and partition key.',
  ],
  Serialization: ['rejected', 'Kinesis could not read the request.'],
  Validation: ['rejected', 'Kinesis refused a setting or an event: check stream name and partition key.'],
  RequestEntityTooLarge: ['too-large', 'The request is larger than Kinesis takes.'],
  InternalFailure: ['unavailable', FAULT],
  ServiceUnavailable: ['unavailable', FAULT],
};

/** Reads `{"__type": "ResourceNotFoundException", "message": "…"}`. */
export function errorOf(response: HttpResponse, secrets: Secrets, now: number): DeliveryError {
  const answer = jsonOf(response.text);
  const type = member(answer, '__type');
  const code = typeof type === 'string' ? type.slice(type.lastIndexOf('#') + 1) : undefined;
  const words = member(answer, 'message') ?? member(answer, 'Message');
  return toldBy(response, code, words, secrets, now);
}

/** The error of one record of an answer that took others. */
export function recordError(
  code: string,
  words: unknown,
  response: HttpResponse,
  secrets: Secrets,
  now: number,
): DeliveryError {
  const error = toldBy({ ...response, status: 400 }, code, words, secrets, now);
  return code.startsWith('InternalFailure') ? asUncertain(error) : error;
}

/** The error for records that an answer does not confirm, given how many it does. */
export const doubtOf =
  (response: HttpResponse, { count }: Batch, secrets: Secrets) =>
  (confirmed: number): DeliveryError =>
    unconfirmedAnswer(response, {
      service: 'AWS Kinesis',
      rows: count,
      confirmed,
      hint: ENDPOINT,
      secrets: secretsOf(secrets),
    });

/** The error for an answer that is none of Kinesis'. */
export const notKinesis = (response: HttpResponse, secrets: Secrets, now: number): DeliveryError =>
  refusal(response, {
    service: 'AWS Kinesis',
    kind: 'not-found',
    words: `an answer without a word on the events: ${response.text}`,
    hint: ENDPOINT,
    secrets: secretsOf(secrets),
    now,
  });

function toldBy(
  response: HttpResponse,
  code: string | undefined,
  said: unknown,
  secrets: Secrets,
  now: number,
): DeliveryError {
  const words = typeof said === 'string' ? said : isHtml(response) ? 'a web page' : response.text;
  const [kind, hint] = meaningOf(code, words, response);
  return refusal(response, {
    service: 'AWS Kinesis',
    kind,
    code,
    words,
    hint,
    secrets: secretsOf(secrets),
    now,
  });
}

function meaningOf(code: string | undefined, words: string, response: HttpResponse): Meaning {
  // Which event of the request is too large shows when it is alone.
  if (
    /less than or equal to (1048576|5242880|10485760)|too large|exceeds/i.test(words) &&
    response.status === 400
  )
    return ['too-large', 'An event, or all events of the request, exceed what Kinesis takes.'];
  const name = (code ?? '').replace(/Exception$/, '');
  const known = Object.hasOwn(CODES, name) ? CODES[name] : undefined;
  if (known !== undefined) return known;
  if (isWrongHost(response)) return ['not-found', ENDPOINT];
  const kind = kindOfStatus(response.status);
  return [kind, kind === 'not-found' ? ENDPOINT : 'Kinesis’ own words are all that is known.'];
}

const secretsOf = ({ secretAccessKey, sessionToken }: Secrets): string[] => [
  secretAccessKey,
  sessionToken ?? '',
];
