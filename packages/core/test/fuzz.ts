/** How many times as many random cases as usual are tried: FUZZ, or 1. fuzz.long.test.ts tries more. */
const TIMES = Number(process.env['FUZZ'] ?? 1);

/** The number of random cases to try. @param usual in a short run */
export const cases = (usual: number): number => usual * TIMES;
