import { byteLength, payload, type Batch, rowIndex } from '@catbird/engine';
import type { DestinationEnv } from './destination.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
const ZERO = 0x30;
const BASE64 = new TextEncoder().encode('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/');
const PADDING = 0x3d;
const HEX = new TextEncoder().encode('0123456789abcdef');
/** `\u00`, before the two hexadecimal digits of a control character. */
const CONTROL = new TextEncoder().encode(String.raw`\u00`);

/** Most bytes that a byte of text takes in a JSON string. */
const LONGEST_ESCAPE = 6;

/** Digits of the largest safe integer. */
const MAX_DIGITS = 16;

/** Starts a body. @param capacity its expected bytes */
export function newBody(capacity: number) {
  let buffer = new Uint8Array(Math.max(64, capacity));
  let length = 0;

  function reserve(bytes: number): void {
    if (length + bytes <= buffer.length) return;
    const larger = new Uint8Array(Math.max(length + bytes, 2 * buffer.length));
    larger.set(buffer.subarray(0, length));
    buffer = larger;
  }

  return {
    /** Bytes so far. */
    get length(): number {
      return length;
    },
    /** Appends bytes as they are. */
    bytes(part: Uint8Array) {
      reserve(part.length);
      buffer.set(part, length);
      length += part.length;
    },
    /** Appends the decimal digits of a whole number ≥ 0, with zeros before them up to a width of at most 16. Default: no zeros. */
    digits(number: number, width: number = 1) {
      reserve(MAX_DIGITS);
      let places = 1;
      for (let rest = number; rest >= 10; rest = Math.floor(rest / 10)) places++;
      places = Math.max(places, width);
      let rest = number;
      for (let at = length + places - 1; at >= length; at--) {
        buffer[at] = ZERO + (rest % 10);
        rest = Math.floor(rest / 10);
      }
      length += places;
    },
    /** Appends UTF-8 text as the content of a JSON string, without its quotes. */
    escaped(text: Uint8Array) {
      reserve(text.length * LONGEST_ESCAPE);
      for (const byte of text) {
        if (byte < SPACE) {
          buffer.set(CONTROL, length);
          length += CONTROL.length;
          buffer[length++] = HEX[byte >> 4] ?? 0;
          buffer[length++] = HEX[byte & 15] ?? 0;
          continue;
        }
        if (byte === QUOTE || byte === BACKSLASH) buffer[length++] = BACKSLASH;
        buffer[length++] = byte;
      }
    },
    /** Appends bytes in base64. */
    base64(part: Uint8Array) {
      reserve(4 * Math.ceil(part.length / 3));
      for (let at = 0; at < part.length; at += 3) {
        const [first = 0, second, third] = [part[at], part[at + 1], part[at + 2]];
        buffer[length++] = BASE64[first >> 2] ?? 0;
        buffer[length++] = BASE64[((first & 3) << 4) | ((second ?? 0) >> 4)] ?? 0;
        buffer[length++] =
          second === undefined ? PADDING : (BASE64[((second & 15) << 2) | ((third ?? 0) >> 6)] ?? 0);
        buffer[length++] = third === undefined ? PADDING : (BASE64[third & 63] ?? 0);
      }
    },
    /** The body. Nothing may be appended afterwards. */
    end: () => buffer.subarray(0, length),
  };
}

/** Writes the body of a request piece by piece into one buffer, which grows. */
export type BodyWriter = ReturnType<typeof newBody>;

const COMMA = 0x2c;
const encoder = new TextEncoder();

/** The rows as bytes of a JSON array, between two texts. Replaces newlines with commas and parses nothing. */
export function arrayBody(batch: Batch, before: string, after: string): Uint8Array {
  const head = encoder.encode(`${before}[`);
  const tail = encoder.encode(`]${after}`);
  // Without the last newline.
  const rows = Math.max(0, byteLength(batch) - 1);
  const body = new Uint8Array(head.length + rows + tail.length);
  body.set(head);
  body.set(payload(batch).subarray(0, rows), head.length);
  for (let i = 0; i < batch.count - 1; i++) body[head.length + (batch.ends[i] ?? 0) - 1] = COMMA;
  body.set(tail, head.length + rows);
  return body;
}

/** Ids of a batch's rows, for services that deduplicate: a text that all have, and a number for each place. */
export interface RowIds {
  /** Ends with a hyphen. Letters, digits, `-` and `_`. */
  readonly prefix: string;
  readonly numberAt: (place: number) => number;
}

/** Ids that stay the same for every attempt at the same rows, and when another process resumes the stream if it is known. @param id that of the request */
export const rowIds = (batch: Batch, stream: DestinationEnv['stream'], id: string): RowIds =>
  stream === undefined
    ? { prefix: `${id}-`, numberAt: (place) => place }
    : { prefix: `${stream.id}-`, numberAt: (place) => stream.rowNumber(rowIndex(batch, place)) };
