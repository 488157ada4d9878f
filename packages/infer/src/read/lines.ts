import { mayBeLarge, parseExact } from '@catbird/engine';
import { isRecord } from '../json.ts';
import type { Reader, RowSink } from './sink.ts';

/** Reads one JSON value per line. Empty lines are nothing, and invalid ones are counted. */
export function ndjsonReader(sink: RowSink, maxChars: number): Reader {
  const onLine = (line: string): void => {
    if (line.length > 0 && line.trim() !== '') sink.offer(line.length, () => parseJson(line));
  };
  return lineReader(onLine, () => sink.skip('too long'), { maxChars });
}

/** The value of a JSON text, or undefined. Whole numbers beyond 2^53 are texts of their digits. */
export function parseJson(text: string): unknown {
  try {
    return mayBeLarge(text) ? withDigits(parseExact(text)) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A value whose large whole numbers are texts. */
function withDigits(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return value.map(withDigits);
  if (!isRecord(value)) return value;
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
