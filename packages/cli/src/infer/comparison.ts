import type { Comparison, FieldComparison, Side, Verdict } from '@catbird/core/inference';
import { printable } from '../printable.ts';

const LEVELS = '▁▂▃▄▅▆▇█';
/** Bars of a picture. */
const WIDTH = 24;
/** Characters of a path. */
const PATH = 40;

const MEASURES = {
  distribution: 'distribution',
  length: 'length of text',
  shares: 'shares of values',
  ranks: 'shares by rank',
  none: '',
} as const;

const MARKS: Readonly<Record<Verdict, string>> = {
  alike: '✓ alike',
  close: '~ close',
  different: '✗ different',
  missing: '✗ missing in the generated rows',
  new: '✗ only in the generated rows',
};

/** A comparison as a table: a line per field, with a small picture of both sides. */
export function comparisonLines({ fields, rows }: Comparison): string[] {
  const shown = fields.map((field) => [nameOf(field.path), ...cellsOf(field)]);
  const widths = ['field', 'sample', 'generated', 'distance'].map((head, i) =>
    Math.max(head.length, ...shown.map((cells) => (cells[i] ?? '').length)),
  );
  const lineOf = (cells: readonly string[]): string =>
    cells
      .map((cell, i) => cell + ' '.repeat(Math.max(0, (widths[i] ?? 0) - cell.length)))
      .join('  ')
      .trimEnd();
  return [
    lineOf(['field', 'sample', 'generated', 'distance', '']),
    ...shown.map(lineOf),
    '',
    `${summary(fields)}. Compared ${whole(rows.original)} rows of the sample with ${whole(rows.generated)} generated ones.`,
  ];
}

const whole = (count: number): string => count.toLocaleString('en-US');

const nameOf = (path: string): string => {
  const text = printable(path);
  return text.length > PATH ? `${text.slice(0, PATH - 1)}…` : text;
};

function cellsOf({ bars, distance, measure, verdict, original, generated }: FieldComparison): string[] {
  const highest = bars === undefined ? 0 : Math.max(...bars.original, ...bars.generated);
  const figures = distance === undefined ? '' : `${distance.toFixed(3)} ${MEASURES[measure]}`;
  const apart = partsOf(original, generated);
  return [
    bars === undefined ? '' : picture(bars.original, highest),
    bars === undefined ? '' : picture(bars.generated, highest),
    figures,
    apart.length === 0 ? MARKS[verdict] : `${MARKS[verdict]}: ${apart.join(', ')}`,
  ];
}

const picture = (shares: readonly number[], highest: number): string =>
  shares
    .slice(0, WIDTH)
    .map((share) => (share === 0 ? ' ' : (LEVELS[Math.min(7, Math.floor((share / highest) * 8))] ?? '█')))
    .join('');

/** Shares differ visibly from this on. */
const VISIBLE = 0.01;

/** Nulls, missing fields and types whose shares differ. */
function partsOf(a: Side, b: Side): string[] {
  if (Object.keys(a.types).length === 0 || Object.keys(b.types).length === 0) return [];
  const types = [...new Set([...Object.keys(a.types), ...Object.keys(b.types)])];
  const shares = types.map((type) => [type, shareOf(a, type), shareOf(b, type)] as const);
  return [...shares, ['missing', a.missing, b.missing] as const]
    .filter(([, one, other]) => Math.abs(one - other) > VISIBLE)
    .map(([name, one, other]) => `${name} ${percent(one)} → ${percent(other)}`);
}

const shareOf = ({ types }: Side, type: string): number =>
  Object.entries(types).find(([name]) => name === type)?.[1] ?? 0;

const percent = (share: number): string => `${Number((share * 100).toPrecision(2))} %`;

function summary(fields: readonly FieldComparison[]): string {
  const counted = (['alike', 'close', 'different', 'missing', 'new'] as const).flatMap((verdict) => {
    const count = fields.filter((field) => field.verdict === verdict).length;
    return count === 0 ? [] : [`${count} ${verdict}`];
  });
  return `${fields.length} ${fields.length === 1 ? 'field' : 'fields'}: ${counted.join(', ')}`;
}
