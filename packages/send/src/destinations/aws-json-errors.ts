import { jsonOf } from '@catbird/engine';
import { asUncertain, type DeliveryError, type DeliveryErrorKind } from './error.ts';
import type { HttpResponse } from './http.ts';
import { refused, type HttpService, type Problem } from './http-service.ts';
import { kindOfStatus, member } from './response.ts';

/** Credentials of AWS, and the region that they sign for. */
export interface AwsCredentials {
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

/** Keys of AWS as they are now. They may be renewed while a connection is open. */
export type AwsKeys = () => Promise<{
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}>;

/** What an error means, and what to do. */
export type KindAndHint = readonly [kind: DeliveryErrorKind, hint: string];

/** What the errors of a service mean. */
export interface AwsJsonWords {
  /** Its name for people: `AWS Kinesis`. */
  readonly title: string;
  /** The permission that sending needs: `kinesis:PutRecords`. */
  readonly permission: string;
  /** What to do about too high a rate, as a sentence. */
  readonly slower: string;
  /** What to check if the service does not find what it writes to, as a sentence. */
  readonly missing: string;
  /** What to check if the service rejects an event, as a sentence. */
  readonly invalid: string;
  /** Where the address comes from: `the region, and the endpoint if you set one`. */
  readonly address: string;
  /** Matches the message of an error with 400 that means too large. */
  readonly tooLarge: RegExp;
  /** Codes that only this service has, or that mean something else there, without the suffix `Exception`. */
  readonly codes: Readonly<Record<string, KindAndHint>>;
}

/** Codes that services share, without the suffix `Exception`. https://docs.aws.amazon.com/kinesis/latest/APIReference/CommonErrors.html */
function commonCode(name: string, words: AwsJsonWords): KindAndHint | undefined {
  const { title, permission, slower, missing, invalid } = words;
  const keys = 'Check the access key, the secret key, and this machine’s clock.';
  const unknownKey = 'Unknown access key: check that it is correct and active.';
  const kms = 'Check the encryption key in the KMS console of the region.';
  const fault = `${title} had an internal error; the same events can be retried.`;
  const codes: Readonly<Record<string, KindAndHint>> = {
    LimitExceeded: ['rate-limited', slower],
    RequestLimitExceeded: ['rate-limited', slower],
    RequestThrottled: ['rate-limited', slower],
    Throttling: ['rate-limited', slower],
    TooManyRequests: ['rate-limited', slower],
    KMSThrottling: [
      'rate-limited',
      'KMS, which encrypts the events, is rate-limiting requests: lower the rate.',
    ],
    KMSThrottled: [
      'rate-limited',
      'KMS, which encrypts the events, is rate-limiting requests: lower the rate.',
    ],
    ResourceNotFound: ['not-found', missing],
    UnknownOperation: ['not-found', endpointHint(words)],
    AccessDenied: ['auth', `The access key is not allowed to write here: grant it ${permission}.`],
    ExpiredToken: ['auth', 'The session token has expired: get new temporary credentials.'],
    IncompleteSignature: ['auth', keys],
    InvalidClientTokenId: ['auth', unknownKey],
    InvalidSecurity: ['auth', keys],
    InvalidSignature: ['auth', keys],
    MissingAuthenticationToken: ['auth', keys],
    OptInRequired: ['auth', `The account is not subscribed to ${title} in this region.`],
    RequestExpired: ['auth', keys],
    SignatureDoesNotMatch: ['auth', keys],
    UnrecognizedClient: ['auth', unknownKey],
    KMSAccessDenied: ['auth', `The access key is not allowed to use the encryption key. ${kms}`],
    KMSOptInRequired: ['auth', kms],
    KMSDisabled: ['rejected', kms],
    KMSInvalidKeyUsage: ['rejected', kms],
    KMSInvalidState: ['rejected', kms],
    KMSNotFound: ['rejected', kms],
    InvalidArgument: ['rejected', invalid],
    InvalidParameterValue: ['rejected', invalid],
    Serialization: ['rejected', `${title} could not read the request.`],
    Validation: ['rejected', invalid],
    RequestEntityTooLarge: ['too-large', `The request exceeds the size limit of ${title}.`],
    InternalError: ['unavailable', fault],
    InternalFailure: ['unavailable', fault],
    ServiceUnavailable: ['unavailable', fault],
  };
  return Object.hasOwn(codes, name) ? codes[name] : undefined;
}

/** What a code means, with or without the suffix `Exception`; undefined if it is unknown. */
export function awsCode(code: string, words: AwsJsonWords): KindAndHint | undefined {
  const name = code.replace(/Exception$/, '').replace(/^Kms/, 'KMS');
  return Object.hasOwn(words.codes, name) ? words.codes[name] : commonCode(name, words);
}

/** What to check if something else responds. */
export const endpointHint = ({ title, address }: AwsJsonWords): string =>
  `This is not a response of ${title}: check ${address}.`;

/** Reads `{"__type": "ResourceNotFoundException", "message": "…"}`. */
export function problemIn({ status, text }: HttpResponse, words: AwsJsonWords): Problem {
  const answer = jsonOf(text);
  const type = member(answer, '__type');
  const code = typeof type === 'string' ? type.slice(type.lastIndexOf('#') + 1) : undefined;
  const message = member(answer, 'message') ?? member(answer, 'Message');
  return problemOf(code, typeof message === 'string' ? message : text, status, words);
}

/** What a response says about an entry that it does not accept. */
export interface EntryFailure {
  readonly code: string;
  readonly message: unknown;
  /** The service itself is at fault, even if the code is unknown. */
  readonly isServers?: boolean;
}

/** The error of one entry, in a response that may accept others. */
export function entryError(
  { code, message, isServers = false }: EntryFailure,
  response: HttpResponse,
  service: HttpService,
  words: AwsJsonWords,
  now: number,
): DeliveryError {
  const status = isServers ? 500 : 400;
  const problem = problemOf(code, typeof message === 'string' ? message : response.text, status, words);
  const error = refused(response, service, problem, now, status);
  return error.kind === 'unavailable' && !code.startsWith('ServiceUnavailable') ? asUncertain(error) : error;
}

function problemOf(code: string | undefined, text: string, status: number, words: AwsJsonWords): Problem {
  const [kind, hint] = kindAndHint(code, text, status, words);
  return { kind, code, words: text, hint };
}

function kindAndHint(
  code: string | undefined,
  text: string,
  status: number,
  words: AwsJsonWords,
): KindAndHint {
  // Smaller requests show which event is too large.
  if (words.tooLarge.test(text) && status === 400)
    return ['too-large', `An event or the whole request exceeds the size limit of ${words.title}.`];
  const known = awsCode(code ?? '', words);
  if (known !== undefined) return known;
  const kind = kindOfStatus(status);
  return [
    kind,
    kind === 'not-found'
      ? endpointHint(words)
      : `This is the message from ${words.title}; nothing else is known.`,
  ];
}
