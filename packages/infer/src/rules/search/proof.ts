import type { Chance } from './chance.ts';
import type { Column } from './described.ts';

/** How many rows keep a rule, and how surprising that is. */
export interface Evidence {
  /** Rows in which the rule says something. */
  readonly rows: number;
  /** Rows that break it. */
  readonly wrong: number;
  /** Against the same values in other rows. */
  readonly bits: number;
}

const HALF_UNITS = Float64Array.from({ length: 9 }, (_, decimals) => 0.5 * 10 ** -decimals * (1 + 1e-6));

/** How far a computed number may be from one of a column: half a unit of its last decimal. */
export const tolerance = ({ decimals }: Pick<Column, 'decimals'>, x: number): number =>
  decimals > 8 ? 1e-9 * Math.abs(x) : HALF_UNITS[decimals] + 1e-13 * Math.abs(x);

/** Errors are a tenth of those by chance at most: Cohen's kappa of 0.9 or more. */
export const agrees = (share: number, byChance: number): boolean => 1 - share <= 0.1 * (1 - byChance) + 1e-12;

/** Share of the pairs of rows with equal values. */
export function chanceOf(sizes: readonly number[]): number {
  const total = sum(sizes);
  return sizes.reduce((share, size) => share + (size / total) ** 2, 0);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, x) => total + x, 0);

/** The logarithm of n!, to the base of 2, by Stirling's series. */
const factorialBits = (n: number): number =>
  n < 2 ? 0 : ((n + 0.5) * Math.log(n) - n + 0.9189 + 1 / (12 * n)) / Math.LN2;

/** Bits of an arrangement of classes of these sizes. */
export const arrangement = (sizes: readonly number[]): number =>
  factorialBits(sum(sizes)) - sizes.reduce((bits, size) => bits + factorialBits(size), 0);

export const orderBits = factorialBits;

/** Bits that name the rows that break a rule. @param choices values that each may have instead */
export const errorBits = (wrong: number, rows: number, choices = 1): number =>
  wrong > 0 ? wrong * Math.log2((rows * choices) / wrong) + 2 * wrong : 0;

/** Bits of one row: the divergence of the share that keeps the rule from that by chance. */
export function bitsOfRow(share: number, byChance: number, rows: number): number {
  const kept = Math.min(share, 1 - 0.5 / rows);
  return kept * Math.log2(kept / byChance) + (1 - kept) * Math.log2((1 - kept) / (1 - byChance));
}

/** What a candidate chose. */
export interface Choice {
  /** Constants that were fitted. */
  readonly constants: number;
  /** Candidates that were tried. */
  readonly tries: number;
  /** Equality: each row counts, though values repeat. */
  readonly isEquality?: boolean;
}

/** Distinct pairs that are counted. */
const MOST_PAIRS = 400;

/** Rows compared with those of others, for what chance makes. */
const COMPARED = 600;

/** The evidence of predicted values; undefined if it is not enough. @param isSame whether a prediction is the value of a row */
export function judged(
  rows: readonly number[],
  isSame: (predicted: number, row: number) => boolean,
  pairOf: (row: number) => unknown,
  { constants, tries, isEquality = false }: Choice,
  chance: Chance,
): Evidence | undefined {
  const { length } = rows;
  if (length < LEAST_ROWS) return undefined;
  const pairs = new Set<unknown>();
  let wrong = 0;
  for (const row of rows) {
    if (!isSame(row, row)) {
      if (++wrong > DIRTY * length) return undefined;
    } else if (pairs.size < MOST_PAIRS) pairs.add(pairOf(row));
  }
  const share = 1 - wrong / length;
  const byChance = sameByChance(rows, isSame, chance);
  if (!agrees(share, byChance)) return undefined;
  const distinct = pairs.size * (constants > 0 ? 1 : 3);
  const weight = isEquality ? length : Math.min(length, distinct) - constants;
  const bits = bitsOfRow(share, byChance, length) * Math.max(0, weight) - Math.log2(Math.max(1, tries));
  return bits < BITS ? undefined : { rows: length, wrong, bits };
}

/** How often a prediction is the value of another row. */
function sameByChance(
  rows: readonly number[],
  isSame: (predicted: number, row: number) => boolean,
  chance: Chance,
): number {
  const { length } = rows;
  const order = chance.order(length);
  const compared = Math.min(length, COMPARED);
  let same = 0;
  for (let s = 0; s < 4; s++) {
    const shift = 1 + Math.floor(chance.next() * (length - 1));
    for (let i = 0; i < compared; i++) if (isSame(rows[order[(i + shift) % length]], rows[i])) same++;
  }
  return Math.min(0.9999, (same + 1) / (4 * compared + 1));
}

/** Rows that candidates are searched in. */
export const SEARCH_ROWS = 500;
/** Share of the rows that may break a rule which is reported. */
export const DIRTY = 0.03;
/** Evidence that a rule needs, in bits. */
export const BITS = 24;
/** Rows and distinct values that a rule needs. */
export const LEAST_ROWS = 30;
export const LEAST_DISTINCT = 10;
/** Values of a column whose values rules tell apart. */
export const MOST_TAGS = 12;
/** Features that are combined with one another. */
export const MOST_FEATURES = 48;
