/** Strings, with the colon behind those that are names, and space between tokens. */
const TOKENS = /("(?:[^"\\]|\\.)*")(\s*:)?|\s+/g;

/** A line of JSON as rows are written: without space between tokens, and names without needless escapes. Values stay as they are. */
export const compact = (line: string): string =>
  line.replaceAll(TOKENS, (_, text: string | undefined, colon: string | undefined) => {
    if (text === undefined) return '';
    if (colon === undefined) return text;
    return `${text.includes('\\') ? JSON.stringify(JSON.parse(text)) : text}:`;
  });

const NEWLINE = 0x0a;

/** A line of a recording, and the place of its first byte. */
export interface Line {
  readonly text: string;
  /** From 1. */
  readonly number: number;
  readonly start: number;
  readonly bytes: number;
}

/** A line that is no row. Its message begins with the number of the line. */
export class LineError extends Error {
  override readonly name = 'LineError';
}

/** Longest line, in bytes: a file without line breaks is no recording. */
const MOST_BYTES = 64 * 1024 * 1024;

/** The lines that are not empty. @throws LineError with the number of one that is too long, or no UTF-8 */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<readonly Line[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let carried: Uint8Array[] = [];
  let carriedBytes = 0;
  let [number, start] = [0, 0];
  const lineOf = (end: Uint8Array): Line[] => {
    const bytes = carriedBytes === 0 ? end : joined([...carried, end]);
    number++;
    const line = { text: textOf(decoder, bytes, number), number, start, bytes: bytes.length + 1 };
    start += line.bytes;
    carried = [];
    carriedBytes = 0;
    return line.text.trim() === '' ? [] : [line];
  };
  for await (const chunk of chunks) {
    const lines: Line[] = [];
    let from = 0;
    for (let to = chunk.indexOf(NEWLINE); to >= 0; to = chunk.indexOf(NEWLINE, from)) {
      lines.push(...lineOf(chunk.subarray(from, to)));
      from = to + 1;
    }
    if (from < chunk.length) {
      carried.push(chunk.slice(from));
      carriedBytes += chunk.length - from;
    }
    if (carriedBytes > MOST_BYTES)
      throw new LineError(`line ${number + 1} is longer than ${MOST_BYTES / 2 ** 20} MiB`);
    yield lines;
  }
  if (carriedBytes > 0) yield lineOf(new Uint8Array(0));
}

function textOf(decoder: TextDecoder, bytes: Uint8Array, number: number): string {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new LineError(`line ${number} is not UTF-8`, { cause });
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
