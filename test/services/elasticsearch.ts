import { jsonAnswer, startService, type Answer, type Received, type Service } from './service.ts';

/** Why a document is not created. */
interface Failure {
  readonly status: number;
  readonly type: string;
}

/** Options of a stand-in for a cluster. */
export interface ElasticsearchOptions {
  /** Default: an API key, `ApiKey a-key-for-tests==`. */
  readonly authorization?: string;
  /** Default Elasticsearch. */
  readonly product?: 'elasticsearch' | 'opensearch';
  /** Names of data streams, whose documents need `@timestamp`. Default: none. */
  readonly dataStreams?: readonly string[];
  /** The error of a single document; undefined (default) creates it. */
  readonly refuses?: (row: unknown, request: number) => Failure | undefined;
  /** Whether a document goes to the failure store. Default: none. */
  readonly quarantines?: (row: unknown) => boolean;
  /** Whether the response to a request is lost on its way, after the documents are created: a gateway returns 504. Default: none. */
  readonly loses?: (request: number) => boolean;
  /** Maximum body size in bytes. Default 10 MiB, as in small clusters of Amazon OpenSearch Service. */
  readonly maxBytes?: number;
}

/** A stand-in for a cluster, and the documents that it created, by index and id. */
export interface ElasticsearchService extends Service {
  readonly documents: ReadonlyMap<string, unknown>;
}

const NDJSON = ['application/x-ndjson', 'application/vnd.elasticsearch+x-ndjson'];

/** Starts a strict stand-in for the bulk API of Elasticsearch and OpenSearch. https://www.elastic.co/docs/api/doc/elasticsearch/operation/operation-bulk */
export async function startElasticsearch({
  authorization = 'ApiKey a-key-for-tests==',
  product = 'elasticsearch',
  dataStreams = [],
  refuses = () => undefined,
  quarantines = () => false,
  loses = () => false,
  maxBytes = 10 * 2 ** 20,
}: ElasticsearchOptions = {}): Promise<ElasticsearchService> {
  const documents = new Map<string, unknown>();
  const isElastic = product === 'elasticsearch';
  const known: Readonly<Record<string, string>> = isElastic ? { 'x-elastic-product': 'Elasticsearch' } : {};
  let bulks = 0;

  function get({ path }: Received): Answer {
    if (path === '/')
      return jsonAnswer(200, {
        name: 'node-1',
        cluster_name: 'tests',
        version: isElastic ? { number: '9.2.0' } : { distribution: 'opensearch', number: '3.3.0' },
      });
    const [, name] = /^\/_resolve\/index\/([^/]+)$/.exec(path) ?? [];
    if (name === undefined)
      return elasticsearchError(400, 'illegal_argument_exception', `no handler for ${path}`);
    const isStream = dataStreams.includes(name);
    const exists = isStream || [...documents.keys()].some((key) => key.startsWith(`${name}/`));
    if (!exists) return elasticsearchError(404, 'index_not_found_exception', `no such index [${name}]`);
    return jsonAnswer(200, {
      indices: isStream ? [] : [{ name }],
      aliases: [],
      data_streams: isStream ? [{ name, timestamp_field: '@timestamp' }] : [],
    });
  }

  function failureOf(index: string, id: string, row: unknown): Failure | undefined {
    if (documents.has(`${index}/${id}`)) return { status: 409, type: 'version_conflict_engine_exception' };
    const isDated = Object.hasOwn(Object(row) as object, '@timestamp');
    if (dataStreams.includes(index) && !isDated) return { status: 400, type: 'document_parsing_exception' };
    return refuses(row, bulks);
  }

  function bulk(request: Received, fault: (words: string) => void, take: (row: unknown) => void): Answer {
    for (const words of faultsOf(request)) fault(words);
    const [, path] = /^(?:\/([^/]+))?\/_bulk$/.exec(request.path) ?? [];
    const parts = request.query['filter_path']?.split(',');
    bulks++;
    const items = actionsIn(request, fault).map(({ _index: index = path ?? '', _id: id, row }) => {
      const failure = failureOf(index, id, row);
      const isQuarantined = failure === undefined && quarantines(row);
      if (failure === undefined) {
        documents.set(`${index}/${id}`, row);
        take(row);
      }
      return {
        create: {
          ...(parts === undefined && { _index: index, _version: 1, result: 'created', _seq_no: 0 }),
          _id: id,
          status: failure?.status ?? 201,
          ...(isQuarantined && { failure_store: 'used' }),
          ...(failure && { error: { type: failure.type, reason: `Not created: ${failure.type}` } }),
        },
      };
    });
    if (loses(bulks)) return { status: 504 };
    const errors = items.some(({ create }) => create.status >= 400);
    return jsonAnswer(200, { ...(parts === undefined && { took: 3 }), errors, items });
  }

  const service = await startService({
    cors: { methods: ['GET', 'POST'], headers: ['authorization', 'content-type'], exposed: [] },
    respond(request, fault, take) {
      const { method, headers, body, path } = request;
      if (headers['authorization'] !== authorization)
        return elasticsearchError(
          401,
          'security_exception',
          'unable to authenticate with provided credentials',
        );
      if (body.length > maxBytes) return { status: 413 };
      const answer =
        method === 'GET' && body.length === 0
          ? get(request)
          : method === 'POST' && path.endsWith('/_bulk')
            ? bulk(request, fault, take)
            : elasticsearchError(
                405,
                'illegal_argument_exception',
                `Incorrect HTTP method for uri [${path}]`,
              );
      return { ...answer, headers: { ...answer.headers, ...known } };
    },
  });
  return { ...service, documents };
}

/** An error in the format of Elasticsearch. */
export const elasticsearchError = (status: number, type: string, reason: string): Answer =>
  jsonAnswer(status, { error: { root_cause: [{ type, reason }], type, reason }, status });

interface Action {
  readonly _index?: string;
  readonly _id: string;
  readonly row: unknown;
}

function faultsOf({ headers, body, query }: Received): string[] {
  const faults: string[] = [];
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  if (!NDJSON.includes(type)) faults.push(`the content type is ${type}`);
  if (headers['cookie'] !== undefined) faults.push('a cookie was sent');
  if (body.length === 0) faults.push('the request body is required');
  if (body.at(-1) !== 0x0a) faults.push('the body must end with a newline');
  const more = Object.keys(query).filter((name) => name !== 'filter_path');
  if (more.length > 0) faults.push(`unknown query parameters: ${more.join(', ')}`);
  return faults;
}

/** The actions of a body, in pairs of lines. */
function actionsIn({ body }: Received, fault: (words: string) => void): readonly Action[] {
  const lines = new TextDecoder('utf-8', { fatal: true }).decode(body).split('\n').slice(0, -1);
  if (lines.length % 2 !== 0) fault(`${lines.length} lines are no pairs`);
  return Array.from({ length: Math.floor(lines.length / 2) }, (_, i) => {
    const action = JSON.parse(lines[2 * i] ?? '') as { create?: { _index?: string; _id: string } };
    const { create } = action;
    if (create === undefined || Object.keys(action).length !== 1)
      throw new Error(`only create is expected: ${lines[2 * i]}`);
    const more = Object.keys(create).filter((name) => !['_index', '_id'].includes(name));
    if (more.length > 0) fault(`unknown members of an action: ${more.join(', ')}`);
    if (typeof create._id !== 'string' || Buffer.byteLength(create._id) > 512)
      fault('an id must be a text of 512 bytes');
    return { ...create, row: JSON.parse(lines[2 * i + 1] ?? '') as unknown };
  });
}
