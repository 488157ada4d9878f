import type { Kind } from '@catbird/engine';
import { bytesOf, copy, type Cursor, put, readFrom } from './cursor.ts';
import { copyBare, takeInstant } from './json-number.ts';
import { copyText, copyTextWithout, endOfText, stopsAt, takeText } from './json-text.ts';
import { skipValue, takeJson } from './scanner.ts';

/** Writes the value that stands at the cursor. False if it cannot be read. */
export type PutValue = (cursor: Cursor) => boolean;

/** How a value is written in a line. */
export interface Filter {
  /** One sentence. */
  readonly summary: string;
  /** The kinds of values that it takes. Default: all. */
  readonly of?: readonly Kind['is'][];
  readonly put: PutValue;
  /** Writes a time as a clock shows it. @param toLocal what it shows at an instant, as if it showed UTC. Absent: `put` writes all. */
  readonly putIn?: (toLocal: (ms: number) => number) => PutValue;
}

/** How a filter writes values. @param toLocal what a clock shows at an instant. Undefined: times are in UTC */
export const putBy = ({ put, putIn }: Filter, toLocal: ((ms: number) => number) | undefined): PutValue =>
  (toLocal && putIn?.(toLocal)) ?? put;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
const NEWLINE = 0x0a;
const ZERO = 0x30;

