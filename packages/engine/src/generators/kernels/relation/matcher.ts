import type { Chunk, ColumnValues } from '../engine/cell.ts';
import type { Column } from '../engine/column.ts';
import { jsonText } from '../engine/json.ts';
import type { Texts } from '../engine/cell.ts';

/** A known value as JSON, and its number. If several are equal, the first one counts. */
export type Known = readonly [text: string, number: number];

/** Sets the number of the known value in each row of a chunk; −1 where the value is unknown. */
export type Match = (chunk: Chunk, found: Float64Array) => void;

/** Looks up a field's values among known values, by their JSON. */
export function newMatcher(known: readonly Known[], column: Column): Match {
  const { values } = column;
  if (values?.kind === 'entry') return matchEntries(known, values);
  return values?.kind === 'number' && values.decimals === undefined && known.length <= FEW
    ? matchNumbers(known, values)
    : matchTexts(known, column.texts());
}

function matchEntries(
  known: readonly Known[],
  { table, numbers }: ColumnValues & { readonly kind: 'entry' },
): Match {
  const ofEntry = numbersOfEntries(known, table, -1);
  return ({ selection, rows }, found) => {
    for (let r = 0; r < rows; r++) found[r] = ofEntry[numbers[selection[r]] | 0];
  };
}

/** The number of the known value that each entry of a table is. @param otherwise the number of an entry that is unknown */
export function numbersOfEntries(
  known: readonly Known[],
  table: readonly unknown[],
  otherwise: number,
): Float64Array {
  const byText = firstOf(known);
  return Float64Array.from(table, (value) => byText.get(jsonText(value)) ?? otherwise);
}

/** Up to so many numbers are compared one after the other. */
const FEW = 16;

function matchNumbers(known: readonly Known[], { numbers }: ColumnValues): Match {
  const pairs = [...firstOf(known)].filter(([text]) => text === 'null' || String(Number(text)) === text);
  const wanted = Float64Array.from(pairs, ([text]) => (text === 'null' ? NaN : Number(text)));
  const ofNull = pairs.find(([text]) => text === 'null')?.[1] ?? -1;
  const named = Float64Array.from(pairs, ([, number]) => number);
  return ({ selection, rows }, found) => {
    for (let r = 0; r < rows; r++) {
      const value = numbers[selection[r]];
      let number = value === value ? -1 : ofNull;
      for (let i = 0; i < wanted.length; i++) if (wanted[i] === value) number = named[i];
      found[r] = number;
    }
  };
}

const firstOf = (known: readonly Known[]): ReadonlyMap<string, number> => new Map(known.toReversed());

const encoder = new TextEncoder();

function matchTexts(known: readonly Known[], texts: Texts): Match {
  const byHash = new Map<number, { readonly bytes: Uint8Array; readonly number: number }[]>();
  for (const [text, number] of known) {
    const bytes = encoder.encode(text);
    const hash = hashOf(bytes, 0, bytes.length);
    byHash.set(hash, [...(byHash.get(hash) ?? []), { bytes, number }]);
  }
  const find = (chunk: Chunk, r: number): number => {
    const { bytes } = texts;
    const from = texts.start(chunk, r);
    const to = texts.end(chunk, r);
    for (const each of byHash.get(hashOf(bytes, from, to)) ?? []) {
      if (isSame(each.bytes, bytes, from, to)) return each.number;
    }
    return -1;
  };
  return (chunk, found) => {
    for (let r = 0; r < chunk.rows; r++) found[r] = find(chunk, r);
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
