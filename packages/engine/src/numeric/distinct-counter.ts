const REGISTERS = 2048;
const INDEX_BITS = 11;

/** Estimates how many distinct values there are, to about 2 %. */
export interface DistinctCounter {
  add(value: string): void;
  readonly count: number;
}

/** HyperLogLog with 2,048 registers. P. Flajolet et al., "HyperLogLog: the analysis of a near-optimal cardinality estimation algorithm", 2007. */
export function newDistinctCounter(): DistinctCounter {
  const registers = new Uint8Array(REGISTERS);
  return {
    add(value) {
      const h = hashOf(value);
      const index = h & (REGISTERS - 1);
      const rank = Math.clz32(h >>> INDEX_BITS) - INDEX_BITS + 1;
      if (rank > (registers[index] ?? 0)) registers[index] = rank;
    },
    get count() {
      let sum = 0;
      let zeros = 0;
      for (const rank of registers) {
        sum += 2 ** -rank;
        if (rank === 0) zeros++;
      }
      const alpha = 0.7213 / (1 + 1.079 / REGISTERS);
      const raw = (alpha * REGISTERS * REGISTERS) / sum;
      // Few values: counting empty registers is more exact.
      return Math.round(raw < 2.5 * REGISTERS && zeros > 0 ? REGISTERS * Math.log(REGISTERS / zeros) : raw);
    },
  };
}

/** FNV-1a, mixed by the finalizer of MurmurHash3. */
function hashOf(value: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < value.length; i++) h = Math.imul(h ^ value.charCodeAt(i), 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
