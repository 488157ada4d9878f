import type { Limits } from '../limits.ts';
import { cellsOf, hasDecimalComma, SEPARATOR_LINE } from './cells.ts';
import type { Dialect } from './csv.ts';
import { newDecoder } from './decode.ts';
import { ndjsonReader, parseJson } from './lines.ts';
import type { Reader, RowSink } from './sink.ts';

/** How a sample is written. */
type Format = { readonly kind: 'ndjson' } | { readonly kind: 'json' } | ({ readonly kind: 'csv' } & Dialect);

/** In the order of preference among equals. */
const SEPARATORS = [',', '\t', ';', '|'];

/** Lines that decide on the separator. */
const LINES = 20;

/** Tells the format by the beginning of a text. */
function formatOf(start: string): Format {
  const text = start.trimStart();
  if (text.startsWith('[')) return { kind: 'json' };
  if (text.startsWith('{')) return { kind: isJsonLine(text) ? 'ndjson' : 'json' };
  const newline = text.includes('\n') || !text.includes('\r') ? '\n' : '\r';
  // The last line may be incomplete.
  const lines = text.split(newline, LINES + 1);
  const whole = lines.length > 1 ? lines.slice(0, -1) : lines;
  const named = SEPARATOR_LINE.exec(lines[0] ?? '')?.[1];
  const written = whole.filter((line) => line.trim() !== '');
  const separator = named ?? separatorOf(written);
  const hasDecimalCommas = separator !== ',' && areCommasDecimal(written, separator);
  return { kind: 'csv', separator, newline, ...(hasDecimalCommas ? { hasDecimalCommas } : {}) };
}

/** Whether more numbers have a decimal comma than a decimal point. */
function areCommasDecimal(lines: readonly string[], separator: string): boolean {
  const cells = lines.flatMap((line) => cellsOf(line.replace(/\r$/, ''), separator) ?? []);
  const commas = cells.filter(hasDecimalComma).length;
  return commas > cells.filter((cell) => /^-?\d+\.\d+$/.test(cell)).length;
}

/** Whether the first line is a value of its own, and not the first line of one that goes on. */
function isJsonLine(text: string): boolean {
  const end = text.indexOf('\n');
  return end >= 0 && parseJson(text.slice(0, end)) !== undefined;
}

/** The separator that splits most lines into the same number of cells, above one. */
function separatorOf(lines: readonly string[]): string {
  const scored = SEPARATORS.map((separator) => {
    const sizes = lines.map((line) => cellsOf(line, separator)?.length ?? 1);
    const first = sizes[0] ?? 1;
    const even = sizes.filter((size) => size === first).length / Math.max(1, sizes.length);
    return { separator, score: first > 1 ? even + Math.min(first, 100) / 10_000 : 0 };
  });
  const [best] = scored.sort((a, b) => b.score - a.score);
  return best === undefined || best.score < 0.5 ? ',' : best.separator;
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
