/** Encodings that a byte order mark announces. */
const MARKS: readonly { readonly encoding: string; readonly bytes: readonly number[] }[] = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
];

const NEWLINE = 0x0a;

/** Decodes bytes that come in pieces. */
export interface Decoder {
  decode(bytes: Uint8Array): string;
  end(): string;
  /** Lines that were not UTF-8. */
  readonly foreignLines: number;
}

/**
 * Decodes UTF-8, or UTF-16 with or without a byte order mark. A line that is not UTF-8 is read as Windows-1252 and counted, because logs are often
 * appended by programs of different encodings.
 */
export function newDecoder(): Decoder {
  let carry: Uint8Array = new Uint8Array(0);
  let utf16: TextDecoder | undefined;
  let isFirst = true;
  let foreignLines = 0;
  const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const latin = new TextDecoder('windows-1252');

  const lineOf = (line: Uint8Array): string => {
    try {
      return strict.decode(line);
    } catch {
      foreignLines++;
      return latin.decode(line);
    }
  };
  const textOf = (bytes: Uint8Array): string => {
    try {
      return strict.decode(bytes);
    } catch {
      return lines(bytes).map(lineOf).join('');
    }
  };
  const afterMark = (bytes: Uint8Array): Uint8Array => {
    const mark = MARKS.find((each) => each.bytes.every((byte, i) => bytes[i] === byte));
    if (mark === undefined) {
      utf16 = withoutMark(bytes);
      return bytes;
    }
    if (mark.encoding !== 'utf-8') utf16 = new TextDecoder(mark.encoding);
    return bytes.subarray(mark.bytes.length);
  };
  return {
    get foreignLines() {
      return foreignLines;
    },
    decode(piece) {
      let bytes = joined(carry, piece);
      carry = new Uint8Array(0);
      if (isFirst) {
        if (bytes.length < 3) {
          carry = bytes;
          return '';
        }
        isFirst = false;
        bytes = afterMark(bytes);
      }
      if (utf16 !== undefined) return utf16.decode(bytes, { stream: true });
      const end = wholeCharacters(bytes);
      carry = bytes.slice(end);
      return textOf(bytes.subarray(0, end));
    },
    end: () => (utf16 === undefined ? textOf(isFirst ? afterMark(carry) : carry) : utf16.decode()),
  };
}

/** Bytes that tell UTF-16 without a mark: of text in Latin letters, every second one is 0. */
const TOLD = 256;

/** A decoder of UTF-16 if a text begins as such, or undefined. */
function withoutMark(bytes: Uint8Array): TextDecoder | undefined {
  const start = bytes.subarray(0, Math.min(bytes.length & ~1, TOLD));
  const zeros = (parity: number): number => start.filter((byte, i) => byte === 0 && i % 2 === parity).length;
  const [even, odd] = [zeros(0), zeros(1)];
  const enough = start.length * 0.4;
  if (start.length < 4 || Math.max(even, odd) < enough || Math.min(even, odd) > 0) return undefined;
  return new TextDecoder(odd > even ? 'utf-16le' : 'utf-16be');
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** Lines with their newlines. */
function lines(bytes: Uint8Array): Uint8Array[] {
  const found: Uint8Array[] = [];
  for (let from = 0; from < bytes.length;) {
    const newline = bytes.indexOf(NEWLINE, from);
    const to = newline < 0 ? bytes.length : newline + 1;
    found.push(bytes.subarray(from, to));
    from = to;
  }
  return found;
}

/** The end of the last UTF-8 character that is complete. */
function wholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) break;
    if (byte < 0xc0) continue;
    const size = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return size > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}
