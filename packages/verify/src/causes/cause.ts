/** Why values of a column have changed. */
export interface Cause {
  /** For programs: `time shifted`. */
  readonly name: string;
  /** For people: `1 h later`. */
  readonly text: string;
  /** Share of the changed values that it explains, from 0 to 1. */
  readonly share: number;
  /** Share of the right values that it would have changed, too, from 0 to 1: so it acts in some rows only. */
  readonly contradicted: number;
  /** `certain`: it explains all changed values, at least 20, and would have changed no right one. */
  readonly certainty: 'certain' | 'likely' | 'possible';
}

/** A changed value: what was expected, and what arrived. */
export interface Pair {
  readonly expected: unknown;
  readonly arrived: unknown;
}

/** What a hypothesis says of a value: what arrives in its place. */
export interface Guess {
  /** For people. */
  readonly text: string;
  /** @param place of the row among those that are judged, for guesses that look at other values of its row */
  readonly predict: (expected: unknown, place: number) => unknown;
  /** Whether it explains a changed value without predicting it. Default: it predicts what it explains. */
  readonly explains?: (pair: Pair) => boolean;
}

/** A way in which values change. */
export interface Hypothesis {
  /** For programs. */
  readonly name: string;
  /** How much it can be fitted to any values, in bits: the less, the better. */
  readonly bits: number;
  /** Fits it to changed values. Undefined: it does not apply. */
  readonly fit: (pairs: readonly Pair[]) => Guess | undefined;
}

/** A hypothesis without parameters. @param changed what a text becomes, or undefined */
export const fixed = (
  name: string,
  text: string,
  bits: number,
  predict: (expected: unknown) => unknown,
): Hypothesis => ({ name, bits, fit: () => ({ text, predict }) });

/** Applies to texts only. */
export const onText =
  (change: (text: string) => unknown) =>
  (value: unknown): unknown =>
    typeof value === 'string' ? change(value) : value;

/** Applies to numbers only. */
export const onNumber =
  (change: (number: number) => unknown) =>
  (value: unknown): unknown =>
    typeof value === 'number' ? change(value) : typeof value === 'bigint' ? change(Number(value)) : value;

/** The most frequent value, and its share. Undefined: there is none. */
export function mode<Value>(
  values: readonly Value[],
): { readonly value: Value; readonly share: number } | undefined {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [best] = [...counts].sort(([, a], [, b]) => b - a);
  return best === undefined ? undefined : { value: best[0], share: best[1] / values.length };
}
