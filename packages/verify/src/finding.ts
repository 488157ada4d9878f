import { newBatch, mix } from '@catbird/engine';
import { countingFinder, identitiesIn, keyOf, kindsIn, type Finder, type Identity } from './identity.ts';
import type { JudgeOptions } from './contract.ts';
import { cellsOf, parseLine, type RowObject } from './parse-row.ts';
import { absentIn } from './same.ts';
import type { Sightings } from './sightings.ts';
import type { Truth } from './truth.ts';

/** The given columns are unknown, or do not tell rows apart. */
export class IdentityError extends Error {
  override readonly name = 'IdentityError';
}

/** Finds the row of an identity. */
export interface Finding {
  readonly identity: Identity;
  readonly find: Finder;
  /** Whether a row equals an earlier one in all columns, so that it may be gone where copies are removed. Default: none does. */
  readonly isTwin?: (row: number) => boolean;
}

const candidatesIn = (looked: readonly RowObject[], ignore: readonly string[]): readonly Identity[] =>
  identitiesIn(looked, (column) => !ignore.includes(column));

/** What rows are most likely found by, where none had to be. */
export const likelyFinding = (looked: readonly RowObject[], ignore: readonly string[]): Finding => ({
  identity: candidatesIn(looked, ignore)[0] ?? [],
  find: () => -1,
});

/** How rows are found: by the given columns, else by the first ones that tell all rows apart, else by all. @throws IdentityError */
export function newFinding(
  truth: Truth,
  looked: readonly RowObject[],
  { identity, stage, ignore = [], tolerance, ...reading }: JudgeOptions,
  sightings: Sightings,
): Finding {
  const kinds = kindsIn(looked);
  const isAbsent = absentIn(reading, tolerance);
  const keyIn =
    (columns: Identity): KeyIn =>
    (cells) =>
      keyOf(cells, columns, kinds, isAbsent);
  checkKnown(identity, looked);
  const candidates = identity === undefined ? candidatesIn(looked, ignore) : [identity];
  for (const columns of candidates) {
    const counting = countingFinder(truth, columns);
    if (counting !== undefined && eachRow(truth, (cells, row) => counting(cells) === row))
      return { identity: columns, find: counting };
    // Without columns, there can be one row only.
    const isKey = columns.length > 0 || identity !== undefined;
    const table = isKey ? tableOf(truth, keyIn(columns)) : undefined;
    if (table !== undefined) return { identity: columns, find: table };
    if (identity !== undefined)
      throw new IdentityError(
        `${columns.join(' and ')} do not tell rows apart: several rows have the same value. Name more columns`,
      );
  }
  const { find, isTwin } = wholeRows(truth, keyIn, ignore, sightings);
  return { identity: [], find, ...(stage === 'deduped' && { isTwin }) };
}

/** @throws IdentityError */
function checkKnown(identity: Identity = [], looked: readonly RowObject[]): void {
  const unknown = identity.find((column) => !looked.some((row) => cellsOf(row).has(column)));
  if (unknown !== undefined && looked.length > 0)
    throw new IdentityError(
      `No row has the column ${unknown}. Choose from ${[...cellsOf(looked[0] ?? {}).keys()].join(', ')}`,
    );
}

/** Reads all rows of the truth. @param use returns false to stop */
function eachRow(truth: Truth, use: (cells: ReadonlyMap<string, unknown>, row: number) => boolean): boolean {
  const batch = newBatch();
  for (let first = 0; first < truth.rows;) {
    const { count, bytes, ends } = truth.writeFrom(batch, first, 4096);
    let from = 0;
    for (let i = 0; i < count; i++) {
      const end = ends[i] ?? from;
      const row = parseLine(bytes.subarray(from, end));
      from = end;
      if (row !== undefined && truth.most(first + i) > 0 && !use(cellsOf(row), first + i)) return false;
    }
    first += count;
  }
  return true;
}

/** A table of the keys of all rows; undefined if two rows have the same. */
function tableOf(truth: Truth, key: KeyIn): Finding['find'] | undefined {
  const table = newKeyTable(truth.rows);
  const isTelling = eachRow(truth, (cells, row) => table.add(key(cells), row) < 0);
  return isTelling ? (cells) => table.find(key(cells)) : undefined;
}

