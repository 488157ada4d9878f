/** Texts with numbers, from 0 in the order in which they were added. */
export interface Words {
  readonly list: readonly Uint8Array[];
  /** The number of a text; −1 if it is none of them. */
  readonly find: (text: Uint8Array) => number;
  /** Adds a text that is none of them. It must not change. */
  readonly add: (text: Uint8Array) => void;
}

/** @param most texts are added */
export function newWords(most: number): Words {
  const list: Uint8Array[] = [];
  /** Numbers from 1 by hash, in the next free place. 0 is free. */
  const table = new Uint32Array(2 ** Math.ceil(Math.log2(2 * most + 2)));
  const mask = table.length - 1;
  const placeOf = (text: Uint8Array): number => {
    let place = hashOf(text) & mask;
    for (;;) {
      const n = table[place] ?? 0;
      const word = list[n - 1];
      if (word === undefined || isSame(word, text)) return place;
      place = (place + 1) & mask;
    }
  };
  return {
    list,
    find: (text) => (table[placeOf(text)] ?? 0) - 1,
    add(text) {
      if (list.length === most) throw new RangeError(`There is no place for more than ${most} texts`);
      table[placeOf(text)] = list.push(text);
    },
  };
}

/** FNV-1a: http://www.isthe.com/chongo/tech/comp/fnv/ */
function hashOf(text: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ (text[i] ?? 0), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
