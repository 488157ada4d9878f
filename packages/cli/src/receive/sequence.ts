/** Finds gaps and duplicates in whole numbers that should count up, in whatever order they come. */
export interface Sequence {
  /** Notes one row's number; what is no whole number from 0 on counts as a row without one. */
  note(value: unknown): void;
  readonly duplicates: number;
  /** Numbers between the least and the greatest that have not come. */
  readonly missing: number;
  readonly without: number;
}

const WORD_BITS = 32;
const PAGE_BITS = 65_536;

/** A sequence kept as bits: 8 KiB for each 65,536 numbers. */
export function newSequence(): Sequence {
  const pages = new Map<number, Uint32Array>();
  let least = Infinity;
  let greatest = -Infinity;
  let distinct = 0;
  let duplicates = 0;
  let without = 0;
  return {
    note(value) {
      if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) {
        without++;
        return;
      }
      const index = Math.floor(value / PAGE_BITS);
      let page = pages.get(index);
      if (page === undefined) pages.set(index, (page = new Uint32Array(PAGE_BITS / WORD_BITS)));
      const place = value % PAGE_BITS;
      const word = Math.floor(place / WORD_BITS);
      const bit = 1 << (place % WORD_BITS);
      const bits = page[word] ?? 0;
      if ((bits & bit) !== 0) {
        duplicates++;
        return;
      }
      page[word] = bits | bit;
      distinct++;
      least = Math.min(least, value);
      greatest = Math.max(greatest, value);
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
  };
}
