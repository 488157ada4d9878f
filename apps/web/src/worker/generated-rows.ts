import {
  messagesOf,
  compileWithDrops,
  withoutDropped,
  loadData,
  newBatch,
  payload,
  rowsIn,
  timesOver,
  type Schema,
  type SchemaResult,
  type Spread,
} from '@catbird/engine';
import type { GeneratedRows, RowsRequest } from './schema-protocol.ts';

/** All rows together, about. */
const MOST_BYTES = 8 * 2 ** 20;

/** Rows of a batch. */
const AT_ONCE = { rows: 2048, bytes: 256 * 1024 };

/** Rows that show how large the others are. */
const MEASURED_ROWS = 32;

/** The first rows of a schema, spread over a span of time: fewer if they are large, or if the schema has no more. */
export async function generatedRows(
  { seed, spread }: Pick<RowsRequest, 'seed' | 'spread'>,
  parsed: SchemaResult,
): Promise<GeneratedRows> {
  if (!parsed.ok) return { kind: 'issues', issues: parsed.issues };
  const { schema } = parsed;
  try {
    await loadData(schema);
    const available = Math.min(spread.rows, rowsIn(schema));
    const measured = Math.min(MEASURED_ROWS, available);
    if (measured === 0) return { kind: 'failed', message: 'The schema makes no rows' };
    const start = linesOf(schema, seed, { ...spread, rows: measured });
    const rows = Math.min(available, Math.max(measured, Math.floor((MOST_BYTES * measured) / start.size)));
    return { kind: 'rows', lines: linesOf(schema, seed, { ...spread, rows }) };
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

/** @throws RangeError if the rows cannot be timed, or what a generator throws */
function linesOf(schema: Schema, seed: string, spread: Spread): Blob {
  const times = timesOver(schema, seed, spread);
  if (!times.ok) throw new RangeError(messagesOf(times.issues).join('. '));
  const writer = compileWithDrops(schema, seed);
  const batch = newBatch();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for (let first = 0; first < spread.rows; first += batch.count) {
    const count = Math.min(AT_ONCE.rows, spread.rows - first);
    const filled = writer.fill(batch, { first, count, maxBytes: AT_ONCE.bytes, time: times.value });
    // The next rows take the place of these.
    pieces.push(payload(withoutDropped(filled)).slice());
  }
  return new Blob(pieces);
}
