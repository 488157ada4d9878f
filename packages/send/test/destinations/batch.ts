import type { Batch, Side } from '../../../engine/src/rows/batch.ts';
import { textAt } from '../../../engine/src/rows/named-field.ts';

const encoder = new TextEncoder();

/** A batch of these values as JSON lines, as the engine encodes rows; with the keys in `keyField`, if given. */
export const batchOf = (rows: readonly unknown[], keyField?: string): Batch => ({
  ...batchOfLines(rows.map((row) => JSON.stringify(row))),
  ...(keyField !== undefined && { sides: rows.map((row) => ({ key: textAt(row, [keyField]) })) }),
});

/** A batch of these values, with what travels beside each. */
export const batchWith = (rows: readonly (readonly [row: unknown, side: Side])[]): Batch => ({
  ...batchOf(rows.map(([row]) => row)),
  sides: rows.map(([, side]) => side),
});

/** A batch of these lines, whatever they contain. */
export function batchOfLines(lines: readonly string[]): Batch {
  let end = 0;
  const ends = lines.map((line) => (end += encoder.encode(line).length + 1));
  // Extra space after the last row, as in a reused buffer.
  const bytes = new Uint8Array(end + 16).fill(0x21);
  bytes.set(encoder.encode(lines.map((line) => `${line}\n`).join('')));
  return { first: 0, count: lines.length, bytes, ends: Uint32Array.from(ends) };
}
