import type { JsonFault } from './json.ts';

/** The state of the parser: its position and the faults so far. */
export interface Reading {
  readonly text: string;
  at: number;
  readonly maxDepth: number;
  readonly faults: JsonFault[];
}

/** Stops parsing; the faults say why. */
export class Unreadable extends Error {}

/** Text that is not JSON at all has a fault in every line: the first few are enough. */
const MAX_FAULTS = 50;

/** Records a fault and continues. */
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
  if (faults.length >= MAX_FAULTS) throw new Unreadable();
}

/** Records a fault and stops, because the rest cannot be parsed. */
export function give(...fault: Parameters<typeof blame>): never {
  blame(...fault);
  throw new Unreadable();
}

/** Consumes the text that a sticky expression matches here; empty if it does not match. */
export function match(reading: Reading, expression: RegExp): string {
  expression.lastIndex = reading.at;
  const [found = ''] = expression.exec(reading.text) ?? [];
  reading.at += found.length;
  return found;
}

/** Skips white space. Reports comments and exotic spaces. */
export function skipBlank(reading: Reading): void {
  for (;;) {
    match(reading, /[ \t\n\r]*/y);
    const { at } = reading;
    const comment = match(reading, /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|#[^\n]*/y);
    if (comment !== '') {
      blame(reading, 'JSON does not allow comments', 'Remove the comment', at, comment.length);
    } else if (/\s|\ufeff/.test(reading.text[at] ?? '')) {
      reading.at++;
      blame(reading, 'Invalid space character', 'Replace it with an ordinary space', at);
    } else {
      return;
    }
  }
}
