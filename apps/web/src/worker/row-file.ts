import {
  compile,
  csvColumns,
  csvHeader,
  csvRecord,
  loadData,
  newBatch,
  payload,
  rowsIn,
  texts,
  type Batch,
  type Schema,
  type SchemaResult,
} from '@catbird/core';
import { rowsWithin } from '@catbird/core/statistics';
import { growthIssue } from './growth.ts';
import type { FileAnswer, FilePort, FileRequest } from './schema-protocol.ts';
import { timesOf } from './times.ts';

/** Rows of a piece. */
const AT_ONCE = { rows: 8192, bytes: 256 * 1024 };

const encoder = new TextEncoder();

/** Part of a file. */
interface Piece {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Rows of this piece. */
  readonly rows: number;
}

/**
 * Answers each message of a port with the next piece of a file. The last answer says how many rows the file has, or why there is none.
 *
 * @param parsed the schema of its rows
 */
export async function serveFile(request: FileRequest, parsed: SchemaResult, port: FilePort): Promise<void> {
  let rows = 0;
  const answer = (pieces: Iterator<Piece, void>): FileAnswer => {
    try {
      const { value, done } = pieces.next();
      if (done === true) return { kind: 'complete', rows };
      rows += value.rows;
      return { kind: 'piece', bytes: value.bytes, rows };
    } catch (error) {
      return failure(error);
    }
  };
  const started = await begin(request, parsed);
  port.addEventListener('message', () => {
    if ('kind' in started) return port.postMessage(started, []);
    const next = answer(started);
    return port.postMessage(next, next.kind === 'piece' ? [next.bytes.buffer] : []);
  });
  port.start();
}

async function begin(
  request: FileRequest,
  parsed: SchemaResult,
): Promise<Iterator<Piece, void> | Extract<FileAnswer, { readonly kind: 'failed' }>> {
  if (!parsed.ok) return { kind: 'failed', message: 'Fix the errors in the schema first.' };
  try {
    await loadData(parsed.schema);
    return filePieces(request, parsed.schema, () => Date.now());
  } catch (error) {
    return failure(error);
  }
}

const failure = (error: unknown): Extract<FileAnswer, { readonly kind: 'failed' }> => ({
  kind: 'failed',
  message: error instanceof Error ? error.message : String(error),
});

/**
 * The first rows of a stream that starts now, as `catbird sample` prints them: fewer if the stream has no more. As CSV, they follow a
 * header.
 *
 * @param now the wall clock, in milliseconds since 1970: the time of rows that have no other
 * @throws RangeError if the rows cannot be timed
 */
export function* filePieces(
  { text, seed, time, rows, format }: FileRequest,
  schema: Schema,
  now: () => number,
): Generator<Piece, void> {
  const { time: times, computed } = timesOf(time, { schema, seed, nowMs: now() });
  const growth = computed === undefined ? growthIssue(text.content, schema) : undefined;
  if (growth !== undefined) throw new RangeError(growth.message);
  const available = Math.min(rowsIn(schema), rowsWithin(computed, rows));
  const writer = compile(schema, { seed });
  const columns = csvColumns(schema);
  if (format === 'csv') yield { bytes: encoder.encode(csvHeader(columns)), rows: 0 };
  const batch = newBatch();
  for (let first = 0; first < available; first += batch.count) {
    const count = Math.min(AT_ONCE.rows, available - first);
    const at = computed === undefined ? { startMs: now(), stepMs: 0 } : times;
    const filled = writer.fill(batch, { first, count, maxBytes: AT_ONCE.bytes, time: at });
    yield {
      bytes: format === 'csv' ? csvBytes(filled, columns) : payload(filled).slice(),
      rows: filled.count,
    };
  }
}

function csvBytes(batch: Batch, columns: readonly string[]): Uint8Array<ArrayBuffer> {
  let records = '';
  for (const line of texts(batch)) records += csvRecord(line, columns);
  return encoder.encode(records);
}
