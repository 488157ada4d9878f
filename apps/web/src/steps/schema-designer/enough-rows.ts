/** Rows that a figure needs. */
export const ENOUGH_ROWS = 200;
