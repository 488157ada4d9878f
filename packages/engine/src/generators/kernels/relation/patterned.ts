import type { Writing } from '../engine/cell.ts';
import { jsonInner } from '../engine/json.ts';
import { pool } from '../engine/pool.ts';
import { putSame } from '../choice/put-texts.ts';
import { putKeyCharacters, type Positions } from '../text/key-pattern.ts';

const QUOTE = 0x22;

/** Patterns of keys: key n is a text of pattern n modulo their number. */
export interface KeyPatterns {
  readonly all: readonly Positions[];
  /** Sets the texts of one pool apart from those of another one. */
  readonly key: number;
}

/** The text of number n, from 1. */
export function patternedText({ all, key }: KeyPatterns, n: number): string {
  const positions = all[(n - 1) % all.length] ?? [];
  const codes: number[] = [];
  putKeyCharacters(positions, key, Math.floor((n - 1) / all.length), (at, code) => (codes[at] = code));
  return String.fromCharCode(...codes);
}

/** Writes numbers from 1 as texts of patterns. */
export function patterned(patterns: KeyPatterns, numbers: Float64Array, lead: string): Writing {
  const before = pool([`${lead}"`]);
  const longest = Math.max(...patterns.all.map(({ length }) => length));
  return {
    maxBytes: before.stride * 8 + 2 * longest + 16,
    column(chunk) {
      putSame(chunk, 0, chunk.rows, before, before.lengths[0]);
      const { view, at, rows } = chunk;
      for (let r = 0; r < rows; r++) {
        let end = at[r];
        const text = jsonInner(patternedText(patterns, numbers[r]));
        for (let i = 0; i < text.length; i++) view.setUint8(end++, text.charCodeAt(i));
        view.setUint8(end++, QUOTE);
        at[r] = end;
      }
    },
  };
}
