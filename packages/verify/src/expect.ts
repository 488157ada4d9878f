import { isoMs } from '@catbird/engine';
import { newExactSum } from './exact-sum.ts';
import { cellsOf, textOf } from './parse-row.ts';
import { listedTruth } from './parts.ts';
import { eachWanted, type Truth } from './truth.ts';

/** What a column of groups holds. */
export interface Aggregate {
  readonly of: (typeof AGGREGATES)[number];
  /** The column of the rows. Undefined: of `count`, all rows. */
  readonly column?: string | undefined;
}

/** The figures that groups can have. */
export const AGGREGATES = ['count', 'sum', 'avg', 'min', 'max', 'distinct', 'first', 'last'] as const;

/** Groups of rows, and what is expected of each. */
export interface Expectation {
  /** The column with the event time. Undefined: there are no windows. */
  readonly on?: string | undefined;
  /** Length of windows in milliseconds; they begin at multiples of it since 1970. */
  readonly windowMs?: number | undefined;
  /** Milliseconds from the beginning of a window to that of the next one. Default: their length. */
  readonly everyMs?: number | undefined;
  /** The column that holds the beginning of the window. Default `window`. */
  readonly windowName?: string | undefined;
  /** Columns that have the same values in a group. */
  readonly by: readonly string[];
  /** The columns of groups by their names. */
  readonly columns: Readonly<Record<string, Aggregate>>;
  /** Rows that count: each once, or as often as it was sent. Default `deduped`. */
  readonly over?: 'sent' | 'deduped' | undefined;
}

/** A group while rows are added. */
interface Group {
  readonly key: Readonly<Record<string, unknown>>;
  readonly figures: readonly Figure[];
}

/** A figure of a group. */
interface Figure {
  readonly add: (value: unknown, atMs: number) => void;
  readonly value: () => unknown;
}

/** The groups that rows must have led to. Sums of decimals are exact. */
export function expectedGroups(
  truth: Truth,
  { on, windowMs, everyMs = windowMs, windowName = 'window', by, columns, over = 'deduped' }: Expectation,
): Truth {
  const names = Object.keys(columns);
  const groups = new Map<string, Group>();
  eachWanted(truth, over === 'sent', (row) => {
    const cells = cellsOf(row);
    const ms = on === undefined ? 0 : isoMs(cells.get(on));
    for (const start of windowsOf(ms, windowMs, everyMs)) {
      const values = by.map((column) => cells.get(column) ?? null);
      const id = JSON.stringify([start, ...values.map((value) => (value === null ? null : textOf(value)))]);
      const group = groups.get(id) ?? {
        key: {
          ...(start !== undefined && { [windowName]: new Date(start).toISOString() }),
          ...Object.fromEntries(by.map((column, i) => [column, values[i]])),
        },
        figures: names.map((name) => FIGURES[columns[name]?.of ?? 'count']()),
      };
      groups.set(id, group);
      for (const [i, name] of names.entries()) {
        const { column } = columns[name] ?? {};
        group.figures[i]?.add(column === undefined ? true : cells.get(column), ms);
      }
    }
  });
  const encoder = new TextEncoder();
  const lines = Array.from(groups.values(), ({ key, figures }) =>
    encoder.encode(
      JSON.stringify({ ...key, ...Object.fromEntries(names.map((name, i) => [name, figures[i]?.value()])) }),
    ),
  );
  return listedTruth(lines);
}

/** The beginnings of the windows that a time lies in. */
function windowsOf(
  ms: number,
  lengthMs: number | undefined,
  everyMs = lengthMs,
): readonly (number | undefined)[] {
  if (lengthMs === undefined || everyMs === undefined) return [undefined];
  if (Number.isNaN(ms)) return [];
  const starts: number[] = [];
  for (let start = Math.floor(ms / everyMs) * everyMs; start > ms - lengthMs; start -= everyMs)
    starts.push(start);
  return starts;
}

const FIGURES: Readonly<Record<Aggregate['of'], () => Figure>> = {
  count: newCount,
  sum: () => newSum((sum, count) => (count === 0 ? null : sum)),
  avg: () => newSum((sum, count) => (count === 0 ? null : sum / count)),
  min: () => newBest((value, best) => isLess(value, best)),
  max: () => newBest((value, best) => isLess(best, value)),
  distinct: newDistinct,
  first: () => newEnd((ms, best) => ms < best),
  last: () => newEnd((ms, best) => ms >= best),
};

const isNone = (value: unknown): boolean => value === null || value === undefined;

function newCount(): Figure {
  let count = 0;
  return { add: (value) => void (count += isNone(value) ? 0 : 1), value: () => count };
}

function newSum(result: (sum: number, count: number) => number | null): Figure {
  const sum = newExactSum();
  let count = 0;
  return {
    add(value) {
      if (typeof value !== 'number' && typeof value !== 'bigint') return;
      count++;
      sum.add(value);
    },
    value: () => result(sum.value(), count),
  };
}

const isLess = (a: unknown, b: unknown): boolean =>
  typeof a === 'string' && typeof b === 'string' ? a < b : Number(a) < Number(b);

function newBest(isBetter: (value: unknown, best: unknown) => boolean): Figure {
  let best: unknown = null;
  return {
    add(value) {
      if (!isNone(value) && (best === null || isBetter(value, best))) best = value;
    },
    value: () => best,
  };
}

function newDistinct(): Figure {
  const values = new Set<string>();
  return {
    add: (value) => void (isNone(value) || values.add(`${typeof value} ${textOf(value)}`)),
    value: () => values.size,
  };
}

function newEnd(isBetter: (ms: number, best: number) => boolean): Figure {
  let best: { readonly value: unknown; readonly ms: number } | undefined;
  return {
    add(value, ms) {
      if (best === undefined || isBetter(ms, best.ms)) best = { value: value ?? null, ms };
    },
    value: () => best?.value ?? null,
  };
}
