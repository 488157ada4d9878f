import { cellsOf, hasDecimalComma, SEPARATOR_LINE } from './cells.ts';
import { HEADER_RECORDS, headerOf } from './header.ts';
import { syslogDialect } from './syslog.ts';
import { isHeader, recordsIn, withPlainQuotes, type Dialect } from './csv.ts';

/** In the order of preference among equals. */
const SEPARATORS = [',', '\t', ';', '|'];

/** Records that decide on the separator. */
const RECORDS = 20;

/** Lines above a header, at most. */
const MOST_TITLES = 10;

/** Fields that logs of web servers and of Zeek name: `#Fields: date time`. */
const FIELDS_LINE = /^#fields:?[ \t]+(.*?)\s*$/im;

/** How a table of text is written, from its beginning. */
export function dialectOf(text: string): Dialect {
  const newline = text.includes('\n') || !text.includes('\r') ? '\n' : '\r';
  const lines = text.split(newline).map((line) => line.replace(/\r$/, ''));
  // The last line may be incomplete.
  const whole = lines.length > 1 ? lines.slice(0, -1) : lines;
  const fields = text.startsWith('#') ? FIELDS_LINE.exec(text)?.[1] : undefined;
  if (fields !== undefined) return logDialect(fields, newline);
  const syslog = syslogDialect(whole[0] ?? '', newline);
  if (syslog !== undefined) return syslog;
  const access = ACCESS_LOG.exec(whole[0] ?? '');
  return access === null
    ? { newline, ...tableDialect(whole) }
    : accessDialect(access[1] !== undefined, newline);
}

function tableDialect(lines: readonly string[]): Omit<Dialect, 'newline'> {
  const named = SEPARATOR_LINE.exec(lines[0] ?? '')?.[1];
  const hasBackslashQuotes = areBackslashQuotes(lines);
  const plain = hasBackslashQuotes ? lines.map(withPlainQuotes) : lines;
  const records = recordsIn(plain).filter((each) => each.trim() !== '');
  const found = separatorIn(records.slice(0, RECORDS + MOST_TITLES));
  const { separator, titles } = named === undefined ? found : { separator: named, titles: 0 };
  const cells = records
    .slice(titles, titles + HEADER_RECORDS)
    .map((record) => cellsOf(record, separator) ?? []);
  const [first = [], ...rest] = cells;
  const { isNames, isDoubtful } = headerOf(first, rest, isHeader(first));
  return {
    separator,
    ...(separator !== ',' && areCommasDecimal(cells.slice(0, RECORDS).flat())
      ? { hasDecimalCommas: true }
      : {}),
    ...(hasBackslashQuotes ? { hasBackslashQuotes } : {}),
    ...(titles > 0 ? { titles } : {}),
    hasHeader: isNames,
    ...(isDoubtful ? { isDoubtful } : {}),
  };
}

/** A line of the common log format of web servers, or of the combined one. */
const ACCESS_LOG =
  /^\S+ \S+ \S+ \[\d\d\/[A-Z][a-z]{2}\/\d{4}:[^\]]+\] "(?:[^"\\]|\\.)*" \d{3} (?:\d+|-)( "(?:[^"\\]|\\.)*" "(?:[^"\\]|\\.)*")?\s*$/;

const ACCESS_FIELDS = ['host', 'ident', 'user', 'time', 'request', 'status', 'bytes'];

const accessDialect = (isCombined: boolean, newline: string): Dialect => ({
  separator: ' ',
  newline,
  names: isCombined ? [...ACCESS_FIELDS, 'referer', 'user_agent'] : ACCESS_FIELDS,
  mark: '-',
  hasBackslashQuotes: true,
  hasBracketedTime: true,
});

/** Logs with a line of names: spaces or tabs between cells, and `#` before lines that are no rows. */
function logDialect(fields: string, newline: string): Dialect {
  const separator = fields.includes('\t') ? '\t' : ' ';
  return {
    separator,
    newline,
    names: fields.split(separator).filter((name) => name !== ''),
    comment: '#',
    mark: '-',
  };
}

/** Whether quotes within quotes have a backslash. One before a separator or at the end of a line is part of a path. */
function areBackslashQuotes(lines: readonly string[]): boolean {
  let within = 0;
  let last = 0;
  for (const line of lines)
    for (const { index } of line.matchAll(/\\"/g)) {
      const after = line[index + 2];
      if (after === undefined || SEPARATORS.includes(after)) last++;
      else within++;
    }
  return within > 0 && within >= last / 2;
}

/** Whether more numbers have a decimal comma than a decimal point. One with thousands, 1.000, may be either. */
function areCommasDecimal(cells: readonly string[]): boolean {
  const commas = cells.filter(hasDecimalComma).length;
  return (
    commas > cells.filter((cell) => /^-?\d+\.\d+$/.test(cell) && !/^-?[1-9]\d{0,2}\.\d{3}$/.test(cell)).length
  );
}

/** The separator that splits most records into the same number of cells, above one, and the lines above them. */
function separatorIn(records: readonly string[]): { readonly separator: string; readonly titles: number } {
  const scored = SEPARATORS.map((separator) => {
    const sizes = records.map((record) => cellsOf(record, separator)?.length ?? 1);
    const titles = titlesIn(sizes);
    const own = sizes.slice(titles, titles + RECORDS);
    const first = own[0] ?? 1;
    const even = own.filter((size) => size === first).length / Math.max(1, own.length);
    const score = first > 1 ? even + Math.min(first, 100) / 10_000 - titles / 1_000 : 0;
    return { separator, titles, score };
  });
  const [best] = scored.toSorted((a, b) => b.score - a.score);
  return best === undefined || best.score < 0.5 ? { separator: ',', titles: 0 } : best;
}

/** Lines above the header: those with one cell before records that nearly all have more, and as many as one another. */
function titlesIn(sizes: readonly number[]): number {
  const start = sizes.findIndex((size) => size > 1);
  if (start <= 0 || start > MOST_TITLES) return 0;
  const rest = sizes.slice(start);
  const isEven = rest.length >= 3 && rest.filter((size) => size === rest[0]).length >= 0.9 * rest.length;
  return isEven ? start : 0;
}
