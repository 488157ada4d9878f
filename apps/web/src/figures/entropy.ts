/** A histogram is flat from this part of the highest entropy on, and tells little. */
const FLAT = 0.985;

/** The entropy of a distribution, in bits: C. E. Shannon, "A Mathematical Theory of Communication", 1948. */
export function entropyOf(counts: Iterable<number>): number {
  const all = [...counts].filter((count) => count > 0);
  const total = all.reduce((sum, count) => sum + count, 0);
  return all.reduce((sum, count) => sum - (count / total) * Math.log2(count / total), 0);
}

/** What a histogram with this entropy tells beside shares, in bits. @param bins how many it has */
export const histogramBits = (entropy: number, bins: number): number =>
  entropy * (entropy > FLAT * Math.log2(bins) ? 0.1 : 0.5);
