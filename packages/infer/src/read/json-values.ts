import { parseJson, type Reader, type RowSink } from './lines.ts';

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x2c, 0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Reads the elements of a JSON array, or values that follow one another, however they are laid out. It finds the ends of values by
 * counting brackets, so that only one of them is in memory.
 */
export function jsonValuesReader(sink: RowSink, maxChars: number): Reader {
  let parts: string[] = [];
  let chars = 0;
  let depth = 0;
  let isInText = false;
  let isEscaped = false;
  let isList: boolean | undefined;
  let isClosed = false;

  /** @returns whether there was a value */
  const finish = (rest: string): boolean => {
    const size = chars + rest.length;
    const isTooLong = size > maxChars;
    const text = isTooLong ? '' : (parts.join('') + rest).trim();
    parts = [];
    chars = 0;
    if (isTooLong) sink.skip('too long');
    else if (text !== '') sink.offer(size, () => parseJson(text));
    return text !== '' || isTooLong;
  };
  const keep = (rest: string): void => {
    chars += rest.length;
    if (chars <= maxChars) parts.push(rest);
    else parts = [];
  };
  /** The index after a text that began before `at`. */
  const afterText = (text: string, at: number): number => {
    for (let i = at; i < text.length; i++) {
      const c = text.charCodeAt(i);
      if (isEscaped) isEscaped = false;
      else if (c === BACKSLASH) isEscaped = true;
      else if (c === QUOTE) {
        isInText = false;
        return i + 1;
      }
    }
    return text.length;
  };
  let from = 0;
  let isBehindComma = false;
  const cut = (text: string, end: number, next: number, isEnd = false): void => {
    const isEmpty = !finish(text.slice(from, end));
    if (isEmpty && isEnd && isBehindComma) sink.skip('comma or bracket');
    isBehindComma = !isEnd;
    from = next;
  };
  const close = (text: string, at: number, base: number): void => {
    depth--;
    if (depth < base) {
      // The list ends; what follows are values of their own.
      cut(text, at, at + 1, true);
      depth = base;
      isClosed = true;
    } else if (depth === 0) cut(text, at + 1, at + 1, true);
  };
  const push = (text: string): void => {
    const base = isList === true ? 1 : 0;
    from = 0;
    for (let i = isInText ? afterText(text, 0) : 0; i < text.length; i++) {
      const c = text.charCodeAt(i);
      if (c === QUOTE) {
        isInText = true;
        i = afterText(text, i + 1) - 1;
      } else if (c === OPEN_LIST || c === OPEN_OBJECT) depth++;
      else if (c === CLOSE_LIST || c === CLOSE_OBJECT) close(text, i, base);
      else if (c === COMMA && depth === base) cut(text, i, i + 1);
    }
    keep(text.slice(from));
  };
  return {
    push(text) {
      if (isList !== undefined) {
        push(text);
        return;
      }
      const start = text.search(/\S/);
      if (start < 0) return;
      isList = text.charCodeAt(start) === OPEN_LIST;
      depth = isList ? 1 : 0;
      push(text.slice(isList ? start + 1 : start));
    },
    end() {
      finish('');
      if (isList === true && !isClosed) sink.skip('comma or bracket');
    },
  };
}
