import { type Spread, formatSchema } from '@catbird/engine';
import type { GeneratedRows } from '../worker/schema-protocol.ts';

/** The rows that a digest covers. At given times, they follow from schema, seed and engine. */
export const DIGEST_ROWS: Spread = { rows: 32, firstMs: Date.UTC(2026, 0, 1), lastMs: Date.UTC(2026, 0, 2) };

/**
 * Shows whether a later version of the page would make other rows of a run, because it has another template or another engine: FNV-1a
 * of the schema, however it is formatted, and of its first rows. http://www.isthe.com/chongo/tech/comp/fnv/
 *
 * @param rows those of `DIGEST_ROWS`
 */
export async function rowsDigest(content: string, rows: GeneratedRows): Promise<string> {
  const lines = rows.kind === 'rows' ? rows.lines : '';
  return digestOf([formatSchema(content), '\n', lines]);
}

/** FNV-1a of texts. */
export async function digestOf(parts: readonly (string | Blob)[]): Promise<string> {
  const bytes = new Uint8Array(await new Blob([...parts]).arrayBuffer());
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
