import { isFilled } from '@catbird/engine';
import { authorizationOf, secretsOfHttp } from './authorization.ts';
import type { CheckResult, Connection, DestinationEnv } from './destination.ts';
import { bulkBody } from './elasticsearch-body.ts';
import { errorIn, resultsIn, type ElasticsearchError } from './elasticsearch-results.ts';
import { revised, type DeliveryError, type DeliveryErrorKind } from './error.ts';
import { ANSWER_BYTES, type HttpResponse } from './http.ts';
import { outcomesOf, receiptOf } from './outcomes.ts';
import {
  failedCheck,
  isHtml,
  isSuccess,
  isWrongHost,
  jsonOf,
  kindOfStatus,
  member,
  refusal,
  unconfirmedAnswer,
} from './response.ts';
import { rowIds } from './row-ids.ts';

/** The settings that a request uses. */
interface Target {
  readonly index: string;
  readonly conflict: 'refuse' | 'skip';
  readonly auth: 'none' | 'basic' | 'apiKey';
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  readonly apiKey?: string | undefined;
}

const SERVICE = 'Elasticsearch';

/** What is read of the response: the rest would be most of it. */
const PARTS = [
  'errors',
  'error',
  ...['_id', 'status', 'failure_store', 'error.type', 'error.reason'].map((part) => `items.*.${part}`),
].join(',');

/** Maximum bytes of a result. Reasons of errors quote up to 50 characters of a value. */
const RESULT_BYTES = 2000;

/** Opens a connection to the cluster at `address`, without a trailing slash. */
export function open(address: string, target: Target, env: DestinationEnv): Connection {
  const path = isFilled(target.index) ? '/_bulk' : `/${encodeURIComponent(target.index)}/_bulk`;
  const url = `${address}${path}?filter_path=${encodeURIComponent(PARTS)}`;
  const headers = { ...headersOf(target), 'content-type': 'application/x-ndjson' };
  return {
    async send(batch, { signal, id, uncertain = false }) {
      const ids = rowIds(batch, env.stream, id);
      const body = bulkBody(batch, ids);
      const answerBytes = ANSWER_BYTES + batch.count * RESULT_BYTES;
      const response = await env.http({ method: 'POST', url, headers, body, answerBytes, signal });
      // Each item names its index.
      const errorFor = (error: ElasticsearchError): DeliveryError =>
        revised(errorWith(response, error, target, env.now()), { ofRoute: true });
      if (!isSuccess(response)) throw errorOf(response, target, env.now());
      const isStored = uncertain || target.conflict === 'skip';
      const { outcomes, quarantined } = resultsIn(response, batch, ids, isStored, errorFor);
      const receipt = receiptOf(
        batch,
        outcomesOf(outcomes, batch.count, (confirmed) =>
          unconfirmedAnswer(response, {
            service: SERVICE,
            rows: batch.count,
            confirmed,
            hint: 'Check whether the host is Elasticsearch or OpenSearch, or a proxy in front of it.',
            secrets: secretsOf(target),
          }),
        ),
      );
      const accepted = receipt.accepted - quarantined;
      return {
        ...receipt,
        accepted,
        quarantined,
        bytes: body.length,
        status: response.status,
        answer: `${accepted} of ${batch.count} created`,
      };
    },
    close: () => Promise.resolve(),
  };
}

/** Reads what the cluster says of itself, and then of the index. */
export async function check(
  address: string,
  target: Target,
  env: DestinationEnv,
  signal: AbortSignal,
): Promise<CheckResult> {
  const get = (path: string): Promise<HttpResponse> =>
    env.http({ method: 'GET', url: `${address}${path}`, headers: headersOf(target), signal });
  try {
    const { host } = new URL(address);
    const root = await get('/');
    // A key for writing only may not read this, but is known.
    const isForbidden =
      root.status === 403 && !isHtml(root) && member(jsonOf(root.text), 'error') !== undefined;
    const product = productOf(root);
    if (!isForbidden && (!isSuccess(root) || product === undefined)) throw errorOf(root, target, env.now());
    const about = product === undefined ? `${host} knows the credentials` : `${host} is ${product}`;
    const index = isFilled(target.index)
      ? 'Events determine the indices'
      : indexIn(await get(`/_resolve/index/${encodeURIComponent(target.index)}`), target, env.now());
    return { ok: true, message: `${about}. ${index}. Nothing was written.` };
  } catch (error) {
    return failedCheck(error);
  }
}

