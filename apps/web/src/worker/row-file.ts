import {
  messagesOf,
  compileWithDrops,
  withoutDropped,
  kindsOf,
  loadData,
  loadZones,
  newBatch,
  payload,
  rowsIn,
  type RowWriter,
  type Schema,
  type SchemaResult,
} from '@catbird/engine';
import { type FormatFile, formatOfFile, newFile, withFormat } from '@catbird/formats';
import { rowsWithin } from '@catbird/verify';
import { growthIssue } from './row-times.ts';
import type { FileAnswer, FileRequest } from './schema-protocol.ts';
import { timesOf } from './row-times.ts';

/** Rows of a piece. */
const AT_ONCE = { rows: 8192, bytes: 256 * 1024 };

/** Part of a file. */
interface Piece {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Rows of this piece. */
  readonly rows: number;
}

/** Each call makes the next piece of a file. The last one says how many rows the file has, or why there is none. @param parsed the schema of its rows */
export async function piecesOf(request: FileRequest, parsed: SchemaResult): Promise<() => FileAnswer> {
  let rows = 0;
  const started = await begin(request, parsed);
  return () => {
    if ('kind' in started) return started;
    try {
      const { value, done } = started.next();
      if (done === true) return { kind: 'complete', rows };
      rows += value.rows;
      return { kind: 'piece', bytes: value.bytes, rows };
    } catch (error) {
      return failure(error);
    }
  };
}

async function begin(
  request: FileRequest,
  parsed: SchemaResult,
): Promise<Iterator<Piece, void> | Extract<FileAnswer, { readonly kind: 'failed' }>> {
  if (!parsed.ok) return { kind: 'failed', message: 'Fix the errors in the schema first.' };
  try {
    await Promise.all([loadData(parsed.schema), loadZones(request.time.settings?.zone)]);
    const format = await formatFor(request, parsed.schema);
    return filePieces(request, parsed.schema, Date.now(), format);
  } catch (error) {
    return failure(error);
  }
}

const failure = (error: unknown): Extract<FileAnswer, { readonly kind: 'failed' }> => ({
  kind: 'failed',
  message: error instanceof Error ? error.message : String(error),
});

/** How rows are written to a file. */
export interface FileWriting {
  readonly writer: (rows: RowWriter) => RowWriter;
  readonly file: FormatFile;
}

/** Loads the format of a file. Undefined for lines of JSON. @throws Error if a field cannot be written in it */
export async function formatFor(
  { format }: Pick<FileRequest, 'format'>,
  schema: Schema,
): Promise<FileWriting | undefined> {
  if (format === 'ndjson') return undefined;
  // People mostly open files that a page saved in a spreadsheet.
  const plan = await formatOfFile(`rows.${format}`)?.plan(kindsOf(schema), { spreadsheetSafe: true });
  if (plan?.ok !== true) throw new Error(plan && messagesOf(plan.issues).join('\n'));
  return { writer: (rows) => withFormat(rows, plan), file: newFile(plan) };
}

/**
 * The first rows of a stream that starts now, with the times that the table of rows shows: fewer if the stream has no more.
 *
 * @param nowMs when it starts, in milliseconds since 1970
 * @param format how they are written. Default: as lines of JSON
 * @throws RangeError if the rows cannot be timed
 */
export function* filePieces(
  { text, seed, time, rows }: FileRequest,
  schema: Schema,
  nowMs: number,
  format?: FileWriting,
): Generator<Piece, void> {
  const { time: times, computed } = timesOf(time, { schema, seed, nowMs });
  const growth = computed === undefined ? growthIssue(text.content, schema) : undefined;
  if (growth !== undefined) throw new RangeError(growth.message);
  const available = Math.min(rowsIn(schema), rowsWithin(computed, rows));
  const lines = compileWithDrops(schema, seed);
  const writer = format === undefined ? lines : format.writer(lines);
  if (format !== undefined) yield { bytes: format.file.begin().slice(), rows: 0 };
  const batch = newBatch();
  for (let first = 0; first < available; first += batch.count) {
    const count = Math.min(AT_ONCE.rows, available - first);
    const filled = writer.fill(batch, { first, count, maxBytes: AT_ONCE.bytes, time: times });
    const sent = withoutDropped(filled);
    yield {
      bytes: (format === undefined ? payload(sent) : format.file.add(sent)).slice(),
      rows: sent.count,
    };
  }
  if (format !== undefined) yield { bytes: format.file.end().slice(), rows: 0 };
}
