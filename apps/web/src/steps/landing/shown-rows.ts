import { landing } from 'virtual:landing-rows';
import type { NumbersFigure, SharesFigure } from '../../worker/figures/figures-protocol.ts';

const { columns, counted, first } = landing;

type Value = string | number | null;

/** The row after the last one. */
export const end = first + Math.max(...columns.map(({ words, of }) => of?.length ?? words.length));

/** The columns of the table. */
export const names = columns.map(({ name }) => name);

/** The value of a row in a column. */
export function valueOf(name: string, row: number): Value {
  const column = columns.find((each) => each.name === name);
  return column?.words[column.of?.[row - first] ?? row - first] ?? null;
}

/** The values of a row in the order of the columns. */
export const rowAt = (row: number): readonly Value[] => names.map((name) => valueOf(name, row));

/** The values of rows from `first` to before `until`. */
const column = (name: string, until: number): readonly Value[] =>
  Array.from({ length: until - first }, (_, i) => valueOf(name, first + i));

/** The shares of a field's values among the rows before `until`. */
export function sharesOf(name: 'page' | 'device', until: number): SharesFigure {
  const counts = new Map(Object.entries(counted[name]));
  for (const value of column(name, until)) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1);
  const values = [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count);
  return { kind: 'shares', path: name, bits: 0, count: until, nulls: 0, values, others: 0 };
}

/** Milliseconds: the width of a bin, and where the last one begins. */
const BIN = 100;
const LAST = 1800;

/** How long pages took to load among the rows before `until`. */
export function loadTimes(until: number): NumbersFigure {
  const values = [...counted.load_ms, ...column('load_ms', until).map(Number)].sort((a, b) => a - b);
  const bins = Array.from({ length: LAST / BIN + 1 }, () => 0);
  for (const value of values) {
    const bin = Math.min(LAST / BIN, Math.floor(value / BIN));
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  const at = (share: number): number => values[Math.floor(values.length * share)] ?? 0;
  return {
    kind: 'numbers',
    path: 'load_ms',
    bits: 0,
    count: values.length,
    nulls: 0,
    edges: Array.from({ length: LAST / BIN + 2 }, (_, i) => i * BIN),
    bins,
    tails: { low: false, high: true },
    beyond: { low: false, high: true },
    median: at(0.5),
    p95: at(0.95),
    mean: values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length),
  };
}

/** What the rows before `until` sold for. */
export const revenueOf = (until: number): number =>
  column('revenue', until).reduce((sum: number, value) => sum + Number(value ?? 0), counted.revenue);
