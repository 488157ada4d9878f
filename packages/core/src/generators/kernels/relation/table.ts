import { aliasTable } from '../choice/alias-table.ts';
import type { Cell, Place, Chunk } from '../engine/cell.ts';
import { draw, draw53, drawKey, UNIT32, UNIT53, type Subject } from '../engine/random.ts';
import type { Column } from '../engine/column.ts';
import { jsonText } from '../engine/json.ts';
import { newMatcher } from './matcher.ts';
import { COPIED, packTexts, pool, putWords } from '../engine/pool.ts';
import { CHUNK_ROWS } from '../engine/chunk-rows.ts';

/** Says which entry of a table each row of a run takes, by its number; −1: none. */
export interface Selection {
  /** Some rows may take none. */
  readonly isPartial?: boolean;
  readonly usesTime?: boolean;
  readonly usesIndex?: boolean;
  select(chunk: Chunk, subject: Subject, entries: Float64Array): void;
}

/**
 * Values of a table's entries, null where a row takes none.
 *
 * @param table stands for itself: fields that follow this one show other values of the same
 * @param values what is shown of each entry
 */
export function ofTable(
  table: readonly unknown[],
  values: readonly unknown[],
  selection: Selection,
  place: Place,
): Cell {
  const { isPartial = false, usesTime = false, usesIndex = false } = selection;
  const numbers = new Float64Array(CHUNK_ROWS);
  const [lead, none] = [pool([place.lead]), values.length];
  const { words, starts, lengths } = packTexts([...values, null].map(jsonText));
  const longest = lengths.reduce((most, length) => Math.max(most, length), 0);
  return {
    maxBytes: lead.stride * 8 + longest + COPIED,
    usesTime,
    usesIndex,
    decision: { kind: 'entry', table, numbers, isPartial },
    column(chunk, subject) {
      selection.select(chunk, subject, numbers);
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

/** Any of so many entries. */
export function anyEntry(count: number, { path }: Place): Selection {
  const { key, odd } = drawKey(path, 0);
  return {
    select({ rows }, { a, b }, entries) {
      for (let r = 0; r < rows; r++) entries[r] = Math.floor(draw53(a[r], b[r], key, odd) * UNIT53 * count);
    },
  };
}

/** Entries by weight; those without any are never taken. */
export function weightedEntry(weights: readonly number[], { path }: Place): Selection {
  const heavy = [...weights.keys()].filter((entry) => weights[entry] > 0);
  const { own, other, limits } = aliasTable(heavy.map((entry) => weights[entry]));
  const { key, odd } = drawKey(path, 0);
  const scale = heavy.length * UNIT32;
  return {
    select({ rows }, { a, b }, entries) {
      for (let r = 0; r < rows; r++) {
        const x = (draw(a[r], b[r], key, odd) >>> 0) * scale;
        const n = x | 0;
        entries[r] = heavy[x - n < limits[n] ? own[n] : other[n]];
      }
    },
  };
}

/** One entry after the other, from the first again after the last. */
export const nextEntry = (count: number): Selection => ({
  usesIndex: true,
  select({ rows, index }, _, entries) {
    for (let r = 0; r < rows; r++) entries[r] = index[r] % count;
  },
});

/** The first entry whose key is the value of another field: the same, or the text of the same spelling. */
export function matchingEntry(keys: readonly unknown[], column: Column): Selection {
  const spellings = keys.flatMap((key, entry) => {
    const text = jsonText(key);
    return typeof key === 'string'
      ? [[text, entry] as const, [key, entry] as const]
      : [[text, entry] as const, [jsonText(text), entry] as const];
  });
  const matcher = newMatcher(spellings);
  return {
    isPartial: true,
    usesTime: column.usesTime,
    usesIndex: column.usesIndex,
    select(chunk, _, entries) {
      for (let r = 0; r < chunk.rows; r++) entries[r] = matcher.find(column, chunk, r);
    },
  };
}

/** The entry that another field took. */
export function sameEntry(column: Column): Selection {
  const { decision } = column;
  if (decision === undefined) throw new Error('Nothing is decided there');
  return {
    isPartial: decision.isPartial,
    usesTime: column.usesTime,
    usesIndex: column.usesIndex,
    select({ rows, origin }, _, entries) {
      for (let r = 0; r < rows; r++) entries[r] = decision.numbers[origin[r]];
    },
  };
}
