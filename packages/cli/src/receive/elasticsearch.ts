import { randomUUID } from 'node:crypto';
import { respondJson, tryParse, type ReceivedRequest, type Reply, type Service } from './services.ts';

const BULK = /^(?:\/([^/]+))?\/_bulk\/?$/;
const RESOLVE = /^\/_resolve\/index\/([^/]+)$/;

/** The bulk API of Elasticsearch and OpenSearch, with any credentials and index. It remembers no ids. https://www.elastic.co/docs/api/doc/elasticsearch/operation/operation-bulk */
export const elasticsearch: Service = {
  name: 'elasticsearch',
  matches: ({ method, path }) =>
    BULK.test(path) || (method === 'GET' && (path === '/' || RESOLVE.test(path))),
  reply(request) {
    const { method, path, body } = request;
    if (path === '/')
      return respondJson(200, { receiver: 'catbird', cluster_name: 'catbird', version: { number: '9.0.0' } });
    if (RESOLVE.test(path)) return failure(404, 'index_not_found_exception', 'no such index');
    if (method !== 'POST' && method !== 'PUT')
      return failure(405, 'illegal_argument_exception', `Incorrect HTTP method for uri [${path}]`);
    if (body.length === 0) return failure(400, 'parse_exception', 'request body is required');
    return bulk(request);
  },
};

const failure = (status: number, type: string, reason: string): Reply =>
  respondJson(status, { error: { type, reason }, status });

/** What one action became, and its row if it is stored. */
interface Item {
  readonly action: string;
  readonly result: Readonly<Record<string, unknown>>;
  readonly row?: string;
}

function bulk({ path, body }: ReceivedRequest): Reply {
  const [, index] = BULK.exec(path) ?? [];
  const lines = body.toString('utf8').split('\n');
  if (lines.pop() !== '')
    return failure(
      400,
      'illegal_argument_exception',
      'The bulk request must be terminated by a newline [\\n]',
    );
  const items: Item[] = [];
  for (let i = 0; i < lines.length; i += 2) {
    const item = itemOf(lines[i] ?? '', lines[i + 1], index);
    if (item === undefined)
      return failure(
        400,
        'illegal_argument_exception',
        `Malformed action on line ${i + 1}. Send create or index`,
      );
    items.push(item);
  }
  const rows = items.flatMap(({ row }) => (row === undefined ? [] : [`${row}\n`]));
  const errors = rows.length < items.length;
  const results = items.map(({ action, result }) => ({ [action]: result }));
  return {
    ...respondJson(200, { took: 0, errors, items: results }),
    lines: Buffer.from(rows.join('')),
    rows: rows.length,
  };
}

/** The item of an action and its row; undefined if they are none. */
function itemOf(line: string, row: string | undefined, path: string | undefined): Item | undefined {
  const entries = Object.entries(tryParse(line) ?? {});
  const [action = '', target] = entries[0] ?? [];
  if (entries.length !== 1 || !['create', 'index'].includes(action) || row === undefined) return undefined;
  const members = new Map<string, unknown>(Object.entries(target ?? {}));
  const names = { _index: members.get('_index') ?? path, _id: members.get('_id') ?? randomUUID() };
  if (names._index === undefined) return undefined;
  return isObject(tryParse(row))
    ? { action, result: { ...names, _version: 1, result: 'created', status: 201 }, row }
    : { action, result: { ...names, status: 400, error: NO_OBJECT } };
}

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const NO_OBJECT = {
  type: 'document_parsing_exception',
  reason: 'failed to parse: the document is not an object',
};
