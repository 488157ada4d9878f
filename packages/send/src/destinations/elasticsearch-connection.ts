import { isFilled, byteLength, records, type Batch, jsonOf } from '@catbird/engine';
import {
  authorizationOf,
  secretsOfHttp,
  errorOf,
  openHttp,
  refused,
  type HttpService,
  type Problem,
  type Outcomes,
} from './http-service.ts';
import type { CheckResult, Connection, DestinationEnv } from './destination.ts';
import type { ElasticsearchConfig } from './elasticsearch.ts';
import type { DeliveryError, DeliveryErrorKind } from './error.ts';
import { ANSWER_BYTES, type HttpResponse } from './http.ts';
import { isHtml, isSuccess, member } from './response.ts';
import { rowIds, type RowIds, newBody } from './body.ts';
import type { Outcome } from './outcomes.ts';

/** What is read of the response: the rest would be most of it. */
const PARTS = [
  'errors',
  'error',
  ...['_id', 'status', 'failure_store', 'error.type', 'error.reason'].map((part) => `items.*.${part}`),
].join(',');

/** Maximum bytes of a result. Reasons of errors quote up to 50 characters of a value. */
const RESULT_BYTES = 2000;

/** Opens a connection to the cluster at `address`, without a trailing slash. */
export const open = (address: string, target: ElasticsearchConfig, env: DestinationEnv): Connection =>
  openHttp(serviceOf(address, target, env), env);

/** Reads what the cluster says of itself, and then of the index. */
export async function check(
  address: string,
  target: ElasticsearchConfig,
  env: DestinationEnv,
  signal: AbortSignal,
): Promise<CheckResult> {
  const get = (path: string): Promise<HttpResponse> =>
    env.http({ method: 'GET', url: `${address}${path}`, headers: headersOf(target), signal });
  const service = serviceOf(address, target, env);
  const { host } = new URL(address);
  const root = await get('/');
  // A key for writing only may not read this, but is known.
  const isForbidden =
    root.status === 403 && !isHtml(root) && member(jsonOf(root.text), 'error') !== undefined;
  const product = productOf(root);
  if (!isForbidden && (!isSuccess(root) || product === undefined)) throw errorIn(root, service, env.now());
  const about = product === undefined ? `${host} knows the credentials` : `${host} is ${product}`;
  const index = isFilled(target.index)
    ? 'Events determine the indices'
    : indexIn(await get(`/_resolve/index/${encodeURIComponent(target.index)}`), target.index, (response) =>
        errorIn(response, service, env.now()),
      );
  return { ok: true, message: `${about}. ${index}. Nothing was written.` };
}

/** `OpenSearch 3.1.0`; undefined if the response is not that of a cluster. */
function productOf(response: HttpResponse): string | undefined {
  const version = member(jsonOf(response.text), 'version');
  const number = member(version, 'number');
  if (typeof number !== 'string' || typeof member(jsonOf(response.text), 'cluster_name') !== 'string')
    return undefined;
  const name = member(version, 'distribution') === 'opensearch' ? 'OpenSearch' : 'Elasticsearch';
  return `${name} ${number.slice(0, 20).replaceAll(/[^\w.+-]/g, '')}`;
}

/** What a cluster says of an index, as a sentence without its period. https://www.elastic.co/docs/api/doc/elasticsearch/operation/operation-indices-resolve-index */
function indexIn(
  response: HttpResponse,
  index: string,
  errorFor: (response: HttpResponse) => DeliveryError,
): string {
  if (response.status === 404)
    return `The index ${index} does not exist; the first event creates it, if that is allowed`;
  if (response.status === 403) return `The credentials may not read whether the index ${index} exists`;
  const answer = jsonOf(response.text);
  const [, kind] =
    KINDS.find(([name]) => {
      const found = member(answer, name);
      return Array.isArray(found) && found.length > 0;
    }) ?? [];
  if (!isSuccess(response) || kind === undefined) throw errorFor(response);
  return `The ${kind} ${index} exists`;
}

const KINDS = [
  ['indices', 'index'],
  ['data_streams', 'data stream'],
  ['aliases', 'alias'],
] as const;

function headersOf(target: ElasticsearchConfig): Record<string, string> {
  return target.auth === 'apiKey'
    ? { authorization: `ApiKey ${target.apiKey ?? ''}` }
    : { ...authorizationOf(target) };
}

/** The error of a whole request that reads. */
const errorIn = (response: HttpResponse, service: HttpService, now: number): DeliveryError =>
  isSuccess(response)
    ? refused(
        response,
        service,
        {
          kind: 'not-found',
          words: `a response of something else: ${response.text}`,
          hint: ELSEWHERE,
        },
        now,
      )
    : errorOf(response, service, 0, now);

const ELSEWHERE = 'Check the address: its host must be Elasticsearch or OpenSearch.';

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

