import type { Comparer } from './columns.ts';
import type { Finding } from './finding.ts';
import { pairedRows, type Paired } from './pairing.ts';
import type { Row } from './parse.ts';
import type { Totals } from './totals.ts';
import type { Truth } from './truth.ts';

/** What became of all rows, after missing ones were looked for among those that nobody sent. */
export interface Settled {
  readonly finding: Finding;
  readonly totals: Totals;
  readonly paired: Paired;
  readonly missing: readonly number[];
  readonly extra: readonly Row[];
}

/** Looks for missing rows among those that nobody sent. @param strangers the latter */
export function settled(
  truth: Truth,
  {
    finding,
    totals,
    strangers,
  }: Pick<Settled, 'finding' | 'totals'> & { readonly strangers: readonly Row[] },
  comparer: Comparer,
): Settled {
  const paired = pairedRows(truth, totals.missing, strangers.map(comparer.cells), {
    identity: finding.identity,
    ...comparer,
  });
  return {
    finding,
    totals,
    paired,
    missing: totals.missing.filter((row) => !paired.rows.has(row)),
    extra: strangers.filter((_, place) => !paired.strangers.has(place)),
  };
}
