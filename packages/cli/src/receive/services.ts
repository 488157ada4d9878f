import { jsonOf } from '@catbird/engine';
/** A request, complete and uncompressed. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** The media type in lower case, without parameters: `application/json`. Empty if missing. */
  readonly type: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

/** The response to a request, and the rows in it. */
export interface Reply {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  /** Its other headers. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Rows as JSON lines, each with its newline. */
  readonly lines: Uint8Array;
  readonly rows: number;
}

/** An imitated service. */
export interface Service {
  /** Its name in counts: `tinybird`. */
  readonly name: string;
  /** Whether a request is for this service. */
  readonly matches: (request: ReceivedRequest) => boolean;
  /** Extracts the rows of a request, or responds with an error. */
  readonly reply: (request: ReceivedRequest) => Reply;
}

const NOTHING = new Uint8Array(0);
const NEWLINE = 0x0a;

/** A response without rows. */
export const respond = (status: number, type: string, body: string): Reply => ({
  status,
  type,
  body,
  lines: NOTHING,
  rows: 0,
});

/** A JSON response without rows. */
export const respondJson = (status: number, body: unknown): Reply =>
  respond(status, 'application/json', JSON.stringify(body));

/** JSON lines unchanged, with a final newline, and their number without empty lines. */
export function linesIn(body: Buffer): Pick<Reply, 'lines' | 'rows'> {
  if (body.length === 0) return { lines: NOTHING, rows: 0 };
  const ended = body.at(-1) === NEWLINE ? body : Buffer.concat([body, Buffer.from('\n')]);
  let rows = 0;
  let from = 0;
  for (let end = ended.indexOf(NEWLINE); end >= 0; end = ended.indexOf(NEWLINE, from)) {
    if (end > from) rows++;
    from = end + 1;
  }
  return { lines: ended, rows };
}

/** Values as JSON lines. */
export const linesOf = (values: readonly unknown[]): Pick<Reply, 'lines' | 'rows'> => ({
  lines: Buffer.from(values.map((value) => `${JSON.stringify(value)}\n`).join('')),
  rows: values.length,
});

/** Longest JSON body, which takes many times its length in memory. JSON lines may be longer. */
const MAX_JSON_MIB = 8;

/** Any other address: JSON lines, a JSON array, or one JSON value. A GET shows that the receiver is running. */
export const http: Service = {
  name: 'http',
  matches: () => true,
  reply({ method, type, body }) {
    if (method === 'GET' || method === 'HEAD') return respondJson(200, { receiver: 'catbird' });
    const isArray = type === 'application/json' || type.endsWith('+json');
    if (!isArray) {
      const rows = linesIn(body);
      return { ...respondJson(200, { received: rows.rows }), ...rows };
    }
    if (body.length > MAX_JSON_MIB * 2 ** 20)
      return respondJson(413, { error: `JSON bodies are limited to ${MAX_JSON_MIB} MiB. Send JSON lines` });
    const value = jsonOf(body.toString('utf8'));
    if (value === undefined) return respondJson(400, { error: 'Invalid JSON' });
    const rows = linesOf(Array.isArray(value) ? value : [value]);
    return { ...respondJson(200, { received: rows.rows }), ...rows };
  },
};

/** The Events API, with any token and data source. https://www.tinybird.co/docs/get-data-in/ingest-apis/events-api */
export const tinybird: Service = {
  name: 'tinybird',
  matches: ({ path }) => path === '/v0/events',
  reply({ method, query, body }) {
    if (method !== 'POST') return respondJson(405, { error: 'Method not allowed' });
    if (!query.has('name')) return respondJson(400, { error: 'Missing name of a data source in the query' });
    const rows = linesIn(body);
    const status = query.get('wait') === 'true' ? 200 : 202;
    return { ...respondJson(status, { successful_rows: rows.rows, quarantined_rows: 0 }), ...rows };
  },
};

/** Longest body. Ably accepts 64 KiB, or 256 KiB on larger plans. */
const MAX_BYTES = 4 * 2 ** 20;

const PATH = /^\/channels\/([^/]+)\/messages\/?$/;

/** Ably's REST publish, with any key and channel. https://ably.com/docs/api/rest-api#publish */
export const ably: Service = {
  name: 'ably',
  matches: ({ path }) => PATH.test(path),
  reply({ method, path, body }) {
    if (method !== 'POST') return failure(405, 40500, 'Method not allowed');
    if (body.length > MAX_BYTES) return failure(413, 40009, 'The maximum message size is exceeded');
    const channel = channelOf(path);
    if (channel === undefined) return failure(400, 40010, 'Invalid channel name');
    const message = jsonOf(body.toString('utf8'));
    if (typeof message !== 'object' || message === null)
      return failure(400, 40001, 'Could not decode the request body');
    const messages = [message].flat();
    if (messages.length === 0) return failure(400, 40030, 'No messages in the publish');
    const messageId = String(
      Object.entries(messages[0] ?? {}).find(([name]) => name === 'id')?.[1] ?? 'received',
    );
    return { ...respondJson(201, { channel, messageId }), ...linesOf(messages.flatMap(rowsOf)) };
  },
};

function channelOf(path: string): string | undefined {
  try {
    return decodeURIComponent(PATH.exec(path)?.[1] ?? '');
  } catch {
    return undefined;
  }
}

/** The rows in a message's data: an array is several rows, a string may be JSON. */
function rowsOf(message: unknown): unknown[] {
  const data: unknown = Object.entries(message ?? {}).find(([name]) => name === 'data')?.[1];
  const value = typeof data === 'string' ? (jsonOf(data) ?? data) : data;
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
}

const failure = (statusCode: number, code: number, message: string): ReturnType<typeof respondJson> =>
  respondJson(statusCode, { error: { message, code, statusCode } });
