import { cellsOf, SEPARATOR_LINE, valueOfCell, valueOfCommaCell } from './cells.ts';
import { lineReader, type Reader, type RowSink } from './lines.ts';

/** How a table of text is written. */
export interface Dialect {
  readonly separator: string;
  readonly newline: string;
  /** Numbers have a decimal comma: 1.234,5. */
  readonly hasDecimalCommas?: boolean;
  /** Quotes within quotes have a backslash. */
  readonly hasBackslashQuotes?: boolean;
  /** The first brackets of a line hold a time, which is one cell: `[31/Jan/2026:12:30:15 +0200]`. */
  readonly hasBracketedTime?: boolean;
  /** Lines above the header that are not empty. */
  readonly titles?: number;
  /** Whether the first record is the header. Default: what it looks like. */
  readonly hasHeader?: boolean;
  /** The first record may as well be the other. */
  readonly isDoubtful?: boolean;
  /** The names of the columns, if no record has them. */
  readonly names?: readonly string[];
  /** How lines begin that are no records. */
  readonly comment?: string;
  /** Cells stay texts, whatever they look like. */
  readonly isRaw?: boolean;
  /** The cells of a line that separators do not tell. Undefined if it is no row. */
  readonly cellsIn?: (line: string) => readonly string[] | undefined;
  /** A cell without a value, beside the usual ones. */
  readonly mark?: string;
}

/** Lines that one record may span. A quote that is still open then is a character. */
const MAX_LINES = 1_000;

/** Reads rows of separated cells. The first record is the header, unless it looks like data. */
export function csvReader(sink: RowSink, dialect: Dialect, maxChars: number): Reader {
  const {
    separator,
    newline,
    hasDecimalCommas = false,
    isRaw = false,
    hasBackslashQuotes,
    hasBracketedTime,
    comment,
    mark,
    cellsIn,
  } = dialect;
  const cellValue = isRaw ? rawCell : hasDecimalCommas ? valueOfCommaCell : valueOfCell;
  const valueOf = mark === undefined ? cellValue : (cell: string) => (cell === mark ? null : cellValue(cell));
  let names = dialect.names;
  let titles = dialect.titles ?? 0;
  let open: string[] = [];
  let openChars = 0;

  const record = (cells: () => readonly string[], chars: number): void => {
    if (names === undefined) {
      const first = cells();
      const isNamed = dialect.hasHeader ?? isHeader(first);
      names = isNamed ? distinctNames(first) : first.map((_, i) => `column_${i + 1}`);
      if (isNamed) return;
    }
    const header = names;
    sink.offer(chars, () => rowOf(header, cells(), valueOf, sink));
  };
  const give = (): void => {
    // Without quotes, each line is a record.
    const lines = open;
    open = [];
    openChars = 0;
    sink.skip('unclosed quote');
    for (const line of lines) record(() => line.split(separator), line.length);
  };
  /** A line with cells as in RFC 4180. */
  const usualLine = (given: string): string => {
    const plain = hasBackslashQuotes === true ? withPlainQuotes(given) : given;
    return hasBracketedTime === true ? plain.replace(/\[([^\]]*)\]/, '"$1"') : plain;
  };
  /** Whether a line stands above the header, or is a comment. */
  const isSkipped = (line: string): boolean => {
    if (names === undefined && SEPARATOR_LINE.test(line)) return true;
    if (comment !== undefined && line.startsWith(comment)) return true;
    if (titles === 0) return false;
    if (line.trim() !== '') titles--;
    return true;
  };
  const onLine = (given: string): void => {
    if (open.length === 0 && isSkipped(given)) return;
    const line = usualLine(given);
    if (open.length === 0 && isBalanced(line)) {
      if (line !== '') record(() => wholeCells(line), line.length);
      return;
    }
    open.push(line);
    openChars += line.length + 1;
    const text = open.length === 1 ? line : open.join('\n');
    const cells = line.includes('"') ? cellsOf(text, separator) : undefined;
    if (cells !== undefined) {
      open = [];
      openChars = 0;
      record(() => cells, text.length);
    } else if (open.length >= MAX_LINES || openChars > maxChars) give();
  };
  const wholeCells = (line: string): readonly string[] => {
    const cells = cellsOf(line, separator);
    if (cells === undefined) sink.skip('unclosed quote');
    return cells ?? line.split(separator);
  };
  const onForm = (line: string): void => {
    const cells = cellsIn?.(line);
    if (cells !== undefined) record(() => cells, line.length);
    else if (line !== '') sink.skip('another form');
  };
  const lines = lineReader(cellsIn === undefined ? onLine : onForm, () => sink.skip('too long'), {
    maxChars,
    newline,
  });
  return {
    push: (text) => lines.push(text),
    end() {
      lines.end();
      if (open.length > 0) give();
    },
  };
}

const rawCell = (cell: string): string => cell;

/** Whether quotes come in pairs: then the record ends with the line. It costs less than finding the cells. */
function isBalanced(line: string): boolean {
  let quotes = 0;
  for (let at = line.indexOf('"'); at >= 0; at = line.indexOf('"', at + 1)) quotes++;
  return quotes % 2 === 0;
}

/** A line whose quotes are doubled in place of having a backslash. */
export const withPlainQuotes = (line: string): string => line.replaceAll('\\"', '""');

/** Lines joined into records where a quote is open. */
export function recordsIn(lines: readonly string[]): string[] {
  const records: string[] = [];
  let open: string[] = [];
  for (const line of lines) {
    open.push(line);
    const text = open.length === 1 ? line : open.join('\n');
    if (!isBalanced(text)) continue;
    records.push(text);
    open = [];
  }
  // A quote that is never closed is a character.
  return [...records, ...open];
}

/** A header has no numbers and no dates, few of its names repeat, and none is long. */
export function isHeader(cells: readonly string[]): boolean {
  if (new Set(cells).size <= cells.length / 2) return false;
  return cells.every((cell) => cell.length <= 100 && !DATA.test(cell.trim()));
}

/** Numbers, dates, times and addresses. */
const DATA = /^[-+$€£]?\d[\d.,:/-]*([T ]|$)/;

function distinctNames(cells: readonly string[]): string[] {
  const seen = new Set<string>();
  return cells.map((cell, i) => {
    const name = cell.trim() === '' ? `column_${i + 1}` : cell.trim();
    const own = seen.has(name) ? `${name}_${i + 1}` : name;
    seen.add(own);
    return own;
  });
}

function rowOf(
  names: readonly string[],
  cells: readonly string[],
  valueOf: (cell: string) => unknown,
  sink: RowSink,
): object {
  if (cells.length < names.length) sink.skip('too few cells');
  else if (cells.length > names.length) sink.skip('too many cells');
  if (names.includes('__proto__'))
    return Object.fromEntries(names.map((name, i) => [name, valueOf(cells[i] ?? '')]));
  // Rows of one shape, which is fast to make.
  const row: Record<string, unknown> = {};
  for (let i = 0; i < names.length; i++) row[names[i] ?? ''] = valueOf(cells[i] ?? '');
  return row;
}
