import { mix } from '@catbird/engine';
import { patternsOf, rangesOf } from './patterns.ts';
import type { Example, Group } from './report.ts';
import { numberIn, rowsAt, type Truth } from './truth.ts';

/** At most `most` numbers below `rows` for which a test holds, spread over all without a rhythm. */
export function numbersWhere(rows: number, most: number, test: (row: number) => boolean): readonly number[] {
  const tries = Math.min(rows, most * 4);
  const found: number[] = [];
  let last = -1;
  for (let i = 0; i < tries; i++) {
    const row = Math.floor(((i + unit(i)) * rows) / tries);
    if (row !== last && row < rows && test(row)) found.push(row);
    last = row;
  }
  return found.length <= most
    ? found
    : Array.from({ length: most }, (_, i) => found[Math.floor(((i + unit(i)) * found.length) / most)] ?? 0);
}

const unit = (i: number): number => (mix(i + 1) >>> 0) / 2 ** 32;

/** Other rows that patterns are judged by. */
const OTHERS = 4000;

/** Rows of one kind, by their numbers, of which some may be left out of `numbers`. */
export function groupOf(truth: Truth, numbers: readonly number[], rows: number, examples: number): Group {
  if (rows <= 0) return { rows: 0, ranges: [], rangeCount: 0, patterns: [], examples: [] };
  const ranges = rangesOf(numbers);
  const inside = new Set(numbers);
  const others = numbersWhere(truth.rows, OTHERS, (row) => truth.least(row) > 0 && !inside.has(row));
  const shown = numbers.slice(0, examples);
  const contents = rowsAt(truth, Float64Array.from(shown));
  return {
    rows,
    ranges: ranges.slice(0, 20).map(([from, end]) => [numberIn(truth, from), numberIn(truth, end - 1) + 1]),
    rangeCount: ranges.length,
    patterns: patternsOf(truth, { affected: numbers, others, total: rows }),
    examples: shown.map((row, i): Example => ({ row: numberIn(truth, row), expected: contents[i] })),
  };
}

/** Rows that are made at once. */
const AT_ONCE = 1024;

/** What rows should be, made a block at a time. */
export function* contentsOf(truth: Truth, rows: readonly number[]): Generator<Example> {
  for (let first = 0; first < rows.length; first += AT_ONCE) {
    const numbers = rows.slice(first, first + AT_ONCE);
    const contents = rowsAt(truth, Float64Array.from(numbers));
    for (const [i, row] of numbers.entries()) yield { row: numberIn(truth, row), expected: contents[i] };
  }
}
