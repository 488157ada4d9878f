/** A request, complete and uncompressed. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** The media type in lower case, without parameters: `application/json`. Empty if missing. */
  readonly type: string;
  readonly body: Buffer;
}

/** The response to a request, and the rows in it. */
export interface Reply {
  readonly status: number;
  readonly type: string;
  readonly body: string;
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
export function ndjson(body: Buffer): Pick<Reply, 'lines' | 'rows'> {
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

/** A JSON value; undefined if the text is not JSON. */
export function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
