import { END_MS } from '../../time/timing.ts';
import { clear, newPage, rowsBefore, type Page } from './page.ts';
import type { Scan } from './scan.ts';
import { newSort } from './sort.ts';
import { newSpans, type Span, type SpansOptions } from './spans.ts';

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
