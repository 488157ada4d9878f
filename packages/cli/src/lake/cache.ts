/** Bytes by name. */
export interface Cache {
  /** The bytes with a name. They are made once, however many ask for them, unless they have been forgotten since. */
  get(name: string, make: () => Promise<Uint8Array>): Promise<Uint8Array>;
}

/** Remembers bytes that were used last, as long as they fit. */
export function newCache(maxBytes: number): Cache {
  const known = new Map<string, { readonly bytes: Promise<Uint8Array>; size: number }>();
  let total = 0;
  return {
    get(name, make) {
      const found = known.get(name);
      if (found !== undefined) {
        // A map keeps its entries in order: the one that was used last comes last.
        known.delete(name);
        known.set(name, found);
        return found.bytes;
      }
      const entry = { bytes: make(), size: 0 };
      known.set(name, entry);
      const settle = ({ length }: Uint8Array): void => {
        entry.size = length;
        total += length;
        for (const [each, { size }] of known) {
          if (total <= maxBytes) break;
          // One without a size is still being made.
          if (size === 0) continue;
          known.delete(each);
          total -= size;
        }
      };
      // Whoever asked gets the error. The next one asks again.
      entry.bytes.then(settle, () => known.delete(name));
      return entry.bytes;
    },
  };
}
