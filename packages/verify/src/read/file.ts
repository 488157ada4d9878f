import type { AsyncBuffer } from 'hyparquet';
import { isObject } from '@catbird/engine';
import { readRows } from '@catbird/infer';
import type { Arrived, Arrivals } from '../contract.ts';
import type { Reading } from '../same.ts';
import { AT_ONCE, joined, LINE_BYTES, textLines, type Lines } from './lines.ts';

/** What has arrived in a file. */
export interface ArrivedFile extends Reading {
  /** Its rows in order, once. @throws Error if it cannot be read to its end */
  readonly rows: AsyncIterable<Arrivals>;
}

/** Bytes that tell the format. */
export const SNIFFED = 64 * 1024;

type Format = 'lines' | 'values' | 'table' | 'parquet';

/**
 * Reads lines of JSON, a JSON array, CSV, TSV or Parquet. Its beginning shows the format.
 *
 * @param chunks of the file, unpacked
 * @param whole opens the file again for Parquet, whose index is at its end
 * @param withTimes adds the times at which lines arrived. Default: they are not known
 * @throws what `chunks` throws
 */
export async function arrivedIn(
  chunks: AsyncIterable<Uint8Array>,
  whole: () => Promise<AsyncBuffer>,
  withTimes: (lines: Lines) => Arrivals = ({ rows }) => ({ rows }),
): Promise<ArrivedFile> {
  const { start, all } = await peeked(chunks);
  const format = formatOf(start);
  return {
    isLoose: format === 'table' || format === 'parquet',
    emptyIsNull: format === 'table',
    rows: format === 'parquet' ? parquetIn(whole) : rowsOf(format, all, withTimes),
  };
}

async function* parquetIn(whole: () => Promise<AsyncBuffer>): AsyncGenerator<Arrivals> {
  const { parquetRows } = await import('./parquet.ts');
  yield* parquetRows(await whole());
}

/** The beginning of chunks, and all of them. */
export async function peeked(
  chunks: AsyncIterable<Uint8Array>,
): Promise<{ readonly start: Uint8Array; readonly all: AsyncIterable<Uint8Array> }> {
  const each = chunks[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let bytes = 0;
  while (bytes < SNIFFED) {
    const next = await each.next();
    if (next.done === true) break;
    first.push(next.value);
    bytes += next.value.length;
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    yield* first;
    yield* { [Symbol.asyncIterator]: () => each };
  }
  return { start: joined(first), all: all() };
}

function formatOf(start: Uint8Array): Format {
  const text = new TextDecoder().decode(start).trimStart();
  if (text.startsWith('PAR1')) return 'parquet';
  if (text.startsWith('ARROW1') || text.startsWith('\uFFFD\uFFFD\uFFFD\uFFFD'))
    throw new Error('Arrow is not read here. Write the rows as Parquet, CSV or lines of JSON');
  if (text.startsWith('[') || text.startsWith('\u001e')) return 'values';
  // A first line that is cut or corrupted is still a line.
  return text.startsWith('{')
    ? /^\{\s*$/m.test(text.split('\n', 1)[0] ?? '')
      ? 'values'
      : 'lines'
    : 'table';
}

async function* rowsOf(
  format: Format,
  chunks: AsyncIterable<Uint8Array>,
  withTimes: (lines: Lines) => Arrivals,
): AsyncGenerator<Arrivals> {
  if (format === 'lines') for await (const lines of textLines(chunks)) yield withTimes(lines);
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
          add(isObject(row) ? row : unreadable);
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

/** Passes items from a writer to a reader, one at a time. */
export interface Channel<Item> {
  /** Resolves once the reader has taken the item, or reads no more. */
  readonly put: (item: Item) => Promise<void>;
  /** No more items come. Those that were put are still read. */
  readonly end: () => void;
  /** The reader gets this error after what was put. Only the first counts. */
  readonly fail: (error: unknown) => void;
  /** The reader reads no more. */
  readonly close: () => void;
  readonly all: AsyncIterable<Item>;
}

/** An open channel. */
export function newChannel<Item>(): Channel<Item> {
  const { readable, writable } = new TransformStream<Item, Item>();
  const [reader, writer] = [readable.getReader(), writable.getWriter()];
  let last = Promise.resolve();
  // The reader gets errors. A writer need not know that it has left.
  const settled = (writing: Promise<void>): Promise<void> => writing.catch(() => undefined);
  void settled(writer.closed);
  async function* all(): AsyncGenerator<Item> {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  }
  /** What was put is read before. */
  const abort = async (error: unknown): Promise<void> => {
    await last;
    await settled(writer.abort(error));
  };
  return {
    put: (item) => (last = settled(writer.write(item))),
    end: () => void settled(writer.close()),
    fail: (error) => void abort(error),
    close: () => void settled(reader.cancel()),
    all: all(),
  };
}
