import { join53, seedOf } from '../../numeric/random.ts';
import { END_MS } from '../../time/timing.ts';
import { newPage, type Page } from './page.ts';
import type { Span } from './spans.ts';

/** Lets threads that go through the same rows compute pages for each other. */
export interface PageExchange {
  /** Pages of more rows are not for others. */
  readonly mostRows: number;
  /** Fills a page of this thread with the rows of a span, computed by another thread or here. */
  load(page: Page, span: Span, how: PageMaking): void;
  /** Empties a page of this thread, so that its memory can be used again. */
  leave(page: Page): void;
}

/** How pages are made. */
export interface PageMaking {
  /** Computes the rows of a span. */
  readonly make: (page: Page, span: Span) => void;
  /** The span of the page after the one of a span. */
  readonly after: (span: Span) => Span;
}

/** Memory of several threads, for pages that they compute for each other. It can be sent to a thread. */
export interface SharedPages {
  readonly threads: number;
  /** Whether a thread has the lock, then of each slot: its state, the pages that show it now, and the threads that have used it. */
  readonly counters: Int32Array;
  /** Of each slot: the number of its timeline, `fromMs`, `toMs`, `first`, `base`, rows, and words of lateness. */
  readonly facts: Float64Array;
  readonly ms: Float64Array;
  readonly which: Float64Array;
  readonly late: Int32Array;
}

const SLOT_ROWS = 2 ** 16;
const SLOT_LATE = 2 ** 13;
/** Rows by which a page may be larger than planned. */
const MARGIN = 1024;

const [FREE, AT_WORK, READY] = [0, 1, 2] as const;
const FACTS = 7;
const LOCK = 0;
const COUNTERS = 3;
const stateAt = (slot: number): number => 1 + COUNTERS * slot;
const usersAt = (slot: number): number => 2 + COUNTERS * slot;
const threadsAt = (slot: number): number => 3 + COUNTERS * slot;

/** How long to wait for the lock, or for a page that another thread is computing, in milliseconds. Only one that died takes as long. */
const PATIENCE_MS = 1000;

/** How many pages apart threads may be and still compute pages for each other. */
const APART = 24;
/** More would take hundreds of megabytes of addresses. Without a free slot, threads compute pages for themselves. */
const MOST_SLOTS = 128;

/**
 * Memory for the pages of so many threads: each uses two, and may compute one ahead. A page has a megabyte, which the system provides
 * once it is used.
 *
 * @param threads at least 1
 */
export function newSharedPages(threads: number): SharedPages {
  const slots = Math.min(MOST_SLOTS, 3 * threads + APART);
  const shared = (bytes: number): SharedArrayBuffer => new SharedArrayBuffer(bytes);
  return {
    threads,
    counters: new Int32Array(shared(4 * (1 + COUNTERS * slots))),
    facts: new Float64Array(shared(8 * FACTS * slots)),
    ms: new Float64Array(shared(8 * SLOT_ROWS * slots)),
    which: new Float64Array(shared(8 * SLOT_ROWS * slots)),
    late: new Int32Array(shared(4 * SLOT_LATE * slots)),
  };
}

/** A slot for the page of a span. */
interface Claim {
  readonly slot: number;
  /** Its state before. `FREE`: this thread is to compute the page. */
  readonly was: number;
}

/**
 * The exchange of pages in one of the threads.
 *
 * @param timeline says what the rows depend on: only threads with the same text compute pages for each other
 */
