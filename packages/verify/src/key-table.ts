import { mix } from '@catbird/engine';

/** Keys with the rows that have them: 64 bits of hash decide, and 12 bytes of memory hold a key. */
export interface KeyTable {
  /** Adds a key. Returns the row that has it already; −1: none did. */
  readonly add: (key: string, row: number) => number;
  /** The row that has a key; −1: none has. */
  readonly find: (key: string) => number;
}

/** The table is at most so full. */
const FULL = 0.7;

/** A table for at most `keys` keys of rows below 2^32 − 1. */
export function newKeyTable(keys: number): KeyTable {
  const bits = Math.max(4, Math.ceil(Math.log2(keys / FULL)));
  const mask = 2 ** bits - 1;
  const rows = new Uint32Array(2 ** bits);
  const checks = new Int32Array(2 ** bits);
  let low = 0;
  let high = 0;
  const hash = (key: string): void => {
    low = 0x811c9dc5;
    high = 0x9747b28c;
    for (let i = 0; i < key.length; i++) {
      const unit = key.charCodeAt(i);
      low = Math.imul(low ^ unit, 0x01000193);
      high = Math.imul((high ^ unit) + (high << 5), 0x85ebca6b) ^ (high >>> 13);
    }
    low = mix(low);
    high = mix(high);
  };
  /** The place of the hashed key, or the free place where it belongs. */
  const place = (): number => {
    let at = low & mask;
    while (rows[at] !== 0 && checks[at] !== high) at = (at + 1) & mask;
    return at;
  };
  return {
    add(key, row) {
      hash(key);
      const at = place();
      if (rows[at] !== 0) return (rows[at] ?? 0) - 1;
      rows[at] = row + 1;
      checks[at] = high;
      return -1;
    },
    find(key) {
      hash(key);
      return (rows[place()] ?? 0) - 1;
    },
  };
}
