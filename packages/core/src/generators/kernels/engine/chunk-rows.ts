/** Rows per run: enough to forget the cost of a call, few enough for the scratch to stay in the processor's cache. */
export const CHUNK_ROWS = 128;

/** The places of a run of all rows. */
export const EVERY_ROW = Int32Array.from({ length: CHUNK_ROWS }, (_, r) => r);
