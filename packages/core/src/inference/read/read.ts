import type { Limits } from '../limits.ts';
import { newDecoder } from './decode.ts';
import { ndjsonReader } from './ndjson.ts';
import { formatOf, type Format } from './sniff.ts';
import type { Reader, RowSink } from './sink.ts';

/** Characters that decide on the format. */
const SNIFFED = 64 * 1024;

/** How a sample was read. */
export interface Reading {
  readonly format: Format['kind'];
  /** Lines in another encoding than UTF-8. */
  readonly foreignLines: number;
  /** Numbers of the table have a decimal comma. */
  readonly hasDecimalCommas?: boolean;
  /** Why the end is missing: the source failed. */
  readonly cutOff?: string;
}

/**
 * Reads rows of a sample in any format into a sink. If the source fails midway, such as a truncated gzip file, what came before counts.
 *
 * @throws what the source throws, if nothing came before
 */
export async function readRows(
  chunks: AsyncIterable<Uint8Array>,
  limits: Limits,
  sinkFor: (format: Format) => RowSink,
): Promise<Reading> {
  const decoder = newDecoder();
  let start = '';
  let reader: Reader | undefined;
  let format = { kind: 'ndjson' } as Format;
  const open = async (): Promise<Reader> => {
    format = formatOf(start);
    const opened = await readerOf(format, sinkFor(format), limits.rowChars);
    opened.push(start);
    return opened;
  };
  const take = async (text: string): Promise<void> => {
    if (reader !== undefined) {
      reader.push(text);
      return;
    }
    start += text;
    if (start.length >= SNIFFED) reader = await open();
  };
  const cutOff = await feed(chunks, (bytes) => take(decoder.decode(bytes)));
  await take(decoder.end());
  (reader ?? (await open())).end();
  const { foreignLines } = decoder;
  return {
    format: format.kind,
    foreignLines,
    ...(format.kind === 'csv' && format.hasDecimalCommas === true ? { hasDecimalCommas: true } : {}),
    ...(cutOff === undefined ? {} : { cutOff }),
  };
}

/** Takes all bytes. @returns why the end is missing */
async function feed(
  chunks: AsyncIterable<Uint8Array>,
  take: (bytes: Uint8Array) => Promise<void>,
): Promise<string | undefined> {
  let isEmpty = true;
  const each = chunks[Symbol.asyncIterator]();
  for (;;) {
    const next = await each.next().catch((cause: unknown) => ({ cause }));
    if ('cause' in next) {
      if (isEmpty) throw next.cause;
      return next.cause instanceof Error ? next.cause.message : String(next.cause);
    }
    if (next.done === true) return undefined;
    isEmpty = false;
    await take(next.value);
  }
}

/** The reader of a format. Those of CSV and of JSON over several lines are loaded when they are needed. */
async function readerOf(format: Format, sink: RowSink, maxChars: number): Promise<Reader> {
  if (format.kind === 'ndjson') return ndjsonReader(sink, maxChars);
  if (format.kind === 'json') return (await import('./json-values.ts')).jsonValuesReader(sink, maxChars);
  return (await import('./csv.ts')).csvReader(sink, format, maxChars);
}
