import type { Comparison, Measure, Side } from './compare.ts';

/** What a distance is of. */
export const MEASURES: Readonly<Record<Measure, string>> = {
  distribution: 'distribution',
  length: 'length of text',
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
export function comparisonSummary({ fields, rows }: Comparison): string {
  const counted = (['alike', 'close', 'different', 'missing', 'new'] as const).flatMap((verdict) => {
    const count = fields.filter((field) => field.verdict === verdict).length;
    return count === 0 ? [] : [`${count} ${verdict}`];
  });
  const found = `${fields.length} ${fields.length === 1 ? 'field' : 'fields'}: ${counted.join(', ')}`;
  return `${found}. Compared ${whole(rows.original)} rows of the sample with ${whole(rows.generated)} generated ones.`;
}

const whole = (count: number): string => count.toLocaleString('en-US');
