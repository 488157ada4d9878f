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
} from '@catbird/core/internal/destinations';

/** Values to redact from errors. */
interface Secrets {
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

type KindAndHint = readonly [kind: DeliveryErrorKind, hint: string];

const KEYS = 'Check the access key, the secret key, and this machine’s clock.';
const RIGHTS = 'The access key is not allowed to write to this stream: grant it kinesis:PutRecords.';
const SLOWER =
  'A shard accepts 1,000 events and 1 MB per second: lower the rate or add shards. A fixed partition key uses only one shard.';
const KMS = 'Check the stream’s encryption key in the KMS console of its region.';
const ENDPOINT =
  'This is not a Kinesis response: check the region, and the endpoint in the Kinesis options if you set one.';
const FAULT = 'Kinesis had an internal error; the same events can be retried.';

/**
 * Codes of requests and records, without the suffix `Exception`.
 * https://docs.aws.amazon.com/kinesis/latest/APIReference/API_PutRecords.html#API_PutRecords_Errors and CommonErrors.html beside it
 */
const CODES: Readonly<Record<string, KindAndHint>> = {
  ProvisionedThroughputExceeded: ['rate-limited', SLOWER],
  KMSThrottling: [
    'rate-limited',
    'KMS, which encrypts the stream, is rate-limiting requests: lower the rate.',
  ],
  LimitExceeded: ['rate-limited', SLOWER],
  RequestLimitExceeded: ['rate-limited', SLOWER],
  Throttling: ['rate-limited', SLOWER],
  TooManyRequests: ['rate-limited', SLOWER],
  ResourceNotFound: ['not-found', 'Check the name and the region of the stream.'],
  UnknownOperation: ['not-found', ENDPOINT],
  AccessDenied: ['auth', RIGHTS],
  ExpiredToken: ['auth', 'The session token has expired: get new temporary credentials.'],
  IncompleteSignature: ['auth', KEYS],
  InvalidClientTokenId: ['auth', 'Unknown access key: check that it is correct and active.'],
  InvalidSignature: ['auth', KEYS],
  MissingAuthenticationToken: ['auth', KEYS],
  OptInRequired: ['auth', 'The account is not subscribed to Kinesis in this region.'],
  RequestExpired: ['auth', KEYS],
  SignatureDoesNotMatch: ['auth', KEYS],
  UnrecognizedClient: ['auth', 'Unknown access key: check that it is correct and active.'],
  KMSAccessDenied: ['auth', `The access key is not allowed to use the stream’s encryption key. ${KMS}`],
  KMSOptInRequired: ['auth', KMS],
  KMSDisabled: ['rejected', KMS],
  KMSInvalidState: ['rejected', KMS],
  KMSNotFound: ['rejected', KMS],
  InvalidArgument: [
    'rejected',
    'Kinesis rejected a setting or an event: check the stream name and the partition key.',
  ],
  Serialization: ['rejected', 'Kinesis could not read the request.'],
  Validation: [
    'rejected',
    'Kinesis rejected a setting or an event: check the stream name and the partition key.',
  ],
  RequestEntityTooLarge: ['too-large', 'The request exceeds the size limit of Kinesis.'],
  InternalFailure: ['unavailable', FAULT],
  ServiceUnavailable: ['unavailable', FAULT],
};

/** Reads `{"__type": "ResourceNotFoundException", "message": "…"}`. */
export function errorOf(response: HttpResponse, secrets: Secrets, now: number): DeliveryError {
  const answer = jsonOf(response.text);
  const type = member(answer, '__type');
  const code = typeof type === 'string' ? type.slice(type.lastIndexOf('#') + 1) : undefined;
  const words = member(answer, 'message') ?? member(answer, 'Message');
  return errorFor(response, code, words, secrets, now);
}

/** The error of one record, in a response that may accept others. */
export function recordError(
  code: string,
  words: unknown,
  response: HttpResponse,
  secrets: Secrets,
  now: number,
): DeliveryError {
  const error = errorFor({ ...response, status: 400 }, code, words, secrets, now);
  return code.startsWith('InternalFailure') ? asUncertain(error) : error;
}

/** Makes the error for the unconfirmed records of a response, given how many it confirms. */
export const unconfirmedError =
  (response: HttpResponse, { count }: Batch, secrets: Secrets) =>
  (confirmed: number): DeliveryError =>
    unconfirmedAnswer(response, {
      service: 'AWS Kinesis',
      rows: count,
      confirmed,
      hint: ENDPOINT,
      secrets: secretsOf(secrets),
    });

/** The error for a response that does not come from Kinesis. */
export const notKinesis = (response: HttpResponse, secrets: Secrets, now: number): DeliveryError =>
  refusal(response, {
    service: 'AWS Kinesis',
    kind: 'not-found',
    words: `not a Kinesis response: ${response.text}`,
    hint: ENDPOINT,
    secrets: secretsOf(secrets),
    now,
  });

function errorFor(
  response: HttpResponse,
  code: string | undefined,
  message: unknown,
  secrets: Secrets,
  now: number,
): DeliveryError {
  const words = typeof message === 'string' ? message : isHtml(response) ? 'a web page' : response.text;
  const [kind, hint] = kindAndHint(code, words, response);
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

function kindAndHint(code: string | undefined, words: string, response: HttpResponse): KindAndHint {
  // Smaller requests show which event is too large.
  if (
    /less than or equal to (1048576|5242880|10485760)|too large|exceeds/i.test(words) &&
    response.status === 400
  )
    return ['too-large', 'An event or the whole request exceeds the size limit of Kinesis.'];
  const name = (code ?? '').replace(/Exception$/, '');
  const known = Object.hasOwn(CODES, name) ? CODES[name] : undefined;
  if (known !== undefined) return known;
  if (isWrongHost(response)) return ['not-found', ENDPOINT];
  const kind = kindOfStatus(response.status);
  return [kind, kind === 'not-found' ? ENDPOINT : 'This is the message from Kinesis; nothing else is known.'];
}

const secretsOf = ({ secretAccessKey, sessionToken }: Secrets): string[] => [
  secretAccessKey,
  sessionToken ?? '',
];
