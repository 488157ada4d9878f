import type { Counts } from './report.ts';
import type { Truth } from './truth.ts';

/** Lines that are no rows: some were sent as such. */
export interface Unreadable {
  readonly take: (line: string) => void;
  readonly counts: () => Pick<Counts, 'unreadable' | 'malformed'>;
}

/** Different lines that are kept while rows are sent, as they may turn out to have been sent. */
const KEPT = 100_000;

/** @param truth that of now */
export function newUnreadable(truth: () => Truth): Unreadable {
  const seen = new Map<string, number>();
  let others = 0;
  return {
    take(line) {
      const { malformed, isOpen = false } = truth();
      if (malformed?.has(line) === true || seen.has(line) || (isOpen && seen.size < KEPT))
        seen.set(line, (seen.get(line) ?? 0) + 1);
      else others++;
    },
    counts() {
      const { malformed = new Map<string, number>(), isOpen = false } = truth();
      const sent = [...malformed.values()].reduce((sum, count) => sum + count, 0);
      let there = 0;
      let unknown = 0;
      for (const [line, count] of seen) {
        const known = Math.min(count, malformed.get(line) ?? 0);
        there += known;
        unknown += count - known;
      }
      return { unreadable: others + (isOpen ? 0 : unknown), malformed: { sent, there } };
    },
  };
}
