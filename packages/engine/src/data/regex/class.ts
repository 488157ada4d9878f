import { escapeInClass } from './escape.ts';
import { fault } from './fault.ts';

const POSIX = new Set(
  'alnum alpha ascii blank cntrl digit graph lower print punct space upper word xdigit'.split(' '),
);

/** One member of a class: its end, and its code point unless it is a class itself. */
interface Member {
  readonly end: number;
  readonly code: number | undefined;
}

/** The end of the class that starts at `[`. @throws Error if it is invalid */
export function classEnd(text: string, start: number): number {
  let at = start + (text.charAt(start + 1) === '^' ? 2 : 1);
  // The first ] is a character.
  for (let isFirst = true; isFirst || text.charAt(at) !== ']'; isFirst = false) {
    if (at >= text.length) throw fault('missing ] for the [', start);
    at = rangeEnd(text, at, start);
  }
  return at + 1;
}

/** The end of a member or of a range of two. */
function rangeEnd(text: string, at: number, start: number): number {
  const from = memberAt(text, at);
  const isRange = text.charAt(from.end) === '-' && text.charAt(from.end + 1) !== ']';
  if (from.code === undefined || !isRange) return from.end;
  if (from.end + 1 >= text.length) throw fault('missing ] for the [', start);
  const to = memberAt(text, from.end + 1, true);
  const range = text.slice(at, to.end);
  if (to.code === undefined) throw fault(`the range ${range} ends with a class`, at);
  if (to.code < from.code) throw fault(`the range ${range} is in the wrong order`, at);
  return to.end;
}

/** @param isEnd it ends a range: a bracket is a character */
function memberAt(text: string, at: number, isEnd = false): Member {
  if (text.charAt(at) === '\\') return escapeInClass(text, at);
  const close = !isEnd && text.startsWith('[:', at) ? text.indexOf(':]', at) : -1;
  if (close < 0) {
    const code = text.codePointAt(at) ?? 0;
    return { end: at + (code > 0xffff ? 2 : 1), code };
  }
  const name = text.slice(at, close + 2);
  if (!POSIX.has(name.slice(2, -2).replace(/^\^/, ''))) throw fault(`unknown class ${name}`, at);
  return { end: close + 2, code: undefined };
}
