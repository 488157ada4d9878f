import type { Limits } from '../limits.ts';
import { csvReader } from './csv.ts';
import { newDecoder } from './decode.ts';
import { jsonValuesReader } from './json-values.ts';
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
  const open = (): Reader => {
    format = formatOf(start);
    const opened = readerOf(format, sinkFor(format), limits.rowChars);
    opened.push(start);
    return opened;
  };
  const take = (text: string): void => {
    if (reader !== undefined) {
      reader.push(text);
      return;
    }
    start += text;
    if (start.length >= SNIFFED) reader = open();
  };
  const cutOff = await feed(chunks, (bytes) => take(decoder.decode(bytes)));
  take(decoder.end());
  (reader ?? open()).end();
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
  take: (bytes: Uint8Array) => void,
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
    take(next.value);
  }
}

function readerOf(format: Format, sink: RowSink, maxChars: number): Reader {
  if (format.kind === 'csv') return csvReader(sink, format, maxChars);
  return format.kind === 'json' ? jsonValuesReader(sink, maxChars) : ndjsonReader(sink, maxChars);
}