/** `+0200`. Clocks differ from UTC by whole minutes since 1972. */
function offsetText(ms: number): string {
  const minutes = Math.abs(Math.trunc(ms / 60_000));
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${ms < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`;
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ').map(bytesOf);

/** A text without quotation marks, and other values as JSON. Control characters become escapes, so a record stays one line. */
export function putPlain(cursor: Cursor): boolean {
  if (cursor.src[cursor.at] !== QUOTE) return copyBare(cursor) || putJson(cursor);
  const end = copyText(cursor, cursor.to);
  if (end < 0) return putControlled(cursor);
  cursor.to = end;
  return true;
}

/** A text with escapes. */
function putControlled(cursor: Cursor): boolean {
  return putChanged(cursor, (text, to) => {
    let next = to;
    for (const each of text)
      if (each < SPACE || each === 0x7f) {
        const escape = bytesOf(JSON.stringify(String.fromCharCode(each)).slice(1, -1));
        cursor.out.set(escape, next);
        next += escape.length;
      } else cursor.out[next++] = each;
    return next;
  });
}

function putJson(cursor: Cursor): boolean {
  const { at } = cursor;
  if (!skipValue(cursor)) return false;
  copy(cursor, at, cursor.at);
  return true;
}

/** Writes a text with a function that returns the place behind it. */
function putChanged(cursor: Cursor, write: (text: Uint8Array, to: number) => number): boolean {
  const text = cursor.src[cursor.at] === QUOTE ? takeText(cursor) : takeJson(cursor);
  if (text === undefined) return false;
  cursor.to = write(text, cursor.to);
  return true;
}

/** A text as in JSON, without the quotation marks around it. */
function putEscaped(cursor: Cursor): boolean {
  const { src, at } = cursor;
  if (src[at] !== QUOTE) return putJson(cursor);
  const end = endOfText(src, at);
  if (end < 0) return false;
  copy(cursor, at + 1, end - 1);
  cursor.at = end;
  return true;
}

function putQuoted(cursor: Cursor): boolean {
  cursor.out[cursor.to++] = QUOTE;
  const isDone = putEscaped(cursor);
  cursor.out[cursor.to++] = QUOTE;
  return isDone;
}

/** Writes a text with a backslash before some characters, and `\n` for a new line. */
const putMarked =
  (marked: string): PutValue =>
  (cursor) =>
    putChanged(cursor, (text, to) => {
      let next = to;
      for (const each of text) {
        if (marked.includes(String.fromCharCode(each))) cursor.out[next++] = BACKSLASH;
        if (each === NEWLINE) cursor.out[next++] = BACKSLASH;
        cursor.out[next++] = each === NEWLINE ? 0x6e : each < SPACE ? SPACE : each;
      }
      return next;
    });

const UNRESERVED = /[\w.~-]/;

function putUrl(cursor: Cursor): boolean {
  return putChanged(cursor, (text, to) => {
    let next = to;
    for (const each of text) {
      const isPlain = UNRESERVED.test(String.fromCharCode(each));
      const bytes = isPlain ? [each] : bytesOf(`%${each.toString(16).toUpperCase().padStart(2, '0')}`);
      cursor.out.set(bytes, next);
      next += bytes.length;
    }
    return next;
  });
}

/** What needs quotation marks in logfmt. */
const LOGFMT = stopsAt(' =');

/** In quotation marks if it is empty, or has spaces, quotation marks or an equals sign. */
function putLogfmt(cursor: Cursor): boolean {
  const { src, at } = cursor;
  if (src[at] !== QUOTE) {
    const isNested = src[at] === 0x7b || src[at] === 0x5b;
    if (!isNested) return putJson(cursor);
    const json = takeJson(cursor);
    if (json === undefined) return false;
    put(cursor, bytesOf(JSON.stringify(new TextDecoder().decode(json))));
    return true;
  }
  const end = copyTextWithout(cursor, cursor.to, LOGFMT);
  if (end < 0 || end === cursor.to) {
    cursor.at = at;
    return putQuoted(cursor);
  }
  cursor.to = end;
  return true;
}

function putTrace(cursor: Cursor): boolean {
  return putChanged(cursor, (text, to) => {
    if (text.length === 0) return to;
    cursor.out[to] = NEWLINE;
    cursor.out.set(text, to + 1);
    return to + 1 + text.length;
  });
}

/** Writes a time from the digits of an instant. @param at the place of its year @param offset of the clock from UTC: `+0200` */
type WriteTime = (cursor: Cursor, at: number, offset: Uint8Array) => void;

const UTC = bytesOf('+0000');

/** Writes times in UTC. */
const inUtc =
  (write: WriteTime): PutValue =>
  (cursor) => {
    const { at } = cursor;
    if (!Number.isFinite(takeInstant(cursor))) return false;
    write(cursor, at + 1, UTC);
    return true;
  };

/** Writes times as a clock shows them, from digits of its own. */
const inZone =
  (write: WriteTime): NonNullable<Filter['putIn']> =>
  (toLocal) =>
  (cursor) => {
    const ms = takeInstant(cursor);
    if (!Number.isFinite(ms)) return false;
    const { src, words, at } = cursor;
    const localMs = toLocal(ms);
    readFrom(cursor, bytesOf(new Date(localMs).toISOString().padEnd(COPIED)));
    write(cursor, 0, bytesOf(offsetText(localMs - ms)));
    Object.assign(cursor, { src, words, at });
    return true;
  };

/** More than an instant has, as `copy` reads behind it. */
const COPIED = 32;

const monthAt = ({ src }: Cursor, at: number): Uint8Array =>
  MONTHS[((src[at + 5] ?? 0) - ZERO) * 10 + (src[at + 6] ?? 0) - ZERO - 1] ?? bytesOf('???');

/** `10/Oct/2026:13:55:36 +0000` */
const writeClf: WriteTime = (cursor, at, offset) => {
  copy(cursor, at + 8, at + 10);
  cursor.out[cursor.to++] = 0x2f;
  put(cursor, monthAt(cursor, at));
  cursor.out[cursor.to++] = 0x2f;
  copy(cursor, at, at + 4);
  cursor.out[cursor.to++] = 0x3a;
  copy(cursor, at + 11, at + 19);
  cursor.out[cursor.to++] = SPACE;
  put(cursor, offset);
};

/** `Oct  5 13:55:36` */
const writeRfc3164: WriteTime = (cursor, at) => {
  const { src, out } = cursor;
  put(cursor, monthAt(cursor, at));
  out[cursor.to++] = SPACE;
  const ten = src[at + 8] ?? ZERO;
  out[cursor.to++] = ten === ZERO ? SPACE : ten;
  out[cursor.to++] = src[at + 9] ?? ZERO;
  out[cursor.to++] = SPACE;
  copy(cursor, at + 11, at + 19);
};

/** `2026-10-05T13:55:36.000+02:00` */
const writeRfc5424: WriteTime = (cursor, at, offset) => {
  copy(cursor, at, at + 23);
  put(cursor, offset.subarray(0, 3));
  cursor.out[cursor.to++] = 0x3a;
  put(cursor, offset.subarray(3));
};

const putEpoch =
  (unitMs: number): PutValue =>
  (cursor) => {
    const ms = takeInstant(cursor);
    if (!Number.isFinite(ms)) return false;
    put(cursor, bytesOf(String(Math.floor(ms / unitMs))));
    return true;
  };

/** The filters of a line, by name: `{{at|clf}}`. */
export const filters: Readonly<Record<string, Filter>> = {
  clf: {
    summary: 'Time of an access log: 10/Oct/2026:13:55:36 +0000',
    of: ['instant'],
    put: inUtc(writeClf),
    putIn: inZone(writeClf),
  },
  rfc3164: {
    summary: 'Time of BSD syslog: Oct  5 13:55:36',
    of: ['instant'],
    put: inUtc(writeRfc3164),
    putIn: inZone(writeRfc3164),
  },
  rfc5424: {
    summary: 'Time of syslog: 2026-10-05T13:55:36.000Z',
    of: ['instant'],
    put: putPlain,
    putIn: inZone(writeRfc5424),
  },
  epoch: { summary: 'Seconds since 1970', of: ['instant'], put: putEpoch(1000) },
  epoch_ms: { summary: 'Milliseconds since 1970', of: ['instant'], put: putEpoch(1) },
  quote: { summary: 'In quotation marks, with \\" and \\\\ inside', put: putQuoted },
  escape: { summary: 'With \\" and \\\\, but without quotation marks around it', put: putEscaped },
  url: { summary: 'Percent-encoded', put: putUrl },
  logfmt: { summary: 'In quotation marks if logfmt needs them', put: putLogfmt },
  cef: { summary: 'With a backslash before = and \\', put: putMarked('=\\') },
  cef_header: { summary: 'With a backslash before | and \\', put: putMarked('|\\') },
  trace: { summary: 'On lines of its own, with its newlines: a stack trace', put: putTrace },
};
