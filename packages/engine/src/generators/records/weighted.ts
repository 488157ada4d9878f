/** A value, or several with their weights. */
export type Weighted = string | Readonly<Record<string, number>>;

/** Values with their weights. */
export const weightsOf = (given: Weighted): readonly (readonly [name: string, weight: number])[] =>
  typeof given === 'string' ? [[given, 1]] : Object.entries(given);

/** An entry of a table, with its weight. */
type Weighable = readonly [weight: number, ...rest: unknown[]];

/** The entries of a table that are chosen, with the weights given for them. @param chosen one, or several with weights; absent: all, with their own weights */
export function weightedEntries<Entry extends Weighable>(
  table: Readonly<Record<string, Entry>>,
  chosen: Weighted | undefined,
): readonly WeightedEntry<Entry>[] {
  const all = Object.entries(table).map(([name, entry]) => ({ name, weight: entry[0], entry }));
  if (chosen === undefined) return all;
  const weights = new Map(weightsOf(chosen));
  const some = all.flatMap((each) => {
    const weight = weights.get(each.name);
    return weight === undefined ? [] : [{ ...each, weight }];
  });
  // The table that stands in while a schema is parsed has one entry only.
  return some.length === 0 ? all : some;
}

/** An entry of a table with its name and its weight. */
export interface WeightedEntry<Entry> {
  readonly name: string;
  readonly weight: number;
  readonly entry: Entry;
}
