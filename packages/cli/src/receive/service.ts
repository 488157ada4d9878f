/** A request that arrived, read to its end and unpacked. */
export interface Arrived {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** The media type in lower case, without parameters: `application/json`. Empty when there is none. */
  readonly type: string;
  readonly body: Buffer;
}

/** What is answered, and the rows that were taken with it. */
export interface Taken {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  /** Rows as JSON lines, each with its newline. */
  readonly lines: Uint8Array;
  readonly rows: number;
}

/** A way to send events that the receiver understands. */
export interface Service {
  /** As in counts: `tinybird`. */
  readonly name: string;
  /** Whether a request is meant for this service. */
  readonly understands: (request: Arrived) => boolean;
  /** Takes the rows out of a request, or answers what is wrong with it. */
  readonly take: (request: Arrived) => Taken;
}

const NOTHING = new Uint8Array(0);
const NEWLINE = 0x0a;

/** An answer to a request that brought no rows. */
export const answer = (status: number, type: string, body: string): Taken => ({
  status,
  type,
  body,
  lines: NOTHING,
  rows: 0,
});

/** An answer in JSON to a request that brought no rows. */
export const jsonAnswer = (status: number, body: unknown): Taken =>
  answer(status, 'application/json', JSON.stringify(body));

/** JSON lines as they are, with a newline at their end, and their number. Empty lines do not count. */
export function ndjson(body: Buffer): Pick<Taken, 'lines' | 'rows'> {
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
export const linesOf = (values: readonly unknown[]): Pick<Taken, 'lines' | 'rows'> => ({
  lines: Buffer.from(values.map((value) => `${JSON.stringify(value)}\n`).join('')),
  rows: values.length,
});

/** The JSON value of a body; undefined when it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
