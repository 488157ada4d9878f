import type { JsonFault } from './json.ts';

/** The state of the parser: its position and the faults so far. */
export interface Scanner {
  readonly text: string;
  at: number;
  readonly maxDepth: number;
  readonly faults: JsonFault[];
}

/** Stops parsing; the faults say why. */
export class Unparsable extends Error {}

/** Text that is not JSON at all has a fault in every line: the first few are enough. */
const MAX_FAULTS = 50;

/** Records a fault and continues. */
export function addFault(
  scanner: Scanner,
  message: string,
  hint: string,
  offset: number = scanner.at,
  length = 1,
  code: JsonFault['code'] = 'json',
): void {
  const { text, faults } = scanner;
  const start = Math.min(offset, text.length);
  faults.push({ code, message, hint, offset: start, length: Math.min(length, text.length - start) });
  if (faults.length >= MAX_FAULTS) throw new Unparsable();
}

/** Records a fault and stops, because the rest cannot be parsed. */
export function fail(...fault: Parameters<typeof addFault>): never {
  addFault(...fault);
  throw new Unparsable();
}

/** Consumes the text that a sticky expression matches here; empty if it does not match. */
export function match(scanner: Scanner, expression: RegExp): string {
  expression.lastIndex = scanner.at;
  const [found = ''] = expression.exec(scanner.text) ?? [];
  scanner.at += found.length;
  return found;
}

/** Skips white space. Reports comments and exotic spaces. */
export function skipBlank(scanner: Scanner): void {
  for (;;) {
    match(scanner, /[ \t\n\r]*/y);
    const { at } = scanner;
    const comment = match(scanner, /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|#[^\n]*/y);
    if (comment !== '') {
      addFault(scanner, 'JSON does not allow comments', 'Remove the comment', at, comment.length);
    } else if (/\s|\ufeff/.test(scanner.text[at] ?? '')) {
      scanner.at++;
      addFault(scanner, 'Invalid space character', 'Replace it with an ordinary space', at);
    } else {
      return;
    }
  }
}
