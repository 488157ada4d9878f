/**
 * How many rows of a timeline have to be due before a position of the run is.
 *
 * @param positions how many positions are due when so many rows are. Never decreases
 * @param hasMore whether there is a row of this number. Default: always
 */
export function rowsUpTo(
  position: number,
  positions: (rows: number) => number,
  hasMore: (row: number) => boolean = () => true,
): number {
  // As a rule, positions are rows, and times are known near those that are looked up.
  let [low, high] = [position, position + 1];
  for (let step = 1; positions(high) <= position && hasMore(high); step *= 2)
    [low, high] = [high, high + step];
  for (let step = 1; low > 0 && positions(low) > position; step *= 2)
    [low, high] = [Math.max(0, low - step), low];
  while (high - low > 1) {
    const middle = low + Math.floor((high - low) / 2);
    if (positions(middle) <= position) low = middle;
    else high = middle;
  }
  return high;
}
