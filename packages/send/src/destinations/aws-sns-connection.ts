import { texts, type Batch } from '@catbird/engine';
import { signed } from './aws-signature.ts';
import { snsCode, type SnsCode } from './aws-sns-codes.ts';
import type { CheckResult, Connection, DestinationEnv } from './destination.ts';
import { asUncertain, type DeliveryError } from './error.ts';
import type { HttpResponse } from './http.ts';
import { errorOf, openHttp, refused, type HttpService, type Outcomes, type Problem } from './http-service.ts';
import type { Outcome } from './outcomes.ts';
import { failedCheck, isHtml, isSuccess, isText, kindOfStatus } from './response.ts';
import { contentIn, elementIn } from './xml.ts';

/** The settings that a request uses. */
interface Target {
  readonly region: string;
  readonly topicArn: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
  readonly subject?: string | undefined;
  readonly batch: boolean;
}

type Form = readonly (readonly [name: string, value: string])[];

/** https://docs.aws.amazon.com/sns/latest/api/welcome.html */
const VERSION = '2010-03-31';

/** Opens a connection to SNS at `address`, without a trailing slash. */
export const open = (address: string, target: Target, env: DestinationEnv): Connection =>
  openHttp(serviceOf(address, target, env.now), { ...env, http: signed({ service: 'sns', ...target }, env) });

/**
 * Publishes an empty message, which SNS rejects after checking the signature and the permission. Reading the topic's attributes
 * would need a different permission.
 */
export async function check(
  address: string,
  target: Target,
  env: DestinationEnv,
  signal: AbortSignal,
): Promise<CheckResult> {
  try {
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
  } catch (error) {
    return failedCheck(error);
  }
}

const isAboutMessage = ({ detail }: DeliveryError): boolean => /message/i.test(detail ?? '');

function serviceOf(address: string, target: Target, now: () => number): HttpService {
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

const encode = (form: Form): string => form.map((pair) => pair.map(escape).join('=')).join('&');

/** Like `encodeURIComponent`, plus the other reserved characters of RFC 3986. https://www.rfc-editor.org/rfc/rfc3986#section-2.2 */
const escape = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const action = (name: string, { topicArn }: Target): Form => [
  ['Action', name],
  ['Version', VERSION],
  ['TopicArn', topicArn],
];

function publish(batch: Batch, target: Target, id: string): Form {
  const [message = ''] = texts(batch);
  return [...action('Publish', target), ...messageForm(message, target, id)];
}

function publishBatch(batch: Batch, target: Target, id: string): Form {
  const entries = [...texts(batch)].flatMap((message, i) =>
    [['Id', String(i)] as const, ...messageForm(message, target, `${id}-${i}`)].map(
      ([name, value]) => [`PublishBatchRequestEntries.member.${i + 1}.${name}`, value] as const,
    ),
  );
  return [...action('PublishBatch', target), ...entries];
}

function messageForm(message: string, { subject, topicArn }: Target, id: string): Form {
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
  return { ...meaningOf(code, words ?? '', status), code, words: words ?? text };
}

function meaningOf(code: string | undefined, words: string, status: number): SnsCode {
  // Throttling comes with 400, so the code goes before the status.
  const known = code === undefined ? undefined : snsCode(code);
  if (known !== undefined && /too long/i.test(words) && known.kind === 'rejected')
    return { kind: 'too-large', hint: 'An event exceeds 262,144 bytes. Make events smaller.' };
  // Any 404 means a missing topic, or a host that is not SNS.
  if (known !== undefined && (status !== 404 || known.kind === 'not-found')) return known;
  if (status === 404) return { kind: 'not-found', hint: ELSEWHERE };
  return {
    kind: kindOfStatus(status),
    hint: 'SNS does not document this error. See its message for details.',
  };
}

/** Content of the first element of this name; empty if it is missing or not closed. */
const part = (xml: string, name: string): string => contentIn(xml, name) ?? '';

const element = (xml: string, name: string): string | undefined => elementIn(xml, name)?.trim();
