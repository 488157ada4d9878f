import { aliasTable } from '../choice/alias-table.ts';
import type { Cell, Place, Chunk } from '../engine/cell.ts';
import { draw, draw53, drawKey, UNIT32, UNIT53, type Subject } from '../../../numeric/random.ts';
import type { Column } from '../engine/column.ts';
import { entries } from '../engine/entries.ts';
import { jsonText } from '../engine/json.ts';
import { needsOf, type Needs } from '../engine/needs.ts';
import { newMatcher } from './matcher.ts';
import { SAFE_BYTES, packTexts, pool, putWords } from '../engine/pool.ts';
import { CHUNK_ROWS } from '../engine/chunk-rows.ts';

/** Draws a table entry for each row of a chunk: its index, or −1 for none. */
export interface EntryDraw extends Needs {
  /** Some rows may have no entry. */
  readonly isPartial?: boolean;
  put(chunk: Chunk, subject: Subject, entries: Float64Array): void;
}

/**
 * Writes values of table entries; null for rows without an entry.
 *
 * @param table identifies the table, so that other fields can show more values of the same entry
 * @param values the value to write for each entry
 */
export function ofTable(
  table: readonly unknown[],
  values: readonly unknown[],
  drawing: EntryDraw,
  place: Place,
): Cell {
  const { isPartial = false } = drawing;
  const numbers = new Float64Array(CHUNK_ROWS);
  const [lead, none] = [pool([place.lead]), values.length];
  const { words, starts, lengths } = packTexts([...values, null].map(jsonText));
  const longest = lengths.reduce((most, length) => Math.max(most, length), 0);
  return {
    maxBytes: lead.stride * 8 + longest + SAFE_BYTES,
    ...needsOf(drawing),
    decision: { kind: 'entry', table, numbers, isPartial },
    values: entries([...values, null], (chunk, subject, made) => {
      drawing.put(chunk, subject, numbers);
      for (let r = 0; r < chunk.rows; r++) made[r] = numbers[r] < 0 ? none : numbers[r];
    }),
    column(chunk, subject) {
      drawing.put(chunk, subject, numbers);
      const { view, at, rows } = chunk;
      for (let r = 0; r < rows; r++) {
        const entry = numbers[r] < 0 ? none : numbers[r];
        putWords(view, at[r], lead.words, 0, lead.stride);
        const p = at[r] + lead.lengths[0];
        putWords(view, p, words, starts[entry], (lengths[entry] + 7) >> 3);
        at[r] = p + lengths[entry];
      }
    },
  };
}

/** A uniform choice of `count` entries. */
export function anyEntry(count: number, { path }: Place): EntryDraw {
  const { key, odd } = drawKey(path, 0);
  return {
    put({ rows }, { a, b }, entries) {
      for (let r = 0; r < rows; r++) entries[r] = Math.floor(draw53(a[r], b[r], key, odd) * UNIT53 * count);
    },
  };
}

/** A weighted choice. Entries without weight are never selected. */
export function weightedEntry(weights: readonly number[], { path }: Place): EntryDraw {
  const heavy = [...weights.keys()].filter((entry) => weights[entry] > 0);
  const { own, other, limits } = aliasTable(heavy.map((entry) => weights[entry]));
  const { key, odd } = drawKey(path, 0);
  const scale = heavy.length * UNIT32;
  return {
    put({ rows }, { a, b }, entries) {
      for (let r = 0; r < rows; r++) {
        const x = (draw(a[r], b[r], key, odd) >>> 0) * scale;
        const n = x | 0;
        entries[r] = heavy[x - n < limits[n] ? own[n] : other[n]];
      }
    },
  };
}

/** Cycles through the entries. */
export const nextEntry = (count: number): EntryDraw => ({
  usesIndex: true,
  put({ rows, index }, _, entries) {
    for (let r = 0; r < rows; r++) entries[r] = index[r] % count;
  },
});

/** The first entry whose key equals another field's value, or has the same spelling as text. */
export function matchingEntry(keys: readonly unknown[], column: Column): EntryDraw {
  const spellings = keys.flatMap((key, entry) => {
    const text = jsonText(key);
    return typeof key === 'string'
      ? [[text, entry] as const, [key, entry] as const]
      : [[text, entry] as const, [jsonText(text), entry] as const];
  });
  const find = newMatcher(spellings, column);
  return {
    isPartial: true,
    ...needsOf(column),
    put: (chunk, _, numbers) => find(chunk, numbers),
  };
}

/** The entry that another field selected. */
export function sameEntry(column: Column): EntryDraw {
  const { decision } = column;
  if (decision === undefined) throw new Error('The column has no decision');
  return {
    isPartial: decision.isPartial,
    ...needsOf(column),
    put({ rows, selection }, _, entries) {
      for (let r = 0; r < rows; r++) entries[r] = decision.numbers[selection[r]];
    },
  };
}
