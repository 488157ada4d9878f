import { byteLength, payload, type Batch } from '@catbird/engine';

/** Writes the body of a request piece by piece into one buffer, which grows. */
export interface BodyWriter {
  /** Appends bytes as they are. */
  bytes(part: Uint8Array): void;
  /** Appends the decimal digits of a whole number ≥ 0, with zeros before them up to a width of at most 16. Default: no zeros. */
  digits(number: number, width?: number): void;
  /** Appends UTF-8 text as the content of a JSON string, without its quotes. */
  escaped(text: Uint8Array): void;
  /** Appends bytes in base64. */
  base64(part: Uint8Array): void;
  /** Bytes so far. */
  readonly length: number;
  /** The body. Nothing may be appended afterwards. */
  end(): Uint8Array;
}

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
export function newBody(capacity: number): BodyWriter {
  let buffer = new Uint8Array(Math.max(64, capacity));
  let length = 0;

  function reserve(bytes: number): void {
    if (length + bytes <= buffer.length) return;
    const larger = new Uint8Array(Math.max(length + bytes, 2 * buffer.length));
    larger.set(buffer.subarray(0, length));
    buffer = larger;
  }

  return {
    get length() {
      return length;
    },
    bytes(part) {
      reserve(part.length);
      buffer.set(part, length);
      length += part.length;
    },
    digits(number, width = 1) {
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
    escaped(text) {
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
    base64(part) {
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
    end: () => buffer.subarray(0, length),
  };
}

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