export function newPageExchange(shared: SharedPages, timeline: string): PageExchange {
  const { counters, facts } = shared;
  const { s0, s1 } = seedOf(timeline);
  const number = join53(s0, s1);
  const slots = facts.length / FACTS;
  const users = new Map<Page, number>();
  let own = newPage();
  let isLost = false;

  /** Undefined if a thread died with the lock. */
  const withLock = <T>(run: () => T): T | undefined => {
    for (let ms = 0; Atomics.compareExchange(counters, LOCK, 0, 1) !== 0; ms++) {
      isLost ||= ms > PATIENCE_MS;
      if (isLost) return undefined;
      Atomics.wait(counters, LOCK, 1, 1);
    }
    const result = run();
    Atomics.store(counters, LOCK, 0);
    Atomics.notify(counters, LOCK, 1);
    return result;
  };
  /**
   * The lower, the better a slot is for another page: best if all threads have used its page, then if it has none, then the earlier that
   * is.
   */
  const rankOf = (slot: number): number => {
    if (counters[stateAt(slot)] === FREE) return -Number.MAX_VALUE;
    if (counters[stateAt(slot)] === AT_WORK || counters[usersAt(slot)] > 0) return Infinity;
    return counters[threadsAt(slot)] >= shared.threads ? -Infinity : facts[FACTS * slot + 2];
  };
  /** The slot of a span, or else one for its page. Undefined if all are used. */
  const slotFor = ({ fromMs, toMs }: Span): Claim | undefined => {
    let [best, rank] = [-1, Infinity];
    for (let slot = 0; slot < slots; slot++) {
      const at = FACTS * slot;
      const was = counters[stateAt(slot)];
      const isSame = facts[at] === number && facts[at + 1] === fromMs && facts[at + 2] === toMs;
      if (was !== FREE && isSame) return { slot, was };
      if (rankOf(slot) < rank) [best, rank] = [slot, rankOf(slot)];
    }
    return best < 0 ? undefined : { slot: best, was: FREE };
  };
  const addUser = (slot: number): void => {
    counters[usersAt(slot)]++;
    if (![...users.values()].includes(slot)) counters[threadsAt(slot)]++;
  };
  /** Takes a slot. @param isRead whether a page that is ready gets a user */
  const claim = (span: Span, isRead: boolean): Claim | undefined =>
    withLock(() => {
      const claimed = slotFor(span);
      if (claimed?.was === FREE) {
        const { slot } = claimed;
        counters[stateAt(slot)] = AT_WORK;
        counters[usersAt(slot)] = counters[threadsAt(slot)] = 0;
        facts.set([number, span.fromMs, span.toMs], FACTS * slot);
      } else if (claimed?.was === READY && isRead) addUser(claimed.slot);
      return claimed;
    });
  const finish = (slot: number, state: typeof FREE | typeof READY, isUsed: boolean): void => {
    withLock(() => {
      counters[stateAt(slot)] = state;
      if (isUsed) addUser(slot);
    });
    Atomics.notify(counters, stateAt(slot));
  };
  /** Computes the page of a slot. False if it is not for others: then it is `own`. */
  const compute = (slot: number, span: Span, { make }: PageMaking, isUsed: boolean): boolean => {
    let isGiven = false;
    try {
      make(own, span);
      isGiven = put(own, shared, slot);
    } finally {
      finish(slot, isGiven ? READY : FREE, isGiven && isUsed);
    }
    return isGiven;
  };
  /** Computes the next page that no other thread has or computes. */
  const computeAhead = (span: Span, how: PageMaking): void => {
    let next = span;
    for (let n = 0; n < slots && next.toMs < END_MS; n++) {
      next = how.after(next);
      const claimed = claim(next, false);
      if (claimed?.was === FREE) compute(claimed.slot, next, how, false);
      if (claimed === undefined || claimed.was === FREE) return;
    }
  };
  const keepOwn = (page: Page): void => {
    Object.assign(page, own);
    own = newPage();
  };
  const show = (page: Page, slot: number): void => {
    users.set(page, slot);
    Object.assign(page, pageIn(shared, slot));
  };
  const leave = (page: Page): void => {
    const slot = users.get(page);
    users.delete(page);
    Object.assign(page, newPage());
    if (slot !== undefined) withLock(() => counters[usersAt(slot)]--);
  };

  return {
    mostRows: SLOT_ROWS - MARGIN,
    leave,
    load(page, span, how) {
      leave(page);
      for (;;) {
        const claimed = claim(span, true);
        if (claimed?.was === READY) return show(page, claimed.slot);
        if (claimed?.was === FREE && compute(claimed.slot, span, how, true)) return show(page, claimed.slot);
        if (claimed?.was === FREE) return keepOwn(page);
        if (claimed !== undefined) {
          computeAhead(span, how);
          const at = stateAt(claimed.slot);
          if (Atomics.wait(counters, at, AT_WORK, PATIENCE_MS) !== 'timed-out') continue;
        }
        how.make(own, span);
        return keepOwn(page);
      }
    },
  };
}

/** Copies a page into a slot. False if it is too large. */
function put(page: Page, shared: SharedPages, slot: number): boolean {
  const { fromMs, toMs, first, base, rows, ms, which, late } = page;
  if (rows > SLOT_ROWS || late.length > SLOT_LATE) return false;
  shared.facts.set([fromMs, toMs, first, base, rows, late.length], FACTS * slot + 1);
  shared.ms.set(ms.subarray(0, rows), SLOT_ROWS * slot);
  shared.which.set(which.subarray(0, rows), SLOT_ROWS * slot);
  shared.late.set(late, SLOT_LATE * slot);
  return true;
}

function pageIn({ facts, ms, which, late }: SharedPages, slot: number): Page {
  const [, fromMs, toMs, first, base, rows, words] = facts.subarray(FACTS * slot, FACTS * (slot + 1));
  const [fromRow, fromWord] = [SLOT_ROWS * slot, SLOT_LATE * slot];
  return {
    fromMs,
    toMs,
    first,
    base,
    rows,
    ms: ms.subarray(fromRow, fromRow + rows),
    which: which.subarray(fromRow, fromRow + rows),
    late: late.subarray(fromWord, fromWord + words),
  };
}
