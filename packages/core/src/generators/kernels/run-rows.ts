/** Rows per run: enough to forget the cost of a call, few enough for the scratch to stay in the processor's cache. */
export const RUN_ROWS = 128;

/** The places of a run of all rows. */
export const EVERY_ROW = Int32Array.from({ length: RUN_ROWS }, (_, r) => r);
