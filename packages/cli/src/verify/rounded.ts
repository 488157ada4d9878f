import type { Tolerance } from '@catbird/verify';

/** Tolerances for columns of floating-point numbers, whose last digits depend on the order of additions. */
export const roundedBy = (columns: readonly string[]): Readonly<Record<string, Tolerance>> =>
  Object.fromEntries(columns.map((column) => [column, { relative: 1e-9 }]));
