/** Memory that the fields of all rows share. */
export interface Budget {
  /** Distinct values that may still be kept. */
  values: number;
  /** Characters of distinct texts that may still be kept. */
  chars: number;
  /** Numbers that may still be kept. */
  numbers: number;
}

/** About 150 MB at most. Rows of 16 MiB, which are read by default, never get there. */
export const newBudget = (): Budget => ({ values: 1_000_000, chars: 32 * 2 ** 20, numbers: 8 * 2 ** 20 });
