import { firstPlace } from '../../numeric/search.ts';
import { END_MS } from '../../time/timing.ts';
import type { Forecast } from './forecast.ts';
import type { Page } from './page.ts';
import type { Starts } from './starts.ts';
import type { RowSteps } from './tiers.ts';

export type Span = Pick<Page, 'fromMs' | 'toMs'>;

/** Chooses the spans of time that pages hold. */
export interface Spans {
  /** One with an instant and a good number of rows, from `leastMs` on (default: the beginning). */
  with(ms: number, leastMs?: number): Span;
  /** The one after a page. */
  after(page: Page): Span;
  /** One that a row may be in, within bounds, if the forecast lacks so many rows there. */
  about(row: number, bounds: Span, lack: number): Span;
  /**
   * Where a row is: not before the blocks before it have started, nor after its own block is over. `undefined`: its block never starts.
   */
  boundsOf(row: number): Span | undefined;
  /** Whether a row after a page is probably on the next one. */
  isNear(row: number, page: Page): boolean;
  /** Says that the next rows to be asked for are from `first` on, before `end`. Spans of theirs hold few others. */
  expect(first: number, end: number): void;
}

export interface SpansOptions {
  readonly steps: RowSteps;
  /** Number of journeys in the deck. */
  readonly size: number;
  readonly starts: Starts;
  readonly forecast: Forecast;
  /** Starts that may never end: all are looked at for each page. Default: all end. */
  readonly endless?: number | undefined;
  /** Rows of a page, at most, about. Default: by the deck and by how many journeys are under way. */
  readonly pageRows?: number | undefined;
}

/** Rows of a page: what it costs to look at a block is spread over some rows, and memory is bounded. */
const LEAST_ROWS = 2 ** 14;
const MOST_ROWS = 2 ** 18;
const ROWS_PER_BLOCK = 8;

/** Spans are 2^n milliseconds long, for n up to this, unless rows are expected. */
const TOP_LEVEL = 47;

/** The forecast is mostly wrong by fewer rows. */
const FORECAST_ERROR = 256;

export function newSpans(options: SpansOptions): Spans {
  const { steps, size, starts, forecast, endless, pageRows } = options;
  const { fromMs: originMs } = starts;
  let level = 0;
  let expected = { first: 0, end: Infinity };

  const mostRows = (ms: number): number => {
    if (pageRows !== undefined) return pageRows;
    if (endless !== undefined) return Math.min(MOST_ROWS, Math.max(LEAST_ROWS, endless));
    const blocks = (starts.before(ms) - starts.before(ms - steps.spanMs)) / size;
    return Math.min(MOST_ROWS, Math.max(LEAST_ROWS, ROWS_PER_BLOCK * Math.max(steps.length, blocks)));
  };
  const spanAt = (ms: number, level: number, leastMs: number): Span => {
    const lengthMs = 2 ** level;
    const fromMs = originMs + Math.floor((ms - originMs) / lengthMs) * lengthMs;
    return { fromMs: Math.max(fromMs, leastMs), toMs: Math.min(END_MS, fromMs + lengthMs) };
  };
  const rowsIn = ({ fromMs, toMs }: Span): number => forecast(toMs) - forecast(fromMs);
  const withInstant = (ms: number, leastMs = originMs): Span => {
    const most = mostRows(ms);
    const fits = (level: number): boolean => rowsIn(spanAt(ms, level, leastMs)) <= most;
    while (level < TOP_LEVEL && fits(level + 1)) level++;
    while (level > 0 && !fits(level)) level--;
    return spanAt(ms, level, leastMs);
  };

  const boundsOf = (row: number): Span | undefined => {
    if (endless !== undefined) return { fromMs: originMs, toMs: END_MS };
    const block = Math.floor(row / steps.length);
    const fromMs = starts.time(block * size);
    const lastMs = starts.time((block + 1) * size) + steps.spanMs + 1;
    return fromMs === Infinity ? undefined : { fromMs, toMs: Math.min(END_MS, lastMs) };
  };
  /** The last instant in a span before which the forecast is not above a number of rows. */
  const forecastAt = (rows: number, { fromMs, toMs }: Span): number =>
    firstPlace(fromMs + 1, toMs, (ms) => forecast(ms) > rows) - 1;

  const isExpected = (row: number): boolean =>
    expected.end < Infinity && row >= expected.first && row < expected.end;
  /** The span from an instant on up to the last expected row, if that is not too many from this row on. */
  const expectedFrom = (fromMs: number, row: number, lack: number): Span => {
    const end = Math.min(expected.end, row + mostRows(fromMs)) + FORECAST_ERROR;
    const toMs = boundsOf(end)?.toMs ?? END_MS;
    return { fromMs, toMs: forecastAt(end - lack, { fromMs, toMs }) + 1 };
  };

  return {
    with: withInstant,
    after({ toMs, first, rows }) {
      const next = first + rows;
      return isExpected(next) ? expectedFrom(toMs, next, next - forecast(toMs)) : withInstant(toMs, toMs);
    },
    about: (row, bounds, lack) =>
      isExpected(row)
        ? expectedFrom(forecastAt(row - lack - FORECAST_ERROR, bounds), row, lack)
        : withInstant(forecastAt(row - lack, bounds)),
    boundsOf,
    isNear(row, { toMs, first, rows }) {
      const next = first + rows;
      return isExpected(row) ? isExpected(next) : row - next <= rowsIn(withInstant(toMs, toMs));
    },
    expect(first, end) {
      expected = { first, end };
    },
  };
}
