/** Index of the last element that passes, in a list in which those that pass come first; at least 0. */
export function lastWhere<T>(list: readonly T[], passes: (element: T) => boolean): number {
  let low = 0;
  let high = list.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (passes(list[middle])) low = middle;
    else high = middle - 1;
  }
  return low;
}
