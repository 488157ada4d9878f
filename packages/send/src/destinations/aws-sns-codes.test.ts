import { expect, test } from 'vitest';
import { specified } from '../../../../test/specification.ts';
import { snsCode } from './aws-sns-connection.ts';
import type { DeliveryErrorKind } from './error.ts';

/** The specification's catalogue of SNS codes, section 8, and the kind of each. */
const CATALOGUE: Readonly<Record<string, DeliveryErrorKind>> = {
  AuthorizationError: 'auth',
  InternalError: 'unavailable',
  InvalidParameter: 'rejected',
  NotFound: 'not-found',
  Throttled: 'rate-limited',
  FilterPolicyLimitExceeded: 'rejected',
  ReplayLimitExceeded: 'rejected',
  SubscriptionLimitExceeded: 'rejected',
  OptedOut: 'rejected',
  UserError: 'rejected',
  ConcurrentAccess: 'rejected',
  InvalidSecurity: 'auth',
  StaleTag: 'rejected',
  TagLimitExceeded: 'rejected',
  TagPolicy: 'rejected',
  TopicLimitExceeded: 'rejected',
  ResourceNotFound: 'not-found',
  InvalidState: 'rejected',
  ValidationException: 'rejected',
  EndpointDisabled: 'rejected',
  KMSAccessDenied: 'auth',
  KMSDisabled: 'rejected',
  KMSInvalidState: 'rejected',
  KMSNotFound: 'rejected',
  KMSOptInRequired: 'auth',
  KMSThrottling: 'rate-limited',
  ParameterValueInvalid: 'rejected',
  PlatformApplicationDisabled: 'rejected',
  BatchEntryIdsNotDistinct: 'rejected',
  BatchRequestTooLong: 'too-large',
  EmptyBatchRequest: 'rejected',
  InvalidBatchEntryId: 'rejected',
  TooManyEntriesInBatchRequest: 'too-large',
  VerificationException: 'rejected',
};

test('the catalogue matches the specification', () => {
  const codes = specified('SNS error codes recognised').replace(/^.*message: |\([^)]*\)|\.$/g, '');
  expect(Object.keys(CATALOGUE)).toEqual(codes.split(',').map((code) => code.trim()));
});

test.each(Object.entries(CATALOGUE))('%s is "%s" and has a hint', (code, kind) => {
  expect(snsCode(code)).toEqual([kind, expect.stringMatching(/^[A-Z].{20,}\.$/)]);
});

test.each(Object.entries(CATALOGUE))('%s is known with and without the suffix Exception', (code, kind) => {
  const name = code.replace(/Exception$/, '');
  expect(snsCode(name)?.[0]).toBe(kind);
  expect(snsCode(`${name}Exception`)?.[0]).toBe(kind);
});

test.each([
  'Throttling',
  'ThrottlingException',
  'RequestLimitExceeded',
  'TooManyRequestsException',
  'SlowDown',
])('%s is a limit of the rate, whatever its status', (code) => {
  expect(snsCode(code)?.[0]).toBe('rate-limited');
});

test.each(['', 'Nobody', 'constructor', '__proto__', 'toString', 'notfound'])(
  '%j is an unknown code',
  (code) => {
    expect(snsCode(code)).toBeUndefined();
  },
);
