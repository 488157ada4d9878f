import type { Batch } from '@catbird/engine';
import {
  confirmingText,
  isHtml,
  isText,
  isWrongHost,
  kindOfStatus,
  oneLine,
  refusal,
  unconfirmedAnswer,
} from './response.ts';
import { snsCode, type SnsCode } from './aws-sns-codes.ts';
import type { Receipt } from './destination.ts';
import { asUncertain, type DeliveryError } from './error.ts';
import type { HttpResponse } from './http.ts';
import { outcomesOf, receiptOf, type Outcome } from './outcomes.ts';
import { contentIn, elementIn } from './xml.ts';

/** Secrets to keep out of errors and receipts. */
export interface Secrets {
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

/**
 * The receipt of a `Publish`, which has one row. https://docs.aws.amazon.com/sns/latest/api/API_Publish.html
 *
 * @throws DeliveryError if the response does not confirm it
 */
export function singleReceipt(response: HttpResponse, batch: Batch, secrets: Secrets): Receipt {
  const result = part(confirmingText(response), 'PublishResult');
  const id = element(result, 'MessageId') ?? '';
  if (id === '') throw unconfirmedBy(response, batch, secrets)(0);
  const sequence = element(result, 'SequenceNumber');
  return {
    ...receiptOf(batch, ['taken']),
    answer: oneLine(
      `MessageId ${id}${sequence === undefined ? '' : `, SequenceNumber ${sequence}`}`,
      secretsOf(secrets),
    ),
  };
}

/**
 * The receipt of a `PublishBatch`, which can return HTTP 200 with failed entries. Throttled entries and internal errors are
 * retryable. https://docs.aws.amazon.com/sns/latest/api/API_PublishBatch.html
 *
 * @throws DeliveryError if no entry was accepted
 */
export function batchReceipt(response: HttpResponse, batch: Batch, secrets: Secrets, now: number): Receipt {
  const result = part(confirmingText(response), 'PublishBatchResult');
  const successful = entriesOf(result, 'Successful');
  const failed = entriesOf(result, 'Failed');
  const known = Array.from({ length: batch.count }, (_, place): Outcome | undefined => {
    const success = successful.get(place);
    const failure = failed.get(place);
    // An entry in both lists contradicts itself.
    if ((success === undefined) === (failure === undefined)) return undefined;
    if (failure !== undefined) return entryError({ ...response, text: failure }, secrets, now);
    return isText(element(success ?? '', 'MessageId')) ? 'taken' : undefined;
  });
  const outcomes = outcomesOf(known, batch.count, unconfirmedBy(response, batch, secrets));
  const receipt = receiptOf(batch, outcomes);
  const codes = outcomes.flatMap((outcome) => (outcome === 'taken' ? [] : [outcome.code ?? 'unknown']));
  return {
    ...receipt,
    answer: oneLine(
      `${receipt.accepted} of ${batch.count} published${codes.length === 0 ? '' : `, failed: ${[...new Set(codes)].join(', ')}`}`,
      secretsOf(secrets),
    ),
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
function entryError(response: HttpResponse, secrets: Secrets, now: number): DeliveryError {
  // This flag tells what an unknown code means.
  const status = element(response.text, 'SenderFault') === 'false' ? 500 : 400;
  const error = errorOf(response, secrets, now, status);
  return error.kind === 'unavailable' && !/ServiceUnavailable/.test(error.code ?? '')
    ? asUncertain(error)
    : error;
}

const unconfirmedBy =
  (response: HttpResponse, batch: Batch, secrets: Secrets) =>
  (confirmed: number): DeliveryError =>
    unconfirmedAnswer(response, {
      service: 'AWS SNS',
      rows: batch.count,
      confirmed,
      hint: 'Check the region, and the endpoint in the SNS options if you set one.',
      secrets: secretsOf(secrets),
    });

const secretsOf = ({ secretAccessKey, sessionToken }: Secrets): string[] => [
  secretAccessKey,
  sessionToken ?? '',
];

/**
 * Reads `<Error><Code>…</Code><Message>…</Message></Error>`.
 *
 * @param status stands in for the status of the response, if it covers several entries
 */
export function errorOf(
  response: HttpResponse,
  secrets: Secrets,
  now: number,
  status = response.status,
): DeliveryError {
  const code = element(response.text, 'Code');
  const words = element(response.text, 'Message');
  const { kind, hint } = meaningOf(code, words ?? '', { ...response, status });
  return refusal(response, {
    service: 'AWS SNS',
    kind,
    code,
    words: words ?? (isHtml(response) ? 'a web page' : response.text),
    hint,
    secrets: secretsOf(secrets),
    now,
  });
}

function meaningOf(code: string | undefined, words: string, response: HttpResponse): SnsCode {
  // Throttling comes with 400, so the code goes before the status.
  const known = code === undefined ? undefined : snsCode(code);
  if (known !== undefined && /too long/i.test(words) && known.kind === 'rejected')
    return { kind: 'too-large', hint: 'An event exceeds 262,144 bytes. Make events smaller.' };
  // Any 404 means a missing topic, or a host that is not SNS.
  const isFound = response.status !== 404 && !isWrongHost(response);
  if (known !== undefined && (isFound || known.kind === 'not-found')) return known;
  if (!isFound)
    return {
      kind: 'not-found',
      hint: 'Check the region, the topic ARN, and the endpoint in the SNS options if you set one.',
    };
  return {
    kind: kindOfStatus(response.status),
    hint: 'SNS does not document this error. See its message for details.',
  };
}

/** Content of the first element of this name; empty if it is missing or not closed. */
const part = (xml: string, name: string): string => contentIn(xml, name) ?? '';

const element = (xml: string, name: string): string | undefined => elementIn(xml, name)?.trim();
