const QUOTE = '"';

/** The first line of a file for Excel: the separator, and no row. */
export const SEPARATOR_LINE = /^sep=(.)\r?$/i;

/** The cells of a record, or undefined if a quote is open at its end. Quotes as in RFC 4180; a quote within a cell is a character. */
export function cellsOf(record: string, separator: string): string[] | undefined {
  if (!record.includes(QUOTE)) return record.split(separator);
  const cells: string[] = [];
  for (let at = 0; ;) {
    const cell = record.startsWith(QUOTE, at)
      ? quotedCell(record, at, separator)
      : plainCell(record, at, separator);
    if (cell === undefined) return undefined;
    cells.push(cell.text);
    if (cell.end >= record.length) return cells;
    at = cell.end + separator.length;
  }
}

interface Cell {
  readonly text: string;
  /** Index of the separator after it, or the record's length. */
  readonly end: number;
}

function plainCell(record: string, at: number, separator: string): Cell {
  const found = record.indexOf(separator, at);
  const end = found < 0 ? record.length : found;
  return { text: record.slice(at, end), end };
}

function quotedCell(record: string, at: number, separator: string): Cell | undefined {
  let text = '';
  for (let from = at + 1; ;) {
    const quote = record.indexOf(QUOTE, from);
    if (quote < 0) return undefined;
    text += record.slice(from, quote);
    if (record[quote + 1] !== QUOTE) {
      // What stands between the quote and the separator belongs to the cell.
      const rest = plainCell(record, quote + 1, separator);
      return { text: text + rest.text, end: rest.end };
    }
    text += QUOTE;
    from = quote + 2;
  }
}

/** Cells without a value. Others, such as `NA`, may be one: the code of Namibia. */
const NULLS: ReadonlySet<string> = new Set(['', 'NULL', '\\N']);
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['True', true],
  ['TRUE', true],
  ['false', false],
  ['False', false],
  ['FALSE', false],
]);

/** A number as programs write it: no leading zeros, which codes have, and no more digits than a double keeps. */
const NUMBER = /^-?(?:(?:0|[1-9]\d{0,14})(?:\.\d{1,17})?|\.\d{1,17})(?:[eE][+-]?\d{1,3})?$/;

/** A number with a decimal comma, and with points between thousands if there are any: 1.234,5. */
const COMMA_NUMBER = /^-?(?:[1-9]\d{0,2}(?:\.\d{3})+|0|[1-9]\d{0,14}),\d{1,12}$/;

/** A whole number with points between thousands: 1.000. Only where other numbers have a decimal comma. */
const POINTED_NUMBER = /^-?[1-9]\d{0,2}(?:\.\d{3})+$/;

/** Whether a cell is a number with a decimal comma. */
export const hasDecimalComma = (cell: string): boolean => COMMA_NUMBER.test(cell);

/** The value of a cell of a table whose numbers have decimal commas. */
export const valueOfCommaCell = (cell: string): unknown =>
  hasDecimalComma(cell) || POINTED_NUMBER.test(cell)
    ? Number(cell.replaceAll('.', '').replace(',', '.'))
    : valueOfCell(cell);

/** The value of a cell: null, a boolean, a number or its text. */
export function valueOfCell(cell: string): unknown {
  if (cell.length <= 4 && NULLS.has(cell)) return null;
  const c = cell.charCodeAt(0);
  // A digit, a minus or a point.
  if (c >= 0x2d && c <= 0x39 && c !== 0x2f) return numberOf(cell);
  return BOOLEANS.get(cell) ?? cell;
}

function numberOf(cell: string): number | string {
  if (!NUMBER.test(cell)) return cell;
  const number = Number(cell);
  return Number.isFinite(number) ? number : cell;
}
