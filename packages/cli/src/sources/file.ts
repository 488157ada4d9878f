import { createReadStream } from 'node:fs';
import { readRows } from '@catbird/core/internal/inference';
import type { Arrived } from '@catbird/core/verify';
import { readingFailure } from '../files/error-code.ts';
import { gunzipped } from '../files/gunzip.ts';
import { kindOf, statOf } from '../files/identity.ts';
import type { Terminal } from '../terminal.ts';
import { newChannel } from './channel.ts';
import { AT_ONCE, LINE_BYTES, linesOf, type Lines } from './lines.ts';
import { parquetRows } from './parquet.ts';
import { stamped } from './stamps.ts';
import { SourceError, type Arrivals, type Source } from './source.ts';

/** Bytes that tell the format. */
const SNIFFED = 64 * 1024;

/** Formats that the beginning of a file tells. */
export type Format = 'lines' | 'values' | 'table' | 'parquet';

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
        if (format === 'parquet') yield* parquetRows(file);
        else yield* rowsOf(opened, stamped(file));
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

/** The rows of a text that comes in pieces, gzip or not. @throws SourceError if its format is another one */
export async function* rowsIn(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
  isWanted: (format: Format) => boolean,
): AsyncGenerator<Arrivals> {
  const opened = await begin(gunzipped(chunks), name);
  if (!isWanted(opened.format)) throw new SourceError(`${name} has another format than its suffix tells`);
  yield* rowsOf(opened);
}

function versionOf(file: string): string {
  const found = statOf(file);
  if (found === undefined) throw new SourceError(`${file} does not exist`, { isPassing: true });
  if (found.isDirectory()) throw new SourceError(`${file} is ${kindOf(found)}. Name its files`);
  return `${found.size} ${found.mtimeMs}`;
}

interface Opened {
  readonly format: Format;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** The chunks of a file, and the format that its beginning tells. */
async function begin(chunks: AsyncIterable<Uint8Array>, name: string): Promise<Opened> {
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

async function* rowsOf(
  { format, chunks }: Opened,
  withTimes: (lines: Lines) => Arrivals = ({ rows }) => ({ rows }),
): AsyncGenerator<Arrivals> {
  if (format === 'lines') for await (const lines of linesOf(chunks)) yield withTimes(lines);
  else yield* valuesOf(chunks);
}

/** The rows of a JSON array or a table. What is no row is passed on as bytes that are none. */
async function* valuesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Arrivals> {
  const channel = newChannel<Arrivals>();
  const unreadable = new TextEncoder().encode('?');
  let rows: Arrived[] = [];
  const full: (readonly Arrived[])[] = [];
  const add = (row: Arrived): void => {
    rows.push(row);
    if (rows.length < AT_ONCE) return;
    full.push(rows);
    rows = [];
  };
  async function* paced(): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      yield chunk;
      // What was read is judged before more is.
      for (const group of full.splice(0)) await channel.put({ rows: group });
    }
  }
  const read = async (): Promise<void> => {
    const { cutOff } = await readRows(
      paced(),
      { rowChars: LINE_BYTES },
      () => ({
        offer(_chars, parse) {
          const row = parse();
          add(isRow(row) ? row : unreadable);
        },
        skip(reason) {
          if (reason !== 'too few cells' && reason !== 'too many cells') add(unreadable);
        },
      }),
      { isRaw: true },
    );
    for (const group of [...full, rows]) if (group.length > 0) await channel.put({ rows: group });
    if (cutOff !== undefined) throw new Error(cutOff);
  };
  read().then(channel.end, channel.fail);
  try {
    yield* channel.all;
  } finally {
    channel.close();
  }
}

const isRow = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