/** `OpenSearch 3.1.0`; undefined if the response is not that of a cluster. */
function productOf(response: HttpResponse): string | undefined {
  const version = member(jsonOf(response.text), 'version');
  const number = member(version, 'number');
  if (typeof number !== 'string' || typeof member(jsonOf(response.text), 'cluster_name') !== 'string')
    return undefined;
  const name = member(version, 'distribution') === 'opensearch' ? 'OpenSearch' : SERVICE;
  return `${name} ${number.slice(0, 20).replaceAll(/[^\w.+-]/g, '')}`;
}

/** What a cluster says of an index, as a sentence without its period. https://www.elastic.co/docs/api/doc/elasticsearch/operation/operation-indices-resolve-index */
function indexIn(response: HttpResponse, target: Target, now: number): string {
  const { index } = target;
  if (response.status === 404)
    return `The index ${index} does not exist; the first event creates it, if that is allowed`;
  if (response.status === 403) return `The credentials may not read whether the index ${index} exists`;
  const answer = jsonOf(response.text);
  const [, kind] =
    KINDS.find(([name]) => {
      const found = member(answer, name);
      return Array.isArray(found) && found.length > 0;
    }) ?? [];
  if (!isSuccess(response) || kind === undefined) throw errorOf(response, target, now);
  return `The ${kind} ${index} exists`;
}

const KINDS = [
  ['indices', 'index'],
  ['data_streams', 'data stream'],
  ['aliases', 'alias'],
] as const;

function headersOf(target: Target): Record<string, string> {
  return target.auth === 'apiKey'
    ? { authorization: `ApiKey ${target.apiKey ?? ''}` }
    : { ...authorizationOf(target) };
}

const secretsOf = (target: Target): string[] => [target.apiKey ?? '', ...secretsOfHttp(target)];

/** The error of a whole request. */
function errorOf(response: HttpResponse, target: Target, now: number): DeliveryError {
  if (isWrongHost(response) || isSuccess(response))
    return refusal(response, {
      service: SERVICE,
      kind: 'not-found',
      words: isHtml(response) ? 'a web page' : `a response of something else: ${response.text}`,
      hint: 'Check the address: its host must be Elasticsearch or OpenSearch.',
      secrets: secretsOf(target),
      now,
    });
  const answer = jsonOf(response.text);
  const error = errorIn(member(answer, 'error') ?? member(answer, 'message'), response.status);
  return errorWith(response, error.words === '' ? { ...error, words: response.text } : error, target, now);
}

/** The error of a request or an item. */
function errorWith(
  response: HttpResponse,
  { status, code, words }: ElasticsearchError,
  target: Target,
  now: number,
): DeliveryError {
  const kind = kindOfStatus(status);
  return refusal(
    { ...response, header: (name) => response.header(name), status },
    {
      service: SERVICE,
      kind,
      code,
      words: isHtml(response) ? 'a web page' : words,
      hint: status === 409 ? EXISTS : HINTS[kind],
      secrets: secretsOf(target),
      now,
    },
  );
}

const EXISTS =
  'A document with this id exists: events of the same schema and seed were sent before. Choose another seed, or skip existing documents.';

const HINTS: Readonly<Partial<Record<DeliveryErrorKind, string>>> = {
  auth: 'Check the credentials, and that they may create documents in the index (create_doc).',
  'not-found':
    'Check the address and the index: the host must be Elasticsearch or OpenSearch, and it may not create indices by itself.',
  rejected: 'The events do not fit the mapping of the index. Compare the reason with its field types.',
  'too-large': 'The request exceeds http.max_content_length, or the limit of a proxy.',
  'rate-limited': 'The cluster is overloaded. Lower the rate, or use a larger cluster.',
};
