import type { DeliveryErrorKind } from './error.ts';

/** The meaning of an SNS error code: its kind, and what to do. */
export interface SnsCode {
  readonly kind: DeliveryErrorKind;
  readonly hint: string;
}

const rejected = (hint: string): SnsCode => ({ kind: 'rejected', hint });
const auth = (hint: string): SnsCode => ({ kind: 'auth', hint });
const throttled = (hint: string): SnsCode => ({ kind: 'rate-limited', hint });
const unavailable = (hint: string): SnsCode => ({ kind: 'unavailable', hint });
const notFound = (hint: string): SnsCode => ({ kind: 'not-found', hint });
const tooLarge = (hint: string): SnsCode => ({ kind: 'too-large', hint });

const KMS_KEY = 'in the KMS console of the topic’s region';
const SLOWER = 'The rate exceeds the SNS quota. Lower the rate, or request a higher quota.';
const CLOCK =
  'SNS rejected the time of the request. Check this machine’s clock, and that both keys are complete.';
const EXPIRED = 'The session token has expired. Get new temporary credentials.';
const OTHER = 'SNS does not return this error for Publish. Check whether the endpoint is an emulator.';

/**
 * Codes by name, without the suffix `Exception`. The first block is the specification's catalogue, section 8; the second block lists the codes
 * of any AWS service: https://docs.aws.amazon.com/sns/latest/api/CommonErrors.html
 */
const CODES: Readonly<Record<string, SnsCode>> = {
  AuthorizationError: auth(
    'The access key cannot publish to this topic. Grant it sns:Publish, and check the topic’s policy.',
  ),
  InternalError: unavailable('SNS had an internal error. Try again later.'),
  InvalidParameter: rejected(
    'SNS rejected a setting or an event. Check the topic ARN, region and subject, and the event size.',
  ),
  NotFound: notFound('The topic does not exist. Check the topic ARN, and that the region matches it.'),
  Throttled: throttled(SLOWER),
  FilterPolicyLimitExceeded: rejected(
    'The account has too many filter policies. Delete some in the SNS console.',
  ),
  ReplayLimitExceeded: rejected('Too many replays of this topic are running. Stop one in the SNS console.'),
  SubscriptionLimitExceeded: rejected(
    'The account has too many subscriptions. Delete some, or request a higher quota.',
  ),
  OptedOut: rejected('The phone number has opted out of messages. It must opt in again.'),
  UserError: rejected('SNS rejected the request as invalid. Check the topic ARN, region and subject.'),
  ConcurrentAccess: rejected('The topic’s tags are being changed. Start again when that is done.'),
  InvalidSecurity: auth(
    'SNS rejected the signature. Check the access key and secret key, and use an HTTPS address.',
  ),
  StaleTag: rejected('A tag of the topic was deleted. Add it again in the SNS console.'),
  TagLimitExceeded: rejected('The topic has too many tags. Remove some.'),
  TagPolicy: rejected('The organization’s tag policy forbids the topic’s tags. Ask your administrator.'),
  TopicLimitExceeded: rejected('The account has too many topics. Delete some, or request a higher quota.'),
  ResourceNotFound: notFound(
    'The resource does not exist. Check the topic ARN, and that the region matches it.',
  ),
  InvalidState: rejected(
    'The topic cannot receive messages in its current state. Check it in the SNS console.',
  ),
  Validation: rejected('SNS rejected a setting. Check the topic ARN, region and subject.'),
  EndpointDisabled: rejected('The platform endpoint is disabled. Enable it in the SNS console.'),
  KMSAccessDenied: auth(`The access key cannot use the topic’s encryption key. Allow it ${KMS_KEY}.`),
  KMSDisabled: rejected(`The topic’s encryption key is disabled. Enable it ${KMS_KEY}.`),
  KMSInvalidState: rejected(
    `The topic’s encryption key cannot be used in its current state. Check it ${KMS_KEY}.`,
  ),
  KMSNotFound: rejected('The topic’s encryption key does not exist. Choose another in the SNS console.'),
  KMSOptInRequired: auth(
    'The account is not subscribed to KMS, which the topic’s encryption needs. Subscribe in the AWS console.',
  ),
  KMSThrottling: throttled(
    'The rate exceeds the quota of KMS, which encrypts the topic. Lower the rate, or request a higher quota.',
  ),
  ParameterValueInvalid: rejected(
    'SNS rejected a value. Check the topic ARN, region and subject, and the event size.',
  ),
  PlatformApplicationDisabled: rejected(
    'The platform application is disabled. Enable it in the SNS console.',
  ),
  BatchEntryIdsNotDistinct: rejected(
    'Two events of a request had the same ID. Turn off “Batch 10 events per request”.',
  ),
  BatchRequestTooLong: tooLarge('Ten events together exceed 262,144 bytes. Make events smaller.'),
  EmptyBatchRequest: rejected(
    'SNS received a request without events. Turn off “Batch 10 events per request”.',
  ),
  InvalidBatchEntryId: rejected('SNS rejected the ID of an event. Turn off “Batch 10 events per request”.'),
  TooManyEntriesInBatchRequest: tooLarge(
    'The endpoint accepts fewer than 10 events per request. Turn off “Batch 10 events per request”.',
  ),
  Verification: rejected(OTHER),

  AccessDenied: auth(
    'The access key cannot publish to this topic. Grant it sns:Publish, and check the topic’s policy.',
  ),
  ExpiredToken: auth(EXPIRED),
  IncompleteSignature: auth(
    'SNS rejected the signature. Check that the access key and secret key are complete.',
  ),
  InternalFailure: unavailable('SNS had an internal error. Try again later.'),
  InvalidAction: notFound('The endpoint does not support Publish. Check its address.'),
  InvalidClientTokenId: auth('AWS does not recognise this access key. Check it, and that it is active.'),
  InvalidParameterValue: rejected(
    'SNS rejected a value. Check the topic ARN, region and subject, and the event size.',
  ),
  MissingAuthenticationToken: auth('AWS found no signature. Check the access key and secret key.'),
  NotAuthorized: auth('The access key cannot publish to this topic. Grant it sns:Publish.'),
  OptInRequired: auth(
    'The account is not subscribed to SNS in this region. Check the account and the region.',
  ),
  RequestEntityTooLarge: tooLarge('An event exceeds 262,144 bytes. Make events smaller.'),
  RequestExpired: auth(CLOCK),
  RequestLimitExceeded: throttled(SLOWER),
  RequestThrottled: throttled(SLOWER),
  RequestTimeTooSkewed: auth(CLOCK),
  ServiceUnavailable: unavailable('SNS is temporarily unavailable. Try again later.'),
  SignatureDoesNotMatch: auth(
    'The signature does not match. Check the secret key, and this machine’s clock.',
  ),
  SlowDown: throttled(SLOWER),
  Throttling: throttled(SLOWER),
  TooManyRequests: throttled(SLOWER),
  UnrecognizedClient: auth('AWS does not recognise this access key. Check it, and that it is active.'),
};

/** The meaning of a code, with or without the suffix `Exception`; undefined if it is unknown. */
export function snsCode(code: string): SnsCode | undefined {
  const name = code.replace(/Exception$/, '');
  return Object.hasOwn(CODES, name) ? CODES[name] : undefined;
}
