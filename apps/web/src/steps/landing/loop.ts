/** The row at index `row` of a stream that starts at row 0 and then repeats the `count` rows from `first` on. */
export const loopRow = (row: number, first: number, count: number): number =>
  row < first ? row : first + ((row - first) % count);
