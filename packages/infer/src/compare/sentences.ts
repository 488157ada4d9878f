import type { Comparison, Measure, Side } from './compare.ts';
import type { KeptRows, RuleComparison } from './kept-rules.ts';

/** What a distance is of. */
export const MEASURES: Readonly<Record<Measure, string>> = {
  distribution: 'distribution',
  length: 'length of text',
  parts: 'numbers in text',
  steps: 'steps',
  mean: 'mean',
  p99: '99th percentile',
  shares: 'shares of values',
  ranks: 'shares by rank',
  none: '',
};

/** Shares differ visibly from this on. */
const VISIBLE = 0.01;

/** Nulls, missing fields and types whose shares differ: `null 0 % → 30 %`. Empty if one side does not have the field. */
export function sharesApart(a: Side, b: Side): readonly string[] {
  const types = [...new Set([...Object.keys(a.types), ...Object.keys(b.types)])];
  if (Object.keys(a.types).length === 0 || Object.keys(b.types).length === 0) return [];
  const shares = types.map((type) => [type, shareOf(a, type), shareOf(b, type)] as const);
  return [...shares, ['missing', a.missing, b.missing] as const]
    .filter(([, one, other]) => Math.abs(one - other) > VISIBLE)
    .map(([name, one, other]) => `${name} ${percent(one)} → ${percent(other)}`);
}

const shareOf = ({ types }: Side, type: string): number =>
  Object.entries(types).find(([name]) => name === type)?.[1] ?? 0;

/** A share: `8.5 %`. */
export const percent = (share: number): string => `${Number((share * 100).toPrecision(2))} %`;

/** `3 fields: 2 alike, 1 different. Compared 800 rows of the sample with 1,000 generated ones.` */
export function comparisonSummary({ fields, rules, correlations, rows }: Comparison): string {
  const counted = (['alike', 'close', 'different', 'missing', 'new'] as const).flatMap((verdict) => {
    const count = fields.filter((field) => field.verdict === verdict).length;
    return count === 0 ? [] : [`${count} ${verdict}`];
  });
  const found = `${fields.length} ${fields.length === 1 ? 'field' : 'fields'}: ${counted.join(', ')}`;
  const checked = [checkedText('rule', rules), checkedText('correlation', correlations)].filter(
    (text) => text !== '',
  );
  return `${[found, ...checked].join('. ')}. Compared ${whole(rows.original)} rows of the sample with ${whole(rows.generated)} generated ones.`;
}

/** `4 rules: 3 kept`. Empty if there are none. */
function checkedText(name: string, all: readonly { readonly verdict: string }[]): string {
  if (all.length === 0) return '';
  const count = all.filter(({ verdict }) => verdict === 'alike').length;
  return `${all.length} ${all.length === 1 ? name : `${name}s`}: ${count} kept`;
}

/** A rule or a correlation of the sample, and what generated rows make of it. */
export interface CheckWords {
  /** `total = round(qty * price, 2)`, `ρ of height and weight`. */
  readonly what: string;
  /** `3,000 of 3,000`, `0.86`. */
  readonly original: string;
  readonly generated: string;
  readonly verdict: RuleComparison['verdict'];
  /** `kept`. */
  readonly result: string;
}

/** Rules of the sample, and then correlations. */
export const checksIn = ({ rules, correlations }: Comparison): readonly CheckWords[] => [
  ...rules.map(({ rule, verdict, original, generated }) => ({
    what: rule,
    original: keptText(original),
    generated: keptText(generated),
    verdict,
    result: RULE_RESULTS[verdict],
  })),
  ...correlations.map(({ paths, verdict, original, generated }) => ({
    what: `ρ of ${paths.join(' and ')}`,
    original: original.toFixed(2),
    generated: generated.toFixed(2),
    verdict,
    result: verdict,
  })),
];

const RULE_RESULTS: Readonly<Record<RuleComparison['verdict'], string>> = {
  alike: 'kept',
  close: 'nearly kept',
  different: 'broken',
};

const keptText = ({ rows, kept }: KeptRows): string => `${whole(kept)} of ${whole(rows)}`;

const whole = (count: number): string => count.toLocaleString('en-US');
