import { mix } from '@catbird/engine';

/** Keeps some of many, all equally likely, without randomness: the same ones each time. */
export interface Kept<Item> {
  readonly add: (item: Item) => void;
  /** In the order in which they came. */
  readonly items: () => readonly Item[];
  /** How many were added. */
  readonly count: number;
}

/** Keeps at most `most` of the items. */
export function newKept<Item>(most: number): Kept<Item> {
  const kept: { readonly item: Item; readonly at: number }[] = [];
  let count = 0;
  return {
    add(item) {
      const at = count++;
      if (kept.length < most) {
        kept.push({ item, at });
        return;
      }
      const place = Math.floor(((mix(at) >>> 0) / 2 ** 32) * count);
      if (place < most) kept[place] = { item, at };
    },
    items: () => kept.toSorted((a, b) => a.at - b.at).map(({ item }) => item),
    get count() {
      return count;
    },
  };
}