/** The key of a row. */
type KeyIn = (cells: ReadonlyMap<string, unknown>) => string;

/** Finds rows by all of their values. Equal rows take turns. */
function wholeRows(
  truth: Truth,
  keyIn: (columns: Identity) => KeyIn,
  ignore: readonly string[],
  { seen }: Sightings,
): Required<Omit<Finding, 'identity'>> {
  const columns = new Set<string>();
  eachRow(truth, (cells) => {
    for (const column of cells.keys()) columns.add(column);
    return true;
  });
  const used = [...columns].filter((column) => !ignore.includes(column)).sort();
  const table = newKeyTable(truth.rows);
  const groups = new Map<number, number[]>();
  const twins = new Set<number>();
  const turns = new Map<number, Iterator<number>>();
  const keyOfAll = keyIn(used);
  eachRow(truth, (cells, row) => {
    const same = table.add(keyOfAll(cells), row);
    if (same < 0) return true;
    twins.add(row);
    const group = groups.get(same);
    if (group === undefined) groups.set(same, [same, row]);
    else group.push(row);
    return true;
  });
  return {
    isTwin: (row) => twins.has(row),
    find(cells) {
      const row = table.find(keyOfAll(cells));
      const group = groups.get(row);
      if (group === undefined) return row;
      const own = turns.get(row) ?? turnsFrom(turnsOf(truth, group), group, seen);
      turns.set(row, own);
      const next = own.next();
      return next.done === true ? row : next.value;
    },
  };
}

/** Turns after those that rows have taken before they were looked for: in their order, each at most once. */
function turnsFrom(
  turns: Iterator<number>,
  rows: readonly number[],
  seen: Sightings['seen'],
): Iterator<number> {
  for (const row of rows) if (seen(row) > 0) turns.next();
  return turns;
}

/** Equal rows in the order in which arrived ones count as them: each once, then as often as it must be there, then as often as it may be. */
function* turnsOf({ least, most }: Truth, rows: readonly number[]): Generator<number> {
  let left = rows;
  for (let seen = 0; left.length > 0; seen++) {
    left = left.filter((row) => least(row) > seen);
    yield* left;
  }
  for (const row of rows) for (let seen = least(row); seen < most(row); seen++) yield row;
}

/** Keys with the rows that have them: 64 bits of hash decide, and 12 bytes of memory hold a key. */
interface KeyTable {
  /** Adds a key. Returns the row that has it already; −1: none did. */
  readonly add: (key: string, row: number) => number;
  /** The row that has a key; −1: none has. */
  readonly find: (key: string) => number;
}

/** The table is at most so full. */
const FULL = 0.7;

/** A table for at most `keys` keys of rows below 2^32 − 1. */
function newKeyTable(keys: number): KeyTable {
  const bits = Math.max(4, Math.ceil(Math.log2(keys / FULL)));
  const mask = 2 ** bits - 1;
  const rows = new Uint32Array(2 ** bits);
  const checks = new Int32Array(2 ** bits);
  let low = 0;
  let high = 0;
  const hash = (key: string): void => {
    low = 0x811c9dc5;
    high = 0x9747b28c;
    for (let i = 0; i < key.length; i++) {
      const unit = key.charCodeAt(i);
      low = Math.imul(low ^ unit, 0x01000193);
      high = Math.imul((high ^ unit) + (high << 5), 0x85ebca6b) ^ (high >>> 13);
    }
    low = mix(low);
    high = mix(high);
  };
  /** The place of the hashed key, or the free place where it belongs. */
  const place = (): number => {
    let at = low & mask;
    while (rows[at] !== 0 && checks[at] !== high) at = (at + 1) & mask;
    return at;
  };
  return {
    add(key, row) {
      hash(key);
      const at = place();
      if (rows[at] !== 0) return (rows[at] ?? 0) - 1;
      rows[at] = row + 1;
      checks[at] = high;
      return -1;
    },
    find(key) {
      hash(key);
      return (rows[place()] ?? 0) - 1;
    },
  };
}
