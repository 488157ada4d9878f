import type { Cell, Chunk, Place } from './cell.ts';
import { drawKey, type KeyedRandomizer, type Subject } from '../../../numeric/random.ts';
import { jsonText } from './json-text.ts';
import { pool, putWords } from './pool.ts';

const encoder = new TextEncoder();

/**
 * Writes the results of any function of the randomizer and the row's event time as JSON. General, but slower than a kernel.
 * Throws an error with the field's name for a value that JSON cannot represent, when that value is generated.
 */
export function fromValue(
  make: (ms: number) => unknown,
  randomizer: KeyedRandomizer,
  place: Place,
  usesTime: boolean,
): Cell {
  const key = drawKey(place.path, 0);
  const textsOf = ({ rows, ms }: Chunk, { a, b }: Subject): readonly string[] =>
    Array.from({ length: rows }, (_, r) => {
      randomizer.begin(a[r], b[r], key);
      return namedText(make(ms[r]), place.path);
    });
  return { ...fromTexts(textsOf, place.lead), usesTime };
}

/** Writes texts of JSON, which are made for all rows of a chunk before the first is written. */
export function fromTexts(
  textsOf: (chunk: Chunk, subject: Subject) => readonly string[],
  lead: string,
): Cell {
  const before = pool([lead]);
  let texts: readonly string[] = [];
  return {
    maxBytes: before.stride * 8,
    measure(chunk, subject) {
      texts = textsOf(chunk, subject);
      // UTF-8 needs at most three bytes per UTF-16 unit.
      return texts.reduce((longest, { length }) => Math.max(longest, length), 0) * 3;
    },
    column({ bytes, view, at, rows }) {
      for (let r = 0; r < rows; r++) {
        putWords(view, at[r], before.words, 0, before.stride);
        at[r] = putText(bytes, at[r] + before.lengths[0], texts[r]);
      }
      texts = [];
    },
  };
}

function namedText(value: unknown, path: string): string {
  try {
    return jsonText(value);
  } catch (cause) {
    throw new Error(`Field "${path}": ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/** Writes short ASCII in a loop, because `encodeInto` takes 100 ns per call, and anything else with the encoder. */
export function putText(bytes: Uint8Array, at: number, text: string): number {
  const length = text.length;
  if (length <= 48) {
    let i = 0;
    for (; i < length; i++) {
      const c = text.charCodeAt(i);
      if (c > 127) break;
      bytes[at + i] = c;
    }
    if (i === length) return at + length;
  }
  return at + encoder.encodeInto(text, bytes.subarray(at)).written;
}
