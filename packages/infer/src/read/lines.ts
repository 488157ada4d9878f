import { isObject, mayBeLarge, parseExact } from '@catbird/engine';

/** Reads one JSON value per line. Empty lines are nothing, and invalid ones are counted. */
export function ndjsonReader(sink: RowSink, maxChars: number): Reader {
  const onLine = (line: string): void => {
    if (line.length > 0 && line.trim() !== '') sink.offer(line.length, () => parseJson(line));
  };
  return lineReader(onLine, () => sink.skip('too long'), { maxChars });
}

/** Numbers such as 1e400 may be in it, which JavaScript reads as infinite. */
const MAY_BE_INFINITE = /[eE]\+?\d{3}/;
const MOST = 1e308;

const finite = (_: string, value: unknown): unknown =>
  typeof value === 'number' ? Math.min(Math.max(value, -MOST), MOST) : value;

/** The value of a JSON text, or undefined. Whole numbers beyond 2^53 are texts of their digits; beyond 1e308, numbers are that one. */
export function parseJson(text: string): unknown {
  try {
    if (mayBeLarge(text)) return withDigits(parseExact(text));
    return JSON.parse(text, MAY_BE_INFINITE.test(text) ? finite : undefined);
  } catch {
    return undefined;
  }
}

/** A value whose large whole numbers are texts. */
function withDigits(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return value.map(withDigits);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withDigits(each)]));
}

/** Splits text into lines without their ends. A line longer than `maxChars` is dropped as it comes, so it takes no memory. */
export function lineReader(
  onLine: (line: string) => void,
  onLong: () => void,
  { maxChars, newline = '\n' }: { readonly maxChars: number; readonly newline?: string },
): Reader {
  let carry: string[] = [];
  let carried = 0;
  let isTooLong = false;
  const finish = (rest: string): void => {
    if (isTooLong || carried + rest.length > maxChars) onLong();
    else {
      const line = carried === 0 ? rest : carry.join('') + rest;
      onLine(line.endsWith('\r') ? line.slice(0, -1) : line);
    }
    carry = [];
    carried = 0;
    isTooLong = false;
  };
  return {
    push(text) {
      let from = 0;
      for (let to = text.indexOf(newline); to >= 0; to = text.indexOf(newline, from)) {
        finish(text.slice(from, to));
        from = to + 1;
      }
      if (isTooLong || from === text.length) return;
      const rest = text.slice(from);
      carried += rest.length;
      isTooLong = carried > maxChars;
      if (isTooLong) carry = [];
      else carry.push(rest);
    },
    end() {
      if (carried > 0) finish('');
    },
  };
}

/** A row that was skipped, or a part of it. The order is that of the report. */
export type Skip =
  | 'invalid JSON'
  | 'comma or bracket'
  | 'too long'
  | 'another kind of value'
  | 'too few cells'
  | 'too many cells'
  | 'unclosed quote'
  | 'another form';

/** Where a reader puts rows. */
export interface RowSink {
  /** Offers a row. `parse` is called only if the row is needed; undefined means that it cannot be read. */
  offer(chars: number, parse: () => unknown): void;
  /** Counts what was skipped. */
  skip(reason: Skip): void;
}

/** Turns text into rows. It gets the text in pieces of any size. */
export interface Reader {
  push(text: string): void;
  /** The text is complete. */
  end(): void;
}
