// The packages that make up @catbird/core. They are not published by themselves.

/** From the bottom up: each may import those before it. */
export const PARTS = ['engine', 'send', 'formats', 'infer', 'verify', 'stream'];
