/** Which row stands at place `row` of a stream that begins at row 0 and repeats the `count` rows from `first` on for ever. */
export const looped = (row: number, first: number, count: number): number =>
  row < first ? row : first + ((row - first) % count);
