import { escaped } from './http-address.ts';
import { texts, type Batch } from '@catbird/engine';
import { awsCode, type AwsJsonWords, type KindAndHint } from './aws-json-errors.ts';
import { signed } from './aws-signature.ts';
import type { SnsConfig } from './aws-sns.ts';
import type { CheckResult, Connection, DestinationEnv } from './destination.ts';
import { asUncertain, type DeliveryError } from './error.ts';
import type { HttpResponse } from './http.ts';
import { errorOf, openHttp, refused, type HttpService, type Outcomes, type Problem } from './http-service.ts';
import type { Outcome } from './outcomes.ts';
import { isHtml, isSuccess, isText, kindOfStatus, contentIn, elementIn } from './response.ts';

type Form = readonly (readonly [name: string, value: string])[];

/** https://docs.aws.amazon.com/sns/latest/api/welcome.html */
const VERSION = '2010-03-31';

/** Opens a connection to SNS at `address`, without a trailing slash. */
export const open = (address: string, target: SnsConfig, env: DestinationEnv): Connection =>
  openHttp(serviceOf(address, target, env.now), { ...env, http: signed({ service: 'sns', ...target }, env) });

/**
 * Publishes an empty message, which SNS rejects after checking the signature and the permission. Reading the topic's attributes
 * would need a different permission.
 */
export async function check(
  address: string,
  target: SnsConfig,
  env: DestinationEnv,
  signal: AbortSignal,
): Promise<CheckResult> {
  const body = encode([...action('Publish', target), ['Message', '']]);
  const service = serviceOf(address, target, env.now);
  const { url, headers } = service;
  const http = signed({ service: 'sns', ...target }, env);
  const response = await http({ method: 'POST', url, headers, body, signal });
  const error = errorOf(response, service, 0, env.now());
  const rejectedAsEmpty = /^(InvalidParameter|Validation)/.test(error.code ?? '');
  const isPublished = isSuccess(response);
  if (isHtml(response) || !(isPublished || (rejectedAsEmpty && isAboutMessage(error)))) throw error;
  const { host } = new URL(address);
  return {
    ok: true,
    message: isPublished
      ? `${host} accepted the signature. Unlike SNS, it published the empty test message.`
      : `${host} accepted the signature and rejected the empty test message. Nothing was published.`,
  };
}

const isAboutMessage = ({ detail }: DeliveryError): boolean => /message/i.test(detail ?? '');

function serviceOf(address: string, target: SnsConfig, now: () => number): HttpService {
  const service: HttpService = {
    name: 'AWS SNS',
    url: new URL(`${address}/`).href,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    secrets: [target.secretAccessKey, target.sessionToken ?? ''],
    elsewhere: ELSEWHERE,
    unsure: () => 'Check the region, and the endpoint in the SNS options if you set one.',
    body: (batch, { id }) => encode((target.batch ? publishBatch : publish)(batch, target, id)),
    confirms: (response, rows) =>
      target.batch
        ? batchOutcomes(response.text, rows, (entry) => entryError(entry, response, service, now()))
        : singleOutcome(response.text),
    problemIn: ({ text, status }) => problemIn(text, status),
  };
  return service;
}

const ELSEWHERE = 'Check the region, the topic ARN, and the endpoint in the SNS options if you set one.';

const encode = (form: Form): string => form.map((pair) => pair.map(escaped).join('=')).join('&');

const action = (name: string, { topicArn }: SnsConfig): Form => [
  ['Action', name],
  ['Version', VERSION],
  ['TopicArn', topicArn],
];

function publish(batch: Batch, target: SnsConfig, id: string): Form {
  const [message = ''] = texts(batch);
  return [...action('Publish', target), ...messageForm(message, target, id)];
}

function publishBatch(batch: Batch, target: SnsConfig, id: string): Form {
  const entries = [...texts(batch)].flatMap((message, i) =>
    [['Id', String(i)] as const, ...messageForm(message, target, `${id}-${i}`)].map(
      ([name, value]) => [`PublishBatchRequestEntries.member.${i + 1}.${name}`, value] as const,
    ),
  );
  return [...action('PublishBatch', target), ...entries];
}

