/** Pseudorandom numbers in [0, 1), the same for the same seed. Knuth's constants: https://en.wikipedia.org/wiki/Linear_congruential_generator */
export function chance(seed: number): () => number {
  let state = BigInt(seed) + 1n;
  return () => {
    state = BigInt.asUintN(64, state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n);
    return Number(state >> 11n) / 2 ** 53;
  };
}
