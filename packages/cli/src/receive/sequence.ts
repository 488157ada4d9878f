/** Finds gaps and duplicates in whole numbers that should increase by 1, in any order. */
export interface Sequence {
  /**
   * Adds a row's number. Anything but a whole number of at least 0 counts as a row without one.
   *
   * @returns whether it is new
   */
  note(value: unknown): boolean;
  readonly duplicates: number;
  /** Missing numbers between the smallest and the largest. */
  readonly missing: number;
  readonly without: number;
  /** Numbers below this were forgotten, to bound memory. 0 if none were. */
  readonly forgottenBelow: number;
  /** Rows with forgotten numbers: each may fill a gap or be a duplicate. */
  readonly unchecked: number;
}

const WORD_BITS = 32;
const PAGE_BITS = 65_536;

/** Maximum number of partly filled pages: 32 MiB, for numbers spread over 268 million. */
const MAX_PAGES = 4096;

/** A page and how many of its bits are set. A full page needs no bits. */
interface Page {
  readonly bits: Uint32Array | undefined;
  count: number;
}

const FULL: Page = { bits: undefined, count: PAGE_BITS };

/** A sequence stored as bits: 8 KiB for 65,536 numbers of which some are missing. Beyond `mostPages` of these, the lowest are forgotten. */
export function newSequence(mostPages = MAX_PAGES): Sequence {
  const pages = new Map<number, Page>();
  let partial = 0;
  let forgottenBelow = 0;
  let least = Infinity;
  let greatest = -Infinity;
  let distinct = 0;
  let duplicates = 0;
  let without = 0;
  let unchecked = 0;

  /** Forgets the lowest eighth of the pages. Forgetting single pages would scan all of them for each row. */
  function forgetLowest(): void {
    const kept = [...pages].filter(([, page]) => page !== FULL).sort(([a], [b]) => a - b);
    const forgotten = Math.ceil(kept.length / 8);
    const end = (kept[forgotten - 1]?.[0] ?? 0) + 1;
    for (const index of pages.keys()) if (index < end) pages.delete(index);
    forgottenBelow = end * PAGE_BITS;
    partial -= forgotten;
  }

  function pageOf(index: number): Page {
    const known = pages.get(index);
    if (known !== undefined) return known;
    const page = { bits: new Uint32Array(PAGE_BITS / WORD_BITS), count: 0 };
    pages.set(index, page);
    partial++;
    return page;
  }

  /** Marks a number; false if it was marked before. */
  function mark(value: number): boolean {
    const index = Math.floor(value / PAGE_BITS);
    const page = pageOf(index);
    if (page.bits === undefined) return false;
    const place = value % PAGE_BITS;
    const word = Math.floor(place / WORD_BITS);
    const bit = 1 << (place % WORD_BITS);
    const bits = page.bits[word] ?? 0;
    if ((bits & bit) !== 0) return false;
    page.bits[word] = bits | bit;
    page.count++;
    if (page.count === PAGE_BITS) {
      pages.set(index, FULL);
      partial--;
    } else if (partial > mostPages) forgetLowest();
    return true;
  }

  return {
    note(value) {
      if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) without++;
      else if (value < forgottenBelow) unchecked++;
      else if (mark(value)) {
        distinct++;
        least = Math.min(least, value);
        greatest = Math.max(greatest, value);
        return true;
      } else duplicates++;
      return false;
    },
    get duplicates() {
      return duplicates;
    },
    get missing() {
      return distinct === 0 ? 0 : greatest - least + 1 - distinct;
    },
    get without() {
      return without;
    },
    get forgottenBelow() {
      return forgottenBelow;
    },
    get unchecked() {
      return unchecked;
    },
  };
}
