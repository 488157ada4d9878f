import type { Limits } from '../observe/observe.ts';
import type { Dialect } from './csv.ts';
import { newDecoder } from './decode.ts';
import { ndjsonReader, parseJson, type Reader, type RowSink } from './lines.ts';

/** How a sample is written. */
type Format = { readonly kind: 'ndjson' } | { readonly kind: 'json' } | ({ readonly kind: 'csv' } & Dialect);

/** Tells the format by the beginning of a text. */
async function formatOf(start: string): Promise<Format> {
  const text = start.trimStart();
  if (text.startsWith('[') || text.startsWith(RECORD_SEPARATOR) || COMMENTED.test(text))
    return { kind: 'json' };
  if (text.startsWith('{')) return { kind: isJsonLine(text) ? 'ndjson' : 'json' };
  const { dialectOf } = await import('./dialect.ts');
  return { kind: 'csv', ...dialectOf(text) };
}

/** Begins each text of a JSON text sequence. https://www.rfc-editor.org/rfc/rfc7464 */
const RECORD_SEPARATOR = '\u001e';

/** Objects, or a list of them, that begin with a comment: JSON that is damaged. */
const COMMENTED = /^\s*(?:(?:\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)\s*)+(?:\[\s*)?[{[]/;

/** Whether the first line is a value of its own, and not the first line of one that goes on. */
function isJsonLine(text: string): boolean {
  const end = text.indexOf('\n');
  return end >= 0 && parseJson(text.slice(0, end)) !== undefined;
}

/** Characters that decide on the format. */
const SNIFFED = 64 * 1024;

/** How a sample was read. */
export interface Reading {
  readonly format: Format['kind'];
  /** Lines in another encoding than UTF-8. */
  readonly foreignLines: number;
  /** Numbers of the table have a decimal comma. */
  readonly hasDecimalCommas?: boolean;
  /** Lines above the header that were skipped. */
  readonly titles?: number;
  /** What the first record of the table was read as, if it may as well be the other. */
  readonly header?: 'names' | 'values';
  /** Why the end is missing: the source failed. */
  readonly cutOff?: string;
}

/** How tables are read. */
export interface TableOptions {
  /** Cells stay texts, whatever they look like. Default: they become numbers and the like. */
  readonly isRaw?: boolean;
  /** Whether the first record has the names of the columns. Default: what it looks like. */
  readonly hasHeader?: boolean | undefined;
}

/**
 * Reads rows of a sample in any format into a sink. If the source fails midway, such as a truncated gzip file, what came before counts.
 *
 * @throws what the source throws, if nothing came before
 */
export async function readRows(
  chunks: AsyncIterable<Uint8Array>,
  limits: Pick<Limits, 'rowChars'>,
  sinkFor: (format: Format) => RowSink,
  { isRaw = false, hasHeader }: TableOptions = {},
): Promise<Reading> {
  const decoder = newDecoder();
  let start = '';
  let reader: Reader | undefined;
  let format = { kind: 'ndjson' } as Format;
  const open = async (): Promise<Reader> => {
    format = await formatOf(start);
    if (format.kind === 'csv' && hasHeader !== undefined)
      format = { ...format, hasHeader, isDoubtful: false };
    const read = format.kind === 'csv' && isRaw ? { ...format, isRaw } : format;
    const opened = await readerOf(read, sinkFor(format), limits.rowChars);
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
    ...(format.kind === 'csv' ? tableFacts(format) : {}),
    ...(cutOff === undefined ? {} : { cutOff }),
  };
}

/** What notes say of a table. */
const tableFacts = ({
  hasDecimalCommas,
  titles,
  isDoubtful,
  hasHeader,
}: Dialect): Pick<Reading, 'hasDecimalCommas' | 'titles' | 'header'> => ({
  ...(hasDecimalCommas === true ? { hasDecimalCommas } : {}),
  ...(titles === undefined ? {} : { titles }),
  ...(isDoubtful === true ? { header: hasHeader === true ? 'names' : 'values' } : {}),
});

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
  if (format.kind === 'json') {
    const reader = (await import('./json-values.ts')).jsonValuesReader(sink, maxChars);
    // In JSON, a text has no such character, so that it stands between texts.
    return { push: (text) => reader.push(text.replaceAll(RECORD_SEPARATOR, ',')), end: () => reader.end() };
  }
  return (await import('./csv.ts')).csvReader(sink, format, maxChars);
}