function serviceOf(
  address: string,
  target: ElasticsearchConfig,
  { stream, now }: DestinationEnv,
): HttpService {
  const path = isFilled(target.index) ? '/_bulk' : `/${encodeURIComponent(target.index)}/_bulk`;
  const service: HttpService = {
    name: 'Elasticsearch',
    url: `${address}${path}?filter_path=${encodeURIComponent(PARTS)}`,
    headers: { ...headersOf(target), 'content-type': 'application/x-ndjson' },
    secrets: [target.apiKey ?? '', ...secretsOfHttp(target)],
    hints: HINTS,
    elsewhere: ELSEWHERE,
    unsure: () => 'Check whether the host is Elasticsearch or OpenSearch, or a proxy in front of it.',
    request: ({ count }) => ({ answerBytes: ANSWER_BYTES + count * RESULT_BYTES }),
    body: (batch, { id }) => bulkBody(batch, rowIds(batch, stream, id)),
    done: 'created',
    confirms(response, _rows, batch, { id, uncertain = false }) {
      const isStored = uncertain || target.conflict === 'skip';
      // Each item names its index.
      return resultsIn(response, batch, rowIds(batch, stream, id), isStored, (status, problem) =>
        refused(response, service, { ...problem, ...hintOf(status), ofRoute: true }, now(), status),
      );
    },
    problemIn({ status, text }) {
      const answer = jsonOf(text);
      const problem = problemOf(member(answer, 'error') ?? member(answer, 'message'));
      return { ...problem, words: problem.words === '' ? text : problem.words, ...hintOf(status) };
    },
  };
  return service;
}

const hintOf = (status: number) => status === 409 && { hint: EXISTS };

const encoder = new TextEncoder();
const NEWLINE = encoder.encode('\n');
const ACTION_END = encoder.encode('"}}\n');

/** Room for the action of a row in a buffer that may still grow. */
const ACTION_BYTES = 100;

/** A `create` action and the row, for each row. An action names the index of its row if rows have routes. */
function bulkBody(batch: Batch, { prefix, numberAt }: RowIds): Uint8Array {
  const beginnings = new Map<string | undefined, Uint8Array>();
  const beginningOf = (route: string | undefined): Uint8Array => {
    const known = beginnings.get(route);
    if (known !== undefined) return known;
    const index = route === undefined ? '' : `"_index":${JSON.stringify(route)},`;
    const beginning = encoder.encode(`{"create":{${index}"_id":"${prefix}`);
    beginnings.set(route, beginning);
    return beginning;
  };
  const body = newBody(byteLength(batch) + batch.count * ACTION_BYTES);
  let place = 0;
  for (const row of records(batch)) {
    body.bytes(beginningOf(batch.sides?.[place]?.route));
    body.digits(numberAt(place));
    body.bytes(ACTION_END);
    body.bytes(row);
    body.bytes(NEWLINE);
    place++;
  }
  return body.end();
}

const CREATED = 201;
const CONFLICT = 409;

/**
 * Reads the result of each row. If their number or ids differ from those of the batch, none is known, and if the failures contradict `errors`, no
 * success is. https://www.elastic.co/docs/api/doc/elasticsearch/operation/operation-bulk
 *
 * @param isStored whether an existing id means that the row is stored
 */
function resultsIn(
  response: HttpResponse,
  batch: Batch,
  { prefix, numberAt }: RowIds,
  isStored: boolean,
  errorOf: (status: number, problem: Problem) => DeliveryError,
): Outcomes {
  const answer = jsonOf(response.text);
  const items = member(answer, 'items');
  const none = { outcomes: [], quarantined: 0 };
  if (!Array.isArray(items) || items.length !== batch.count) return none;
  const results = items.map((item: unknown) => member(item, 'create'));
  if (results.some((result, place) => member(result, '_id') !== `${prefix}${numberAt(place)}`)) return none;
  const agrees = results.some((result) => isFailure(member(result, 'status'))) === member(answer, 'errors');
  const outcomes = results.map((result): Outcome | undefined => {
    const status = member(result, 'status');
    if (status === CREATED) return agrees ? 'taken' : undefined;
    if (status === CONFLICT && isStored) return 'taken';
    return isFailure(status) ? errorOf(status, problemOf(member(result, 'error'))) : undefined;
  });
  const inFailureStore = results.filter(
    (result, place) => outcomes[place] === 'taken' && member(result, 'failure_store') === 'used',
  );
  return { outcomes, quarantined: inFailureStore.length };
}

const isFailure = (status: unknown): status is number =>
  typeof status === 'number' && status >= 400 && status < 600;

/** Reads `{"type": "…", "reason": "…"}`, or a text. */
function problemOf(error: unknown): Problem {
  const type = member(error, 'type');
  const reason = member(error, 'reason');
  return {
    code: typeof type === 'string' ? type : undefined,
    words: typeof reason === 'string' ? reason : typeof error === 'string' ? error : '',
  };
}
