import {
  comparisonSummary,
  MEASURES,
  sharesApart,
  type Comparison,
  type FieldComparison,
  type Verdict,
} from '@catbird/core/inference';
import { printable } from '../printable.ts';

const LEVELS = '▁▂▃▄▅▆▇█';
/** Bars of a picture. */
const WIDTH = 24;
/** Characters of a path. */
const PATH = 40;

const MARKS: Readonly<Record<Verdict, string>> = {
  alike: '✓ alike',
  close: '~ close',
  different: '✗ different',
  missing: '✗ missing in the generated rows',
  new: '✗ only in the generated rows',
};

/** A comparison as a table: a line per field, with a small picture of both sides. */
export function comparisonLines(comparison: Comparison): string[] {
  const shown = comparison.fields.map((field) => [nameOf(field.path), ...cellsOf(field)]);
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
    comparisonSummary(comparison),
  ];
}

const nameOf = (path: string): string => {
  const text = printable(path);
  return text.length > PATH ? `${text.slice(0, PATH - 1)}…` : text;
};

function cellsOf({ bars, distance, measure, verdict, original, generated }: FieldComparison): string[] {
  const highest = bars === undefined ? 0 : Math.max(...bars.original, ...bars.generated);
  const figures = distance === undefined ? '' : `${distance.toFixed(3)} ${MEASURES[measure]}`;
  const apart = sharesApart(original, generated);
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
