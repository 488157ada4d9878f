import type { Chunk } from '../engine/cell.ts';
import type { Column } from '../engine/column.ts';

/** Looks up a field's value in a set of known values. */
export interface Matcher {
  /** The number of the known value in row r of the column; −1 if the value is unknown. */
  find(column: Column, chunk: Chunk, r: number): number;
}

const encoder = new TextEncoder();

/** Indexes the known values. @param texts JSON texts; several may have the same number */
export function newMatcher(texts: readonly (readonly [text: string, number: number])[]): Matcher {
  const byHash = new Map<number, { readonly bytes: Uint8Array; readonly number: number }[]>();
  for (const [text, number] of texts) {
    const bytes = encoder.encode(text);
    const hash = hashOf(bytes, 0, bytes.length);
    byHash.set(hash, [...(byHash.get(hash) ?? []), { bytes, number }]);
  }
  return {
    find(column, chunk, r) {
      const { bytes } = column;
      const from = column.start(chunk, r);
      const to = column.end(chunk, r);
      for (const known of byHash.get(hashOf(bytes, from, to)) ?? []) {
        if (isSame(known.bytes, bytes, from, to)) return known.number;
      }
      return -1;
    },
  };
}

function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = to - from;
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ bytes[i], 0x01000193);
  return hash;
}

function isSame(known: Uint8Array, bytes: Uint8Array, from: number, to: number): boolean {
  if (known.length !== to - from) return false;
  for (let i = 0; i < known.length; i++) if (known[i] !== bytes[from + i]) return false;
  return true;
}
