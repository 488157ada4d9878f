import { newBatch, texts } from './batch.ts';
import type { Extent, RowWriter } from './writer.ts';

/** Statistics of a field over many rows. */
export interface FieldSummary {
  readonly name: string;
  /** Shares of rows with a null value and without the field, 0 to 1. */
  readonly nulls: number;
  readonly missing: number;
  /** Number of distinct values, counted up to 10,000. */
  readonly distinct: number;
  /** The most frequent values as JSON, in descending order, with their shares of all rows. Empty if nearly all values are unique. */
  readonly top: readonly { readonly value: string; readonly share: number }[];
  /** Minimum and maximum of numbers and date strings; undefined for other values. */
  readonly range: { readonly min: string; readonly max: string } | undefined;
  /** Counts of numbers or dates in bins of equal width from minimum to maximum; empty for other values. */
  readonly histogram: readonly number[];
}

/** Maximum number of distinct values to count. */
const MAX_VALUES = 10_000;
const TOP = 5;
const BINS = 24;
/** Below this share of repeated values, the most frequent ones are not shown. */
const REPEATED = 0.02;

/**
 * Summarises the fields of a stream's rows 0, `step`, 2 · `step` and so on. A nested object counts as a single value.
 *
 * @param rows number of rows to read
 * @param step default 1: the first rows
 */
export function summarise(
  writer: RowWriter,
  rows: number,
  time: Extent['time'],
  step = 1,
): readonly FieldSummary[] {
  const fields = new Map<string, unknown[]>();
  const batch = newBatch();
  for (let done = 0; done < rows; done += batch.count) {
    writer.fill(batch, { first: done * step, count: rows - done, step, maxBytes: 4 * 1024 * 1024, time });
    for (const text of texts(batch)) {
      const row: unknown = JSON.parse(text);
      for (const [name, value] of Object.entries(row ?? {})) {
        const values = fields.get(name) ?? [];
        fields.set(name, values);
        values.push(value);
      }
    }
  }
  return [...fields].map(([name, values]) => summaryOf(name, values, rows));
}

function summaryOf(name: string, values: readonly unknown[], rows: number): FieldSummary {
  const present = values.filter((value) => value !== null);
  const counts = new Map<string, number>();
  for (const value of present) {
    const text = JSON.stringify(value);
    if (counts.size < MAX_VALUES || counts.has(text)) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const repeats = 1 - counts.size / Math.max(1, present.length);
  const top = [...counts].sort((a, b) => b[1] - a[1]).slice(0, TOP);
  const numbers = numbersOf(present);
  return {
    name,
    nulls: (values.length - present.length) / rows,
    missing: (rows - values.length) / rows,
    distinct: counts.size,
    top:
      repeats < REPEATED && counts.size > TOP
        ? []
        : top.map(([value, count]) => ({ value, share: count / rows })),
    ...spreadOf(present, numbers),
  };
}

const DATE = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z?)?$/;

/** The values as numbers, with dates in milliseconds; undefined if some are neither. */
function numbersOf(values: readonly unknown[]): readonly number[] | undefined {
  if (values.length === 0) return undefined;
  if (values.every((value) => typeof value === 'number')) return values;
  const isDates = values.every((value) => typeof value === 'string' && DATE.test(value));
  return isDates ? values.map((value) => Date.parse(String(value))) : undefined;
}

function spreadOf(
  values: readonly unknown[],
  numbers: readonly number[] | undefined,
): Pick<FieldSummary, 'range' | 'histogram'> {
  if (numbers === undefined) return { range: undefined, histogram: [] };
  const [least, most] = numbers.reduce(
    ([low, high], number, i) => [
      number < (numbers[low] ?? 0) ? i : low,
      number > (numbers[high] ?? 0) ? i : high,
    ],
    [0, 0],
  );
  const [min, max] = [numbers[least] ?? 0, numbers[most] ?? 0];
  const bins = Array.from({ length: BINS }, () => 0);
  for (const number of numbers) {
    const bin = max === min ? 0 : Math.min(BINS - 1, Math.floor(((number - min) / (max - min)) * BINS));
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  return { range: { min: String(values[least]), max: String(values[most]) }, histogram: bins };
}
