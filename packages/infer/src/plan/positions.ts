/** Elements of a list whose positions may have values of their own: coordinates, ranges, pairs. */
const MOST_POSITIONS = 4;

/** The numbers at each position of lists of one length, if they lie apart: longitude and latitude. Undefined if they are alike. */
export function positionsOf(
  lists: readonly (readonly unknown[])[],
  count: unknown,
): readonly (readonly number[])[] | undefined {
  if (typeof count !== 'number' || count < 2 || count > MOST_POSITIONS) return undefined;
  const columns = Array.from({ length: count }, (_, at) =>
    lists.map((list) => list[at]).filter((value) => typeof value === 'number'),
  );
  if (columns.some((column) => column.length < lists.length)) return undefined;
  const ends = columns.map((column) => [Math.min(...column), Math.max(...column)] as const);
  return ends.some(([min], i) => ends.some(([, max], j) => i !== j && min > max)) ? columns : undefined;
}
