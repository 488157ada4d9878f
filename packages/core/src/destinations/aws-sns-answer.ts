import type { Batch } from '../rows/batch.ts';
import { isHtml, isWrongHost, kindOfStatus, oneLine, refusal } from './answer.ts';
import { snsCode, type SnsCode } from './aws-sns-codes.ts';
import type { Receipt } from './destination.ts';
import type { DeliveryError } from './error.ts';
import type { HttpResponse } from './http.ts';

/** What must not be in an error or a receipt. */
export interface Secrets {
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

type Outcome = Pick<Receipt, 'accepted' | 'rejected' | 'again' | 'refusal' | 'answer'>;

/** The receipt of a `Publish` that was taken. */
export function receiptOf(response: HttpResponse, secrets: Secrets): Outcome {
  const sequence = element(response.text, 'SequenceNumber');
  return {
    accepted: 1,
    rejected: 0,
    answer: oneLine(
      `MessageId ${element(response.text, 'MessageId') ?? 'unknown'}${sequence === undefined ? '' : `, SequenceNumber ${sequence}`}`,
      secretsOf(secrets),
    ),
  };
}

/** One entry of a `PublishBatch` that was not taken. */
interface FailedEntry {
  /** Its place in the batch. */
  readonly row: number;
  readonly error: DeliveryError;
}

/**
 * Reads which entries of a `PublishBatch` were taken: HTTP 200 can carry failed ones. Those that were too many, or that SNS itself had trouble
 * with, may be taken another time.
 *
 * @throws DeliveryError the of an entry, when all were refused for good, or all may be taken another time
 */
export function batchReceipt(response: HttpResponse, batch: Batch, secrets: Secrets, now: number): Outcome {
  const failed = failedEntries(response, batch.count, secrets, now);
  const again = failed.filter(({ error }) => mayBeTaken(error));
  const refused = failed.filter(({ error }) => !mayBeTaken(error));
  const [first] = refused;
  const late = again.find(({ error }) => error.kind === 'rate-limited') ?? again[0];
  // When none was taken, all for one reason, it is the request that failed.
  if (first !== undefined && refused.length === batch.count) throw first.error;
  if (late !== undefined && again.length === batch.count) throw late.error;
  const accepted = batch.count - failed.length;
  const codes = [...new Set(failed.map(({ error }) => error.code ?? 'unknown'))];
  return {
    accepted,
    rejected: refused.length,
    ...(late === undefined ? {} : { again: { rows: again.map(({ row }) => row), error: late.error } }),
    ...(first === undefined ? {} : { refusal: first.error }),
    answer: oneLine(
      `${accepted} of ${batch.count} published${failed.length === 0 ? '' : `, not taken: ${codes.join(', ')}`}`,
      secretsOf(secrets),
    ),
  };
}

const mayBeTaken = ({ kind }: DeliveryError): boolean => kind === 'rate-limited' || kind === 'unavailable';

/** https://docs.aws.amazon.com/sns/latest/api/API_BatchResultErrorEntry.html. Each entry's id is its place in the batch. */
function failedEntries(response: HttpResponse, count: number, secrets: Secrets, now: number): FailedEntry[] {
  const entries = [...response.text.matchAll(/<Failed>([\s\S]*?)<\/Failed>/g)].flatMap(([, inner = '']) => [
    ...inner.matchAll(/<member>([\s\S]*?)<\/member>/g),
  ]);
  const rows = new Map<number, DeliveryError>();
  for (const [, text = ''] of entries) {
    const row = Number(element(text, 'Id'));
    // What a code that nobody knows means, this flag says.
    const status = element(text, 'SenderFault') === 'false' ? 500 : 400;
    if (Number.isInteger(row) && row >= 0 && row < count)
      rows.set(row, errorOf({ ...response, text }, secrets, now, status));
  }
  return [...rows].map(([row, error]) => ({ row, error }));
}

const secretsOf = ({ secretAccessKey, sessionToken }: Secrets): string[] => [
  secretAccessKey,
  sessionToken ?? '',
];

/**
 * Reads `<Error><Code>…</Code><Message>…</Message></Error>`.
 *
 * @param status what the status of the answer would be, were it only for this
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
    return { kind: 'too-large', hint: 'An event exceeds 262,144 bytes: make events smaller.' };
  // Any 404 is a topic that is not there, or no SNS.
  const isThere = response.status !== 404 && !isWrongHost(response);
  if (known !== undefined && (isThere || known.kind === 'not-found')) return known;
  if (!isThere)
    return {
      kind: 'not-found',
      hint: 'Check the region, the topic ARN, and the endpoint in the SNS options if there is one.',
    };
  return {
    kind: kindOfStatus(response.status),
    hint: 'SNS reported an error that is not in its published list: its own words are all that is known.',
  };
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Text of the first element of this name. SNS's answers are flat and small; no parser is needed. */
function element(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return text?.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, entity: string) => ENTITIES[entity] ?? '').trim();
}
