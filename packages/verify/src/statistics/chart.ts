import type { FieldStatistics, Histogram } from './figures.ts';
import { viewOf } from './view.ts';
import { instantText, numberText } from './words.ts';

/** Bars of a field's numbers, times or list lengths. */
export interface FieldChart {
  /** From 0 to 1. */
  readonly heights: readonly number[];
  /** Index of the bar of the median. */
  readonly median: number;
  /** Smallest and largest value, for the ends of the axis. */
  readonly from: string;
  readonly to: string;
  /** The axis is broken before the last bar, or after the first, which hold all values beyond these. Absent: it is not. */
  readonly breaks: { readonly low?: string; readonly high?: string };
}

/** The bars of a field; undefined if another view tells more, or all values are equal. */
export function chartOf(field: FieldStatistics): FieldChart | undefined {
  const view = viewOf(field);
  if (view === 'times' && field.times?.histogram !== undefined) {
    const { from, to, spanMs, histogram } = field.times;
    const { heights, median } = histogram;
    return { heights, median, from: instantText(from, spanMs), to: instantText(to, spanMs), breaks: {} };
  }
  const numbers = view === 'numbers' ? field.numbers : view === 'items' ? field.items : undefined;
  if (numbers?.histogram === undefined) return undefined;
  const { min, max, histogram } = numbers;
  const { heights, median } = histogram;
  return { heights, median, from: numberText(min), to: numberText(max), breaks: breaksOf(histogram) };
}

const breaksOf = ({ edges, tails }: Histogram): FieldChart['breaks'] => ({
  ...(tails.low && { low: numberText(edges[1] ?? 0) }),
  ...(tails.high && { high: numberText(edges.at(-2) ?? 0) }),
});

const BLOCKS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/** A bar as a block character; an empty one is a space. @param height from 0 to 1 */
export const barText = (height: number): string =>
  height > 0 ? (BLOCKS[Math.ceil(height * BLOCKS.length) - 1] ?? '█') : ' ';

/** The bars of a chart as block characters, with `…` where the axis is broken. */
export function barsText({ heights, breaks }: FieldChart): string {
  const bars = heights.map(barText);
  if (breaks.low !== undefined) bars.splice(1, 0, '…');
  if (breaks.high !== undefined) bars.splice(-1, 0, '…');
  return bars.join('');
}
