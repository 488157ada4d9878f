import { verdictBy } from './distance.ts';
import { correlation, ranksOf } from '@catbird/engine';
import type { Row } from '../observe/observe.ts';
import { tablesOf, type Column } from '../rules/search/described.ts';
import { dataOf, type Data } from '../rules/search/data.ts';
import { knownOf, type RuleComparison } from './kept-rules.ts';

/** Two numbers that go with one another in the sample, and how much they do so in generated rows. */
export interface CorrelationComparison {
  /** The paths of both: of fields of the row, or of elements of the same list. */
  readonly paths: readonly [string, string];
  readonly verdict: 'alike' | 'close' | 'different';
  /** Spearman's ρ, −1 to 1. */
  readonly original: number;
  readonly generated: number;
}

/** Pairs that are compared, and Spearman's ρ from which a pair is one. */
const PAIRS = { most: 10, rho: 0.3 };
/** Columns of a table, and rows from which ρ is computed. */
const MOST = { columns: 40, rows: 2_000 };
/** Differences up to these are alike and close, if chance does not explain more. */
const LIMITS = { alike: 0.1, close: 0.2 };
/** Standard errors that two samples differ by in 1 of 100 cases. */
const Z = 2.58;

/** A pair of columns of one table. */
interface Pair {
  readonly columns: readonly [Column, Column];
  readonly rho: number;
  readonly rows: number;
}

/** Compares the strongest correlations of a sample that none of its rules explains. */
export function compareCorrelations(
  original: readonly Row[],
  generated: readonly Row[],
  rules: readonly RuleComparison[],
): CorrelationComparison[] {
  const [data, other] = [dataOf(original.slice(0, MOST.rows)), dataOf(generated.slice(0, MOST.rows))];
  const computed = new Set(rules.map(({ path }) => path));
  const pairs = tablesOf(data, knownOf(original)).flatMap(({ columns }) =>
    pairsOf(
      columns.filter(({ full, kind }) => kind === 'number' && !computed.has(full)).slice(0, MOST.columns),
      data,
    ),
  );
  return pairs
    .sort((a, b) => Math.abs(b.rho) - Math.abs(a.rho))
    .slice(0, PAIRS.most)
    .map(({ columns: [a, b], rho, rows }) => {
      const found = correlation(ranksIn(other, a), ranksIn(other, b));
      const noise = Z * Math.sqrt(1 / rows + 1 / Math.max(1, found.rows));
      return {
        paths: [a.full, b.full],
        verdict: verdictBy(LIMITS, Math.abs(rho - found.rho), noise),
        original: rho,
        generated: found.rho,
      };
    });
}

function pairsOf(columns: readonly Column[], data: Data): readonly Pair[] {
  const ranked = columns.map((column) => ({ column, ranks: ranksIn(data, column) }));
  return ranked.flatMap((a, i) =>
    ranked.slice(i + 1).flatMap((b): Pair[] => {
      const found = correlation(a.ranks, b.ranks);
      const isPair = Math.abs(found.rho) >= Math.max(PAIRS.rho, (2 * Z) / Math.sqrt(found.rows));
      return isPair ? [{ columns: [a.column, b.column], ...found }] : [];
    }),
  );
}

const ranksIn = (data: Data, column: Column): Float64Array =>
  ranksOf([...data.numbers(column)].slice(0, MOST.rows));
