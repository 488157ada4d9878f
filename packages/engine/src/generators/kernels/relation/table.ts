import { draw53, drawKey, type Subject, UNIT53 } from '../../../numeric/random.ts';
import { heavyOnly } from '../choice/alias-table.ts';
import {
  type Cell,
  type Chunk,
  CHUNK_ROWS,
  type Needs,
  needsOf,
  type Place,
  type Values,
} from '../engine/cell.ts';
import type { Column } from '../engine/column.ts';
import { jsonText } from '../engine/json-text.ts';
import { entryCell } from '../engine/write.ts';
import { newMatcher } from './lookup.ts';

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
  const none = values.length;
  const make: Values['make'] = (chunk, subject, made) => {
    drawing.put(chunk, subject, numbers);
    for (let r = 0; r < chunk.rows; r++) made[r] = numbers[r] < 0 ? none : numbers[r];
  };
  return {
    ...entryCell([...values, null], make, place.lead),
    ...needsOf(drawing),
    decision: { kind: 'entry', table, numbers, isPartial },
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
  const choose = heavyOnly(weights, drawKey(path, 0));
  return { put: ({ rows }, subject, entries) => choose(subject, rows, entries) };
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
