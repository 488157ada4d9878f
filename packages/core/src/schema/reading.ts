import type { JsonFault } from './json.ts';

/** How far a text is read, and what was wrong so far. */
export interface Reading {
  readonly text: string;
  at: number;
  readonly maxDepth: number;
  readonly faults: JsonFault[];
}

/** Ends the reading of a text; the reason is in its faults. */
export class Unreadable extends Error {}

/** A text that is no JSON at all has a fault in every line: a person needs the first few. */
const MOST_FAULTS = 50;

/** Notes a fault and goes on. */
export function blame(
  reading: Reading,
  message: string,
  hint: string,
  offset: number = reading.at,
  length = 1,
  code: JsonFault['code'] = 'json',
): void {
  const { text, faults } = reading;
  const start = Math.min(offset, text.length);
  faults.push({ code, message, hint, offset: start, length: Math.min(length, text.length - start) });
  if (faults.length >= MOST_FAULTS) throw new Unreadable();
}

/** Notes a fault and gives up: what follows cannot be understood. */
export function give(...fault: Parameters<typeof blame>): never {
  blame(...fault);
  throw new Unreadable();
}

/** The text that a sticky expression matches here, which is then read; empty if it does not match. */
export function match(reading: Reading, expression: RegExp): string {
  expression.lastIndex = reading.at;
  const [found = ''] = expression.exec(reading.text) ?? [];
  reading.at += found.length;
  return found;
}

/** Reads white space, and what other notations allow in its place. */
export function skipBlank(reading: Reading): void {
  for (;;) {
    match(reading, /[ \t\n\r]*/y);
    const { at } = reading;
    const comment = match(reading, /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|#[^\n]*/y);
    if (comment !== '') {
      blame(reading, 'JSON has no comments', 'Remove the comment', at, comment.length);
    } else if (/\s|\ufeff/.test(reading.text[at] ?? '')) {
      reading.at++;
      blame(reading, 'A space that JSON does not know', 'Replace it by an ordinary space', at);
    } else {
      return;
    }
  }
}
