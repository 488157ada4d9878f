/** The first place from `low` on that passes, by halves; `high` if none before it does. All places after one that passes pass, too. */
export function firstPlace(low: number, high: number, passes: (place: number) => boolean): number {
  while (low < high) {
    // The sum of two places may be above 2^53, where whole numbers are no longer exact.
    const middle = low + Math.floor((high - low) / 2);
    if (passes(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The last place, of the first `count` of ascending numbers, whose number is at most a limit; 0 if there is none. */
export const lastUpTo = (numbers: ArrayLike<number>, limit: number, count = numbers.length): number =>
  Math.max(0, firstPlace(0, count, (place) => (numbers[place] ?? 0) > limit) - 1);
