import { END_MS } from '../../time/timing.ts';
import type { Forecast } from './forecast.ts';
import { clear, newPage, rowsBefore, type Page } from './page.ts';
import type { Scan } from './scan.ts';
import { newSort } from './sort.ts';
import type { Starts } from './starts.ts';
import type { RowSteps } from './tiers.ts';

/**
 * Who asks for a page. Each keeps the page that was asked for last, so that none displaces another's. The writer keeps two, because it
 * asks for the times of some rows and then for their steps.
 */
export const WRITER = 0;
export const CLOCK = 1;
export const PROBE = 2;
export type Reader = typeof WRITER | typeof CLOCK | typeof PROBE;

/** The rows of a stream, a page at a time. */
export interface Pages {
  /** The page with a row; undefined if the row never comes. */
  with(row: number, reader: Reader): Page | undefined;
  /** Rows before an instant after the beginning, up to `END_MS`. */
  before(ms: number, reader: Reader): number;
  /** Forgets all that is at an instant or later. */
  forget(fromMs: number): void;
}

export interface PagesOptions {
  readonly steps: RowSteps;
  /** Number of journeys in the deck. */
  readonly size: number;
  readonly starts: Starts;
  readonly scan: Scan;
  readonly forecast: Forecast;
  /** Rows of a page, at most, about. Default: by the deck and by how many journeys are under way. */
  readonly pageRows?: number | undefined;
}

/** Rows of a page: what it costs to look at a block is spread over some rows, and memory is bounded. */
const LEAST_ROWS = 2 ** 14;
const MOST_ROWS = 2 ** 18;
const ROWS_PER_BLOCK = 8;

/** Pages are 2^n milliseconds long, for n up to this. */
const TOP_LEVEL = 47;

/** As many pages are made one after the other before a row is looked for elsewhere. */
const NEAR_PAGES = 4;

/** A row that the forecast has not led to after so many pages is found by halves. */
const FORECASTS = 6;

type Span = Pick<Page, 'fromMs' | 'toMs'>;

export function newPages({ steps, size, starts, scan, forecast, pageRows }: PagesOptions): Pages {
  const { fromMs: originMs } = starts;
  const own = [[newPage(), newPage()], [newPage()], [newPage()]];
  const pages = own.flat();
  const sort = newSort();
  let level = 0;
  let total: number | undefined;

  const mostRows = (ms: number): number => {
    if (pageRows !== undefined) return pageRows;
    const blocks = (starts.before(ms) - starts.before(ms - steps.spanMs)) / size;
    return Math.min(MOST_ROWS, Math.max(LEAST_ROWS, ROWS_PER_BLOCK * Math.max(steps.length, blocks)));
  };
  /** A page of a reader that may be used again. */
  const oldest = (reader: Reader): Page => {
    const [page, ...others] = own[reader];
    own[reader] = [...others, page];
    return page;
  };
  const spanAt = (ms: number, level: number): Span => {
    const lengthMs = 2 ** level;
    const fromMs = originMs + Math.floor((ms - originMs) / lengthMs) * lengthMs;
    return { fromMs, toMs: Math.min(END_MS, fromMs + lengthMs) };
  };
  /** A span with an instant that holds a good number of rows, from `leastMs` on. */
  const spanOf = (ms: number, leastMs = originMs): Span => {
    const most = mostRows(ms);
    const fits = ({ fromMs, toMs }: Span): boolean =>
      fromMs >= leastMs && forecast(toMs) - forecast(fromMs) <= most;
    while (level < TOP_LEVEL && fits(spanAt(ms, level + 1))) level++;
    while (level > 0 && !fits(spanAt(ms, level))) level--;
    return spanAt(ms, level);
  };
  const load = (reader: Reader, { fromMs, toMs }: Span, first: number): Page => {
    const { found, base, late } = scan.find(fromMs, toMs);
    const page = oldest(reader);
    Object.assign(page, { fromMs, toMs, first, base, late: late.slice() });
    sort(found, page);
    return page;
  };
  const count = (ms: number): number => {
    if (ms <= originMs) return 0;
    const before = pages.find(({ toMs }) => toMs === ms);
    if (before !== undefined) return before.first + before.rows;
    return pages.find(({ fromMs }) => fromMs === ms)?.first ?? scan.count(ms);
  };
  const pageAt = (ms: number, reader: Reader): Page => {
    const span = spanOf(ms);
    return load(reader, span, count(span.fromMs));
  };
  const countAll = (): number => (total ??= scan.count(END_MS));

  const known = (row: number): Page | undefined =>
    pages.find(({ first, rows }) => row >= first && row < first + rows);

  /** The page with a row soon after a page that is known. */
  const after = (row: number, reader: Reader): Page | undefined => {
    let page: Page | undefined;
    for (const each of pages) {
      const end = each.first + each.rows;
      const isNear = row >= end && row < end + NEAR_PAGES * each.rows;
      if (isNear && (page === undefined || end > page.first + page.rows)) page = each;
    }
    for (let n = 0; n < NEAR_PAGES && page !== undefined && page.toMs < END_MS; n++) {
      const { toMs, first, rows } = page;
      page = load(reader, spanOf(toMs, toMs), first + rows);
      if (row < page.first + page.rows) return page;
    }
    return undefined;
  };

  /** Where a row is: not before the blocks before it have started, nor after its own block is over. */
  const boundsOf = (row: number): Span | undefined => {
    const block = Math.floor(row / steps.length);
    const fromMs = starts.time(block * size);
    const lastMs = starts.time((block + 1) * size) + steps.spanMs + 1;
    if (fromMs === Infinity || (lastMs >= END_MS && row >= countAll())) return undefined;
    return { fromMs, toMs: Math.min(END_MS, lastMs) };
  };
  /** The last instant in a span before which the forecast is not above a number of rows. */
  const forecastAt = (rows: number, { fromMs, toMs }: Span): number => {
    let [low, high] = [fromMs, toMs - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (forecast(middle) <= rows) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const search = (row: number, reader: Reader): Page | undefined => {
    let bounds = boundsOf(row);
    /** Rows that the forecast lacked at the last place. */
    let lack = 0;
    for (let n = 0; bounds !== undefined && bounds.fromMs < bounds.toMs; n++) {
      const { fromMs, toMs }: Span = bounds;
      const span = spanOf(n < FORECASTS ? forecastAt(row - lack, bounds) : Math.floor((fromMs + toMs) / 2));
      const first = count(span.fromMs);
      if (row < first) {
        bounds = { fromMs, toMs: span.fromMs };
        lack = first - forecast(span.fromMs);
        continue;
      }
      const page = load(reader, span, first);
      if (row < first + page.rows) return page;
      bounds = { fromMs: span.toMs, toMs };
      lack = first + page.rows - forecast(span.toMs);
    }
    return undefined;
  };

  return {
    with: (row, reader) =>
      steps.length === 0 ? undefined : (known(row) ?? after(row, reader) ?? search(row, reader)),
    before(ms, reader) {
      if (ms >= END_MS) return countAll();
      const page = pages.find(({ fromMs, toMs }) => ms >= fromMs && ms <= toMs) ?? pageAt(ms, reader);
      return page.first + rowsBefore(page, ms);
    },
    forget(fromMs) {
      total = undefined;
      for (const page of pages) if (page.toMs > fromMs) clear(page);
    },
  };
}
