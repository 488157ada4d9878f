import type { Column } from './described.ts';
import { isKnown } from './described.ts';
import type { Data, Field, List } from './data.ts';
import type { Feature } from './features.ts';
import { tolerance, type Evidence } from './proof.ts';
import type { Write } from './write.ts';

/** What a rule says about a field. */
export type Form =
  | 'equal'
  | 'formula'
  | 'text'
  | 'threshold'
  | 'look-up'
  | 'sign'
  | 'formula by tag'
  | 'order'
  | 'present'
  | 'null';

/** Rows that a rule is about, and those that break it. */
export interface Check {
  readonly rows: number;
  readonly broken: readonly number[];
}

/** Numbers that are drawn for a rule: gaps between numbers in order, shares of another one, sizes without their signs. */
export interface Drawn {
  readonly name: 'gap' | 'share' | 'size';
  readonly decimals: number;
  /** Those of rows. */
  readonly of: (data: Data) => Float64Array;
}

/** A rule that most rows of a sample keep. */
export interface Rule {
  readonly form: Form;
  readonly target: Field;
  /** Columns that it reads. */
  readonly inputs: readonly Column[];
  /** Lists that it reads as a whole. */
  readonly lists?: readonly List[];
  /** The cheapest of several rules is used. */
  readonly cost: number;
  readonly evidence: Evidence;
  /** Its value, or the condition under which the field exists or is not null. */
  readonly write: Write;
  readonly check: (data: Data) => Check;
  /** The values that it computes: of rules between numbers. */
  readonly compute?: (data: Data) => Float64Array;
  /** It computes milliseconds since 1970, for a column of texts. */
  readonly isInstant?: boolean;
  /** Its value for each of its first input, of look-ups. */
  readonly cases?: ReadonlyMap<unknown, unknown>;
  /** What it combines, of rules between numbers. */
  readonly parts?: readonly Feature[];
  /** Texts of the sample in it, which need consent. */
  readonly texts?: readonly string[];
  /** Drawn ends of a text, by how often they occur. */
  readonly ends?: ReadonlyMap<string, number>;
  /** Numbers that are drawn for it. */
  readonly drawn?: Drawn;
}

/** A rule that computes a column from others. */
export interface Relation extends Rule {
  readonly target: Column;
}

/** Compares computed numbers with those of a column. */
export function checkNumbers(column: Column, computed: Float64Array, data: Data): Check {
  const numbers = data.numbers(column);
  const broken: number[] = [];
  let rows = 0;
  for (let row = 0; row < computed.length; row++) {
    const [predicted, value] = [computed[row], numbers[row]];
    if (predicted !== predicted || value !== value) continue;
    rows++;
    if (!(Math.abs(predicted - value) <= tolerance(column, value))) broken.push(row);
  }
  return { rows, broken };
}

/** Compares predicted values with those of a column. Undefined predicts nothing. */
export function checkValues(column: Column, predict: (row: number) => unknown, data: Data): Check {
  const broken: number[] = [];
  let rows = 0;
  data.values(column).forEach((value, row) => {
    const predicted = isKnown(value) ? predict(row) : undefined;
    if (predicted === undefined) return;
    rows++;
    if (predicted !== value) broken.push(row);
  });
  return { rows, broken };
}