function messageForm(message: string, { subject, topicArn }: SnsConfig, id: string): Form {
  const form: Form = [
    ['Message', message],
    ...(subject === undefined ? [] : [['Subject', subject] as const]),
  ];
  // A FIFO topic requires both, and drops messages whose id it has seen within the last five minutes.
  return topicArn.endsWith('.fifo')
    ? [...form, ['MessageGroupId', 'catbird'], ['MessageDeduplicationId', id]]
    : form;
}

/** The outcome of a `Publish`, which has one row. https://docs.aws.amazon.com/sns/latest/api/API_Publish.html */
function singleOutcome(text: string): Outcomes {
  const result = part(text, 'PublishResult');
  const id = element(result, 'MessageId') ?? '';
  const sequence = element(result, 'SequenceNumber');
  return {
    outcomes: id === '' ? [] : ['taken'],
    answer: () => `MessageId ${id}${sequence === undefined ? '' : `, SequenceNumber ${sequence}`}`,
  };
}

/** The outcomes of a `PublishBatch`, which can return HTTP 200 with failed entries. https://docs.aws.amazon.com/sns/latest/api/API_PublishBatch.html */
function batchOutcomes(text: string, rows: number, errorFor: (entry: string) => DeliveryError): Outcomes {
  const result = part(text, 'PublishBatchResult');
  const successful = entriesOf(result, 'Successful');
  const failed = entriesOf(result, 'Failed');
  const outcomes = Array.from({ length: rows }, (_, place): Outcome | undefined => {
    const success = successful.get(place);
    const failure = failed.get(place);
    // An entry in both lists contradicts itself.
    if ((success === undefined) === (failure === undefined)) return undefined;
    if (failure !== undefined) return errorFor(failure);
    return isText(element(success ?? '', 'MessageId')) ? 'taken' : undefined;
  });
  return {
    outcomes,
    answer(accepted) {
      const codes = outcomes.flatMap((outcome) => (outcome === 'taken' ? [] : [outcome?.code ?? 'unknown']));
      return `${accepted} of ${rows} published${codes.length === 0 ? '' : `, failed: ${[...new Set(codes)].join(', ')}`}`;
    },
  };
}

/** Entries of one of the two lists, as XML, by their ids, which are their places in the batch. */
function entriesOf(result: string, list: 'Successful' | 'Failed'): ReadonlyMap<number, string> {
  const [, ...entries] = part(result, list).split('<member>');
  const complete = entries.filter((entry) => entry.includes('</member>'));
  return new Map(complete.map((entry) => [placeOf(element(entry, 'Id') ?? ''), entry]));
}

const placeOf = (id: string): number => (/^\d+$/.test(id) ? Number(id) : -1);

/** https://docs.aws.amazon.com/sns/latest/api/API_BatchResultErrorEntry.html */
function entryError(entry: string, response: HttpResponse, service: HttpService, now: number): DeliveryError {
  // This flag tells what an unknown code means.
  const status = element(entry, 'SenderFault') === 'false' ? 500 : 400;
  const error = refused(response, service, problemIn(entry, status), now);
  return error.kind === 'unavailable' && !/ServiceUnavailable/.test(error.code ?? '')
    ? asUncertain(error)
    : error;
}

/** Reads `<Error><Code>…</Code><Message>…</Message></Error>`. */
function problemIn(text: string, status: number): Problem {
  const code = element(text, 'Code');
  const words = element(text, 'Message');
  const [kind, hint] = meaningOf(code, words ?? '', status);
  return { kind, hint, code, words: words ?? text };
}

function meaningOf(code: string | undefined, words: string, status: number): KindAndHint {
  // Throttling comes with 400, so the code goes before the status.
  const known = code === undefined ? undefined : snsCode(code);
  if (known?.[0] === 'rejected' && WORDS.tooLarge.test(words))
    return ['too-large', 'An event exceeds 262,144 bytes. Make events smaller.'];
  // Any 404 means a missing topic, or a host that is not SNS.
  if (known !== undefined && (status !== 404 || known[0] === 'not-found')) return known;
  if (status === 404) return ['not-found', ELSEWHERE];
  return [kindOfStatus(status), 'SNS does not document this error. See its message for details.'];
}

/** Content of the first element of this name; empty if it is missing or not closed. */
const part = (xml: string, name: string): string => contentIn(xml, name) ?? '';

