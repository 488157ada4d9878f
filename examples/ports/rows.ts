/** A row that a stream has written, as its JSON says. */
export type Row = Record<string, unknown>;

/** The rows of a config, in their order, by the names of the files that they were written to: `orders` for `orders.ndjson`. */
export type Rows = Readonly<Record<string, Row[]>>;

/** What the `check.ts` of each folder exports. */
export interface Checker {
  /** Says how rows violate the property; an empty list if it holds. */
  readonly check: (rows: Rows) => readonly string[];
  /** Ways to break the property, by what they do to the rows. `check` finds each of them. */
  readonly mutants: Readonly<Record<string, (rows: Rows) => void>>;
  /** Settings of the run whose rows are checked, as `--set` takes them: an end, for a config that has none. */
  readonly sets?: readonly string[];
}

/** The rows of a file, whose type the caller knows. @throws Error if there is no such file */
export function rowsOf(rows: Rows, name: string): readonly unknown[] {
  const found = rows[name];
  if (found === undefined) throw new Error(`No file ${name}.ndjson, only ${Object.keys(rows).join(', ')}`);
  return found;
}

/** One of the rows of a file, counted from the end if negative. @throws Error if there is none */
export function rowAt(rows: Rows, name: string, place: number): Row {
  const row = rows[name]?.at(place);
  if (row === undefined) throw new Error(`${name}.ndjson has no row ${place}`);
  return row;
}

/** The first row of a file that meets a condition. @throws Error if there is none */
export function rowWhere(rows: Rows, name: string, isMeant: (row: Row) => boolean): Row {
  const row = rows[name]?.find(isMeant);
  if (row === undefined) throw new Error(`${name}.ndjson has no such row`);
  return row;
}

/** Rows by a key, in their order. */
export function groupedBy<R, K>(rows: readonly R[], keyOf: (row: R) => K): ReadonlyMap<K, readonly R[]> {
  const groups = new Map<K, R[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return groups;
}

/** Each row with the one before it. */
export const pairsOf = <R>(rows: readonly R[]): readonly (readonly [before: R, row: R])[] =>
  rows.slice(1).map((row, i) => [rows[i] as R, row]);

/** Milliseconds since 1970 of a timestamp; NaN if it is none. */
export const msOf = (time: unknown): number => (typeof time === 'string' ? Date.parse(time) : NaN);

/** Says that rows are not in order of time. */
export const disorderIn = (name: string, times: readonly unknown[]): readonly string[] =>
  pairsOf(times).some(([before, time]) => !(msOf(before) <= msOf(time)))
    ? [`${name} is not in order of time`]
    : [];

/** Says that a share is not the one expected. */
export const shareFault = (
  what: string,
  share: number,
  { expected, tolerance }: { readonly expected: number; readonly tolerance: number },
): readonly string[] =>
  Math.abs(share - expected) <= tolerance
    ? []
    : [`${what}: ${(100 * share).toFixed(2)} %, not ${100 * expected} ± ${100 * tolerance} %`];

/** A list of what does not hold. */
export interface Faults {
  readonly faults: string[];
  /** Adds the words unless a condition holds. */
  readonly expect: (holds: boolean, words: string) => void;
}

/** An empty list. */
export function newFaults(): Faults {
  const faults: string[] = [];
  const expect = (holds: boolean, words: string): void => void (holds || faults.push(words));
  return { faults, expect };
}

/** The row of each key. Of several with the same key, the last. */
export const keyedBy = <R, K>(rows: readonly R[], keyOf: (row: R) => K): ReadonlyMap<K, R> =>
  new Map(rows.map((row) => [keyOf(row), row]));

/** Says that a file is empty, or has a key more than once. */
export const repeatIn = (name: string, keys: readonly unknown[]): readonly string[] => [
  ...(keys.length > 0 ? [] : [`${name} is empty`]),
  ...(new Set(keys).size === keys.length ? [] : [`${name} has a key more than once`]),
];
