import type { DeliveryErrorKind } from './error.ts';

/** What an error code of SNS says: its kind, and what a person can do. */
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
const SLOWER = 'SNS takes fewer requests a second here than are sent: a lower rate helps, or a higher quota.';
const CLOCK = 'The request’s time was refused: check this machine’s clock, and that the keys are whole.';
const EXPIRED = 'The session token has expired: get new temporary credentials.';
const OTHER = 'The request does not concern publishing: this topic may be an emulator’s.';

/**
 * Codes by their names without the ending `Exception`. The first block is the specification's catalogue, section 8; the second are the codes
 * that any AWS service answers with: https://docs.aws.amazon.com/sns/latest/api/CommonErrors.html
 */
const CODES: Readonly<Record<string, SnsCode>> = {
  AuthorizationError: auth(
    'The access key may not publish to this topic: give it sns:Publish, and check the topic’s policy.',
  ),
  InternalError: unavailable('SNS had a fault of its own; the same request is worth trying again.'),
  InvalidParameter: rejected(
    'SNS refused a setting or an event: check topic ARN, region and subject, and the size of an event.',
  ),
  NotFound: notFound('There is no such topic: check the topic ARN and that the region is the topic’s.'),
  Throttled: throttled(SLOWER),
  FilterPolicyLimitExceeded: rejected(
    'The account has too many filter policies: delete some in the SNS console.',
  ),
  ReplayLimitExceeded: rejected('Too many replays of this topic are running: end one in the SNS console.'),
  SubscriptionLimitExceeded: rejected(
    'The account has too many subscriptions: delete some, or raise the quota.',
  ),
  OptedOut: rejected('The phone number does not take messages: it must opt in again.'),
  UserError: rejected('SNS refused the request as wrong: check topic ARN, region and subject.'),
  ConcurrentAccess: rejected(
    'The topic’s tags are being changed at the same time: start again when that is done.',
  ),
  InvalidSecurity: auth(
    'The signature was refused: check access key and secret key, and use an https address.',
  ),
  StaleTag: rejected('A tag of the topic was deleted and must be added again before it can be used.'),
  TagLimitExceeded: rejected('The topic has too many tags: remove some.'),
  TagPolicy: rejected('The organization’s tag policy forbids the topic’s tags: ask its administrator.'),
  TopicLimitExceeded: rejected('The account has too many topics: delete some, or raise the quota.'),
  ResourceNotFound: notFound(
    'There is no such resource: check the topic ARN and that the region is the topic’s.',
  ),
  InvalidState: rejected('The topic is in a state that takes no messages: see the SNS console.'),
  Validation: rejected('SNS refused a setting: check topic ARN, region and subject.'),
  EndpointDisabled: rejected('The platform endpoint is disabled: enable it in the SNS console.'),
  KMSAccessDenied: auth(`The access key may not use the topic’s encryption key: allow it ${KMS_KEY}.`),
  KMSDisabled: rejected(`The topic’s encryption key is disabled: enable it ${KMS_KEY}.`),
  KMSInvalidState: rejected(
    `The topic’s encryption key cannot be used as it is now: see its state ${KMS_KEY}.`,
  ),
  KMSNotFound: rejected(`The topic’s encryption key does not exist: choose another in the SNS console.`),
  KMSOptInRequired: auth('The account has no subscription to KMS, which the topic’s encryption needs.'),
  KMSThrottling: throttled(
    'KMS, which encrypts the topic, takes fewer requests a second: a lower rate helps, or a higher quota.',
  ),
  ParameterValueInvalid: rejected(
    'SNS refused a value: check topic ARN, region and subject, and the size of an event.',
  ),
  PlatformApplicationDisabled: rejected(
    'The platform application is disabled: enable it in the SNS console.',
  ),
  BatchEntryIdsNotDistinct: rejected(
    'Two events of a request had the same id. Turn “Ten events a request” off.',
  ),
  BatchRequestTooLong: tooLarge('Ten events together exceed 262,144 bytes: make events smaller.'),
  EmptyBatchRequest: rejected('A request without events reached SNS. Turn “Ten events a request” off.'),
  InvalidBatchEntryId: rejected('SNS refused the id of an event. Turn “Ten events a request” off.'),
  TooManyEntriesInBatchRequest: tooLarge('SNS takes fewer than ten events a request here.'),
  Verification: rejected(OTHER),

  AccessDenied: auth(
    'The access key may not publish to this topic: give it sns:Publish, and check the topic’s policy.',
  ),
  ExpiredToken: auth(EXPIRED),
  IncompleteSignature: auth('The signature was refused: check that access key and secret key are whole.'),
  InternalFailure: unavailable('SNS had a fault of its own; the same request is worth trying again.'),
  InvalidAction: notFound('That address does not know Publish: check the endpoint.'),
  InvalidClientTokenId: auth('AWS does not know this access key: check it, and that it is active.'),
  InvalidParameterValue: rejected(
    'SNS refused a value: check topic ARN, region and subject, and the size of an event.',
  ),
  MissingAuthenticationToken: auth('AWS saw no signature: check access key and secret key.'),
  NotAuthorized: auth('The access key may not publish to this topic: give it sns:Publish.'),
  OptInRequired: auth('The account is not subscribed to SNS in this region.'),
  RequestEntityTooLarge: tooLarge('An event exceeds 262,144 bytes: make events smaller.'),
  RequestExpired: auth(CLOCK),
  RequestLimitExceeded: throttled(SLOWER),
  RequestThrottled: throttled(SLOWER),
  RequestTimeTooSkewed: auth(CLOCK),
  ServiceUnavailable: unavailable('SNS is not available just now; the same request is worth trying again.'),
  SignatureDoesNotMatch: auth(
    'The signature does not match: check the secret key, and this machine’s clock.',
  ),
  SlowDown: throttled(SLOWER),
  Throttling: throttled(SLOWER),
  TooManyRequests: throttled(SLOWER),
  UnrecognizedClient: auth('AWS does not know this access key: check it, and that it is active.'),
};

/** What a code says, with or without its ending `Exception`; undefined for one that is not known. */
export function snsCode(code: string): SnsCode | undefined {
  const name = code.replace(/Exception$/, '');
  return Object.hasOwn(CODES, name) ? CODES[name] : undefined;
}
