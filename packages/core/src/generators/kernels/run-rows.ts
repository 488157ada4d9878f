/** Rows per run: enough to forget the cost of a call, few enough for the scratch to stay in the processor's cache. */
export const RUN_ROWS = 128;
