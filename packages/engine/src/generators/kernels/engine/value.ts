import type { Cell, Place } from './cell.ts';
import { drawKey, type KeyedRandomizer } from '../../../numeric/random.ts';
import { jsonText } from './json.ts';
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
  const lead = pool([place.lead]);
  let texts: string[] = [];
  return {
    maxBytes: lead.stride * 8,
    usesTime,
    measure(chunk, subject) {
      texts = [];
      let longest = 0;
      for (let r = 0; r < chunk.rows; r++) {
        randomizer.begin(subject.a[r], subject.b[r], key);
        const text = namedText(make(chunk.ms[r]), place.path);
        texts.push(text);
        longest = Math.max(longest, text.length);
      }
      // UTF-8 needs at most three bytes per UTF-16 unit.
      return longest * 3;
    },
    column({ bytes, view, at, rows }) {
      for (let r = 0; r < rows; r++) {
        const p = at[r];
        putWords(view, p, lead.words, 0, lead.stride);
        at[r] = putText(bytes, p + lead.lengths[0], texts[r]);
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