const element = (xml: string, name: string): string | undefined => elementIn(xml, name)?.trim();

const OTHER = 'SNS does not return this error for Publish. Check whether the endpoint is an emulator.';
const TOO_FAST = 'The rate exceeds the SNS quota. Lower the rate, or request a higher quota.';

/** The codes of the specification's catalogue, section 8, besides those that services of AWS share. */
const WORDS: AwsJsonWords = {
  title: 'SNS',
  permission: 'sns:Publish',
  slower: TOO_FAST,
  missing: 'The topic does not exist. Check the topic ARN, and that the region matches it.',
  invalid: 'SNS rejected a setting or an event. Check the topic ARN, region and subject, and the event size.',
  address: 'the region, and the endpoint in the SNS options if you set one',
  tooLarge: /too long/i,
  codes: {
    AuthorizationError: [
      'auth',
      'The access key cannot publish to this topic. Grant it sns:Publish, and check the topic’s policy.',
    ],
    InvalidParameter: [
      'rejected',
      'SNS rejected a setting or an event. Check the topic ARN, region and subject, and the event size.',
    ],
    NotFound: ['not-found', 'The topic does not exist. Check the topic ARN, and that the region matches it.'],
    Throttled: ['rate-limited', TOO_FAST],
    FilterPolicyLimitExceeded: [
      'rejected',
      'The account has too many filter policies. Delete some in the SNS console.',
    ],
    ReplayLimitExceeded: [
      'rejected',
      'Too many replays of this topic are running. Stop one in the SNS console.',
    ],
    SubscriptionLimitExceeded: [
      'rejected',
      'The account has too many subscriptions. Delete some, or request a higher quota.',
    ],
    OptedOut: ['rejected', 'The phone number has opted out of messages. It must opt in again.'],
    UserError: ['rejected', 'SNS rejected the request as invalid. Check the topic ARN, region and subject.'],
    ConcurrentAccess: ['rejected', 'The topic’s tags are being changed. Start again when that is done.'],
    StaleTag: ['rejected', 'A tag of the topic was deleted. Add it again in the SNS console.'],
    TagLimitExceeded: ['rejected', 'The topic has too many tags. Remove some.'],
    TagPolicy: [
      'rejected',
      'The organization’s tag policy forbids the topic’s tags. Ask your administrator.',
    ],
    TopicLimitExceeded: [
      'rejected',
      'The account has too many topics. Delete some, or request a higher quota.',
    ],
    InvalidState: [
      'rejected',
      'The topic cannot receive messages in its current state. Check it in the SNS console.',
    ],
    EndpointDisabled: ['rejected', 'The platform endpoint is disabled. Enable it in the SNS console.'],
    ParameterValueInvalid: [
      'rejected',
      'SNS rejected a value. Check the topic ARN, region and subject, and the event size.',
    ],
    PlatformApplicationDisabled: [
      'rejected',
      'The platform application is disabled. Enable it in the SNS console.',
    ],
    BatchEntryIdsNotDistinct: [
      'rejected',
      'Two events of a request had the same ID. Turn off “Batch 10 events per request”.',
    ],
    BatchRequestTooLong: ['too-large', 'Ten events together exceed 262,144 bytes. Make events smaller.'],
    EmptyBatchRequest: [
      'rejected',
      'SNS received a request without events. Turn off “Batch 10 events per request”.',
    ],
    InvalidBatchEntryId: [
      'rejected',
      'SNS rejected the ID of an event. Turn off “Batch 10 events per request”.',
    ],
    TooManyEntriesInBatchRequest: [
      'too-large',
      'The endpoint accepts fewer than 10 events per request. Turn off “Batch 10 events per request”.',
    ],
    Verification: ['rejected', OTHER],
    InvalidAction: ['not-found', 'The endpoint does not support Publish. Check its address.'],
    NotAuthorized: ['auth', 'The access key cannot publish to this topic. Grant it sns:Publish.'],
    RequestTimeTooSkewed: ['auth', 'SNS rejected the time of the request. Check this machine’s clock.'],
    SlowDown: ['rate-limited', TOO_FAST],
  },
};

/** The meaning of a code, with or without the suffix `Exception`; undefined if it is unknown. */
export const snsCode = (code: string): KindAndHint | undefined => awsCode(code, WORDS);
