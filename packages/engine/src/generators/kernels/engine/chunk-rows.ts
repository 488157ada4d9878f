/** Maximum rows per chunk: enough to amortise a call, few enough to keep the scratch in the processor's cache. */
export const CHUNK_ROWS = 192;

/** The `selection` of a full chunk. */
export const EVERY_ROW = Int32Array.from({ length: CHUNK_ROWS }, (_, r) => r);
