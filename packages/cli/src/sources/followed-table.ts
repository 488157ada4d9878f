import { type Arrivals, arrivalMs, cellsOf, instantOf, parseLine, type Arrived } from '@catbird/verify';
import type { DatabasePlace } from './database.ts';
import { SourceError, type Source } from './source.ts';

/**
 * Reads a table on by a column of times: rows that are later than the latest one, less the time that a row may take until it can be
 * read. Of those that are read again, new ones are passed on.
 *
 * @param orderBy the column
 */
export function followedTable(
  place: DatabasePlace,
  orderBy: string,
  { withinMs, open }: { readonly withinMs: number; readonly open: (place: DatabasePlace) => Source },
): Source {
  const { name, isLoose = false } = open(place);
  let latestMs = -Infinity;
  /** Rows that may be read again, with their times, and how often they are there. */
  let known = new Map<string, { readonly ms: number; count: number }>();
  return {
    name,
    isLoose,
    isFollowed: true,
    async *read(signal) {
      const since = Number.isFinite(latestMs) ? { column: orderBy, ms: latestMs - withinMs } : undefined;
      const now = new Map<string, number>();
      for await (const { rows } of open({ ...place, since }).read(signal)) {
        const fresh = rows.filter((row) => {
          const text = textOf(row);
          const count = (now.get(text) ?? 0) + 1;
          now.set(text, count);
          const before = known.get(text);
          if (before !== undefined && before.count >= count) return false;
          const ms = timeIn(row, orderBy, name);
          latestMs = Math.max(latestMs, Number.isNaN(ms) ? -Infinity : ms);
          known.set(text, { ms, count });
          return true;
        });
        if (fresh.length > 0) yield { rows: fresh } satisfies Arrivals;
      }
      // A row without a time is read again always.
      known = new Map([...known].filter(([, { ms }]) => Number.isNaN(ms) || ms > latestMs - withinMs));
    },
  };
}

const textOf = (row: Arrived): string =>
  row instanceof Uint8Array
    ? Buffer.from(row).toString('latin1')
    : JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));

/** @throws SourceError if the column is missing or holds something else than times */
function timeIn(row: Arrived, column: string, name: string): number {
  const cells = cellsOf(row instanceof Uint8Array ? (parseLine(row) ?? {}) : row);
  const value = cells.get(column);
  if (value === null) return NaN;
  const ms = arrivalMs(value, instantOf);
  if (!Number.isNaN(ms) && typeof value === 'string') return ms;
  throw new SourceError(
    `${name} cannot be followed: orderBy: ${column} is no column of times. Choose another one, or leave it out to read the whole table again and again`,
  );
}
