import { firstPlace } from '../../numeric/search.ts';
import { END_MS } from '../../time/timing.ts';
import type { Scan } from './scan.ts';
import { clear, newPage, newSort, type Page, rowsBefore } from './sort.ts';
import type { Forecast, RowSteps, Starts } from './tiers.ts';

type Span = Pick<Page, 'fromMs' | 'toMs'>;

/** Chooses the spans of time that pages hold. */
interface Spans {
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

interface SpansOptions {
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

function newSpans(options: SpansOptions): Spans {
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
  /**
   * Says that the next rows to be asked for are from `first` on, before `end`. Pages of theirs hold few others. It saves time, and
   * changes no row.
   */
  expect(first: number, end: number): void;
  /** Rows before an instant after the beginning, up to `END_MS`. */
  before(ms: number, reader: Reader): number;
  /** Forgets all that is at an instant or later. */
  forget(fromMs: number): void;
}

export interface PagesOptions extends SpansOptions {
  readonly scan: Scan;
}

/** As many pages are made one after the other before a row is looked for elsewhere. */
const NEAR_PAGES = 4;

/** A row that the forecast has not led to after so many pages is found by halves. */
const FORECASTS = 6;

export function newPages({ scan, ...options }: PagesOptions): Pages {
  const { steps, forecast } = options;
  const spans = newSpans(options);
  const own = [[newPage(), newPage()], [newPage()], [newPage()]];
  const pages = own.flat();
  const sort = newSort();
  let total: number | undefined;

  /** A page of a reader that may be used again. */
  const oldest = (reader: Reader): Page => {
    const [page, ...others] = own[reader];
    own[reader] = [...others, page];
    return page;
  };
  const make = (page: Page, { fromMs, toMs }: Span): void => {
    const { found, before, base, late } = scan.find(fromMs, toMs);
    Object.assign(page, { fromMs, toMs, first: before, base, late: late.slice() });
    sort(found, page);
  };
  const load = (reader: Reader, span: Span): Page => {
    const page = oldest(reader);
    make(page, span);
    return page;
  };
  const countAll = (): number => (total ??= scan.count(END_MS));

  const known = (row: number): Page | undefined => pages.find((page) => holds(page, row));

  /** The page with a row soon after a page that is known. */
  const after = (row: number, reader: Reader): Page | undefined => {
    let page: Page | undefined;
    for (const each of pages) if (row >= endOf(each) && each.toMs > (page?.toMs ?? -Infinity)) page = each;
    if (page === undefined || !spans.isNear(row, page)) return undefined;
    for (let n = 0; n < NEAR_PAGES && page.toMs < END_MS; n++) {
      page = load(reader, spans.after(page));
      if (holds(page, row)) return page;
    }
    return undefined;
  };

  const search = (row: number, reader: Reader): Page | undefined => {
    let bounds = spans.boundsOf(row);
    if (bounds?.toMs === END_MS && row >= countAll()) return undefined;
    let lack = 0;
    for (let n = 0; bounds !== undefined && bounds.fromMs < bounds.toMs; n++) {
      const { fromMs, toMs }: Span = bounds;
      const middleMs = Math.floor((fromMs + toMs) / 2);
      const page = load(reader, n < FORECASTS ? spans.about(row, bounds, lack) : spans.with(middleMs));
      if (holds(page, row)) return page;
      const isBefore = row < page.first;
      bounds = isBefore ? { fromMs, toMs: page.fromMs } : { fromMs: page.toMs, toMs };
      lack = isBefore ? page.first - forecast(page.fromMs) : endOf(page) - forecast(page.toMs);
    }
    return undefined;
  };

  return {
    with: (row, reader) =>
      steps.length === 0 && options.endless === undefined
        ? undefined
        : (known(row) ?? after(row, reader) ?? search(row, reader)),
    expect: (first, end) => spans.expect(first, end),
    before(ms, reader) {
      if (ms >= END_MS) return countAll();
      const page =
        pages.find(({ fromMs, toMs }) => ms >= fromMs && ms <= toMs) ?? load(reader, spans.with(ms));
      return page.first + rowsBefore(page, ms);
    },
    forget(fromMs) {
      total = undefined;
      for (const page of pages) if (page.toMs > fromMs) clear(page);
    },
  };
}

/** The row after a page. */
const endOf = ({ first, rows }: Page): number => first + rows;

const holds = (page: Page, row: number): boolean => row >= page.first && row < endOf(page);
