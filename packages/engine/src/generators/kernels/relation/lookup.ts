import { knownText } from '../choice/chosen-text.ts';
import {
  type Cell,
  type Chunk,
  CHUNK_ROWS,
  type ColumnValues,
  EVERY_ROW,
  type Texts,
} from '../engine/cell.ts';
import type { Column } from '../engine/column.ts';
import { jsonText } from '../engine/json-text.ts';
import { entries } from '../engine/merge.ts';
import type { Choice } from '../structure/variants.ts';

/** A known value as JSON, and its number. If several are equal, the first one counts. */
type Known = readonly [text: string, number: number];

/** Sets the number of the known value in each row of a chunk; −1 where the value is unknown. */
type Match = (chunk: Chunk, found: Float64Array) => void;

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
function numbersOfEntries(
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

/** Chooses the variant of each row by a field's value. @param otherwise variant for values that are not known */
export function byValue(known: readonly Known[], column: Column, otherwise: number): Choice {
  const { values } = column;
  if (values?.kind === 'entry') {
    const ofEntry = Int32Array.from(numbersOfEntries(known, values.table, otherwise));
    return byEntry(ofEntry, values.numbers);
  }
  const match = newMatcher(known, column);
  const found = new Float64Array(CHUNK_ROWS);
  return (chunk, _, chosen) => {
    match(chunk, found);
    for (let r = 0; r < chunk.rows; r++) chosen[r] = found[r] < 0 ? otherwise : found[r];
  };
}

/** What a lookup gives: a result for each known value, and one more for all others, unless they stay the same. */
export interface Results {
  readonly results: readonly unknown[];
  /** Values that are not known are results themselves. */
  readonly isSame: boolean;
}

/** Writes a value for each value of a field. Undefined if the field's are not from a short table. */
export function ofValue(
  known: readonly Known[],
  { values }: Column,
  { results, isSame }: Results,
  lead: string,
): Cell | undefined {
  if (values?.kind !== 'entry') return undefined;
  const { table, numbers } = values;
  const ofEntry = numbersOfEntries(known, table, isSame ? NaN : results.length - 1);
  const places = ofEntry.map((place, entry) => (Number.isNaN(place) ? results.length + entry : place));
  return entryOf([{ numbers, unit: 1 }], isSame ? [...results, ...table] : results, places, lead);
}

/** Chooses the variant of each row by a field's entry in a table. @param ofEntry the variant of each entry */
function byEntry(ofEntry: Int32Array, entries: Float64Array): Choice {
  return ({ selection, rows }, _, chosen) => {
    putEntries(ofEntry, entries, selection, rows, chosen);
  };
}

/** A function of its own, because V8 reads what a closure uses once per row. */
function putEntries(
  ofEntry: Int32Array,
  entries: Float64Array,
  selection: Int32Array,
  rows: number,
  chosen: Int32Array,
): void {
  for (let r = 0; r < rows; r++) chosen[r] = ofEntry[entries[selection[r]] | 0];
}

/**
 * Writes a value that the entries of other fields determine. Undefined if there are too many combinations.
 *
 * @param sources the other fields' entries, indexed by `selection`
 * @param places the place in the table for each combination
 */
function entryOf(
  sources: readonly { readonly numbers: Float64Array; readonly unit: number }[],
  table: readonly unknown[],
  places: Float64Array,
  lead: string,
): Cell | undefined {
  const texts = Array.from(places, (place) => lead + jsonText(table[place]));
  const cell = knownText(texts, sources);
  const [first, ...others] = sources;
  const values = entries(table, ({ selection, rows }, _, made) => {
    if (first === undefined) made.fill(places[0], 0, rows);
    else if (others.length === 0) putPlaces(places, first.numbers, selection, rows, made);
    else {
      made.fill(0, 0, rows);
      for (const { numbers, unit } of sources) addEntries(made, numbers, unit, selection, rows);
      putPlaces(places, made, EVERY_ROW, rows, made);
    }
  });
  return cell && { ...cell, values };
}

/** Sets the places of combinations. */
function putPlaces(
  places: Float64Array,
  numbers: Float64Array,
  selection: Int32Array,
  rows: number,
  made: Float64Array,
): void {
  for (let r = 0; r < rows; r++) made[r] = places[numbers[selection[r]] | 0];
}

function addEntries(
  sums: Float64Array,
  numbers: Float64Array,
  unit: number,
  selection: Int32Array,
  rows: number,
): void {
  for (let r = 0; r < rows; r++) sums[r] += numbers[selection[r]] * unit;
}
