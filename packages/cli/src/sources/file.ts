import { createReadStream } from 'node:fs';
import { readRows } from '@catbird/core/internal/inference';
import type { Arrived } from '@catbird/core/verify';
import { readingFailure } from '../files/error-code.ts';
import { gunzipped } from '../files/gunzip.ts';
import { kindOf, statOf } from '../files/identity.ts';
import type { Terminal } from '../terminal.ts';
import { AT_ONCE, LINE_BYTES, linesOf } from './lines.ts';
import { parquetRows } from './parquet.ts';
import { SourceError, type Source } from './source.ts';

/** Bytes that tell the format. */
const SNIFFED = 64 * 1024;

type Format = 'lines' | 'values' | 'table' | 'parquet';

/** Reads a file of lines of JSON, a JSON array, CSV, TSV or Parquet, gzip or not; `-` is standard input. */
export async function fileSource(
  file: string,
  { inputBytes }: Pick<Terminal, 'inputBytes'>,
): Promise<Source> {
  const name = file === '-' ? 'standard input' : file;
  const before = file === '-' ? undefined : versionOf(file);
  const opened = await begin(gunzipped(file === '-' ? inputBytes() : createReadStream(file)), name);
  const { format } = opened;
  return {
    name,
    isLoose: format !== 'lines' && format !== 'values',
    emptyIsNull: format === 'table',
    async *read() {
      try {
        if (format === 'lines') yield* linesOf(opened.chunks);
        else if (format === 'parquet') yield* parquetRows(file);
        else yield* rowsOf(opened.chunks);
      } catch (error) {
        if (error instanceof SourceError) throw error;
        throw new SourceError(`${name} cannot be read to its end: ${readingFailure(error)}`, {
          cause: error,
        });
      }
      if (before !== undefined && versionOf(file) !== before)
        throw new SourceError(`${name} changed while it was read. Wait until it is complete`, {
          isPassing: true,
        });
    },
  };
}

function versionOf(file: string): string {
  const found = statOf(file);
  if (found === undefined) throw new SourceError(`${file} does not exist`, { isPassing: true });
  if (found.isDirectory()) throw new SourceError(`${file} is ${kindOf(found)}. Name its files`);
  return `${found.size} ${found.mtimeMs}`;
}

/** The chunks of a file, and the format that its beginning tells. */
async function begin(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
): Promise<{ readonly format: Format; readonly chunks: AsyncIterable<Uint8Array> }> {
  const each = chunks[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let bytes = 0;
  try {
    while (bytes < SNIFFED) {
      const next = await each.next();
      if (next.done === true) break;
      first.push(next.value);
      bytes += next.value.length;
    }
  } catch (error) {
    throw new SourceError(`${name} cannot be read: ${readingFailure(error)}`, { cause: error });
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    yield* first;
    yield* { [Symbol.asyncIterator]: () => each };
  }
  return { format: formatOf(Buffer.concat(first)), chunks: all() };
}

function formatOf(start: Uint8Array): Format {
  const text = new TextDecoder().decode(start).trimStart();
  if (text.startsWith('PAR1')) return 'parquet';
  if (text.startsWith('[') || text.startsWith('\u001e')) return 'values';
  // A first line that is cut or corrupted is still a line.
  return text.startsWith('{')
    ? /^\{\s*$/m.test(text.split('\n', 1)[0] ?? '')
      ? 'values'
      : 'lines'
    : 'table';
}

/** The rows of a JSON array or a table. What is no row is passed on as bytes that are none. */
async function* rowsOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<readonly Arrived[]> {
  let rows: Arrived[] = [];
  const unreadable = new TextEncoder().encode('?');
  const queue: (readonly Arrived[])[] = [];
  const add = (row: Arrived): void => {
    rows.push(row);
    if (rows.length < AT_ONCE) return;
    queue.push(rows);
    rows = [];
  };
  const pieces = chunks[Symbol.asyncIterator]();
  let wake: (() => void) | undefined;
  async function* paced(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const next = await pieces.next();
      if (next.done === true) return;
      yield next.value;
      wake?.();
      // What was read is judged before more is.
      while (queue.length > 0) await new Promise((resolve) => setImmediate(resolve));
    }
  }
  let failure: unknown;
  let isDone = false;
  const reading = readRows(
    paced(),
    { rowChars: LINE_BYTES },
    () => ({
      offer(_chars, parse) {
        const row = parse();
        add(typeof row === 'object' && row !== null ? (row as Arrived) : unreadable);
      },
      skip: (reason) => void (reason === 'too few cells' || reason === 'too many cells' || add(unreadable)),
    }),
    { isRaw: true },
  )
    .then(({ cutOff }) => void (failure = cutOff === undefined ? undefined : new Error(cutOff)))
    .catch((error: unknown) => void (failure = error))
    .finally(() => {
      isDone = true;
      wake?.();
    });
  while (!isDone || queue.length > 0) {
    const next = queue.shift();
    if (next !== undefined) yield next;
    else if (!isDone) await new Promise<void>((resolve) => (wake = resolve));
  }
  await reading;
  if (rows.length > 0) yield rows;
  if (failure !== undefined) throw failure;
}
