import { cellsOf, hasDecimalComma, SEPARATOR_LINE } from './cells.ts';
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

/** Numbers, dates, times and addresses, and nothing else. */
const DATA = /^[-+$€£]?\.?\d[\d.,:/ T+Z'-]*\s?[%$€£]?$/;

/** Years, months and quarters, which also name columns. */
const PERIOD = /^(?:1[89]|20|21)\d\d(?:[-/ ]?(?:Q[1-4]|\d\d))?(?:-\d\d)?$/;

// cspell:disable -- words of many languages
/** Words that columns are named by, in several languages. */
const NAMES =
  /(^|[\s_.-])(id|no|nr|key|code|sku|name|first|last|surname|vorname|nachname|nom|pr[eé]nom|nombre|apellido|cognome|nome|title|titel|titre|type|typ|tipo|kind|art|status|state|estado|stato|city|stadt|ort|ville|ciudad|citt[aà]|country|land|pays|pa[ií]s|region|address|adresse|direcci[oó]n|street|stra(?:ss|ß)e|rue|zip|plz|e-?mail|mail|phone|telefon|tel|date|datum|fecha|data|time|zeit|at|day|tag|month|year|jahr|user|customer|kunde|client|product|produkt|item|category|kategorie|categor[ií]a|group|gruppe|department|abteilung|company|firma|url|link|path|ip|host|device|browser|language|sprache|currency|price|preis|prix|precio|amount|betrag|qty|quantity|menge|total|count|value|wert|color|colour|farbe|size|gr(?:ö|oe)(?:ss|ß)e|gender|role|level|event|action|message|text|comment|description|beschreibung|note|source|target|tags?|number|nummer|lat|lon|lng)s?([\s_.#:(-]|$)/i;

// cspell:enable
/** Records that are looked at. */
const HEADER_RECORDS = 200;
/** Share of the values of a column that must be alike. */
const MOSTLY = 0.8;
/** Signs that leave no doubt. */
const CLEAR = 3;

/** What the first record of a table is. */
interface Header {
  /** It has the names of columns. */
  readonly isNames: boolean;
  /** It may as well be the other. */
  readonly isDoubtful: boolean;
}

/**
 * Whether the first record of a table has the names of its columns: by what its cells have in common with those below.
 *
 * @param usual what to take it for without a sign
 */
function headerOf(first: readonly string[], rest: readonly (readonly string[])[], usual: boolean): Header {
  if (rest.length === 0 || new Set(first).size <= first.length / 2)
    return { isNames: usual, isDoubtful: false };
  const signs = first.map((cell, i) =>
    signOf(
      cell.trim(),
      rest.map((cells) => (cells[i] ?? '').trim()).filter((value) => value !== ''),
    ),
  );
  const sum = signs.reduce((total, sign) => total + sign, 0);
  const hasData = rest.slice(0, 1).some((cells) => cells.some((cell) => DATA.test(cell.trim())));
  const isNames = sum === 0 ? usual : sum > 0;
  return { isNames, isDoubtful: first.length > 1 && !hasData && Math.abs(sum) < CLEAR };
}

/** Above 0 if a cell names a column of values, below if it is one of them. */
function signOf(name: string, values: readonly string[]): number {
  if (name === '' || values.length === 0) return 0;
  if (PERIOD.test(name) && !values.some((value) => PERIOD.test(value))) return 1;
  const isOfData = shareOf(values, (value) => DATA.test(value)) >= MOSTLY;
  if (isOfData) return DATA.test(name) ? -2 : 2;
  return textSign(name, values);
}

/** The same for a column of texts. */
function textSign(name: string, values: readonly string[]): number {
  if (DATA.test(name) || /@|:\/\//.test(name) || values.includes(name)) return -2;
  if (NAMES.test(spaced(name))) return 1.5;
  const form = formOf(name);
  if (shareOf(values, (value) => formOf(value) === form) >= MOSTLY) return /\d/.test(name) ? -2 : -0.5;
  return isLower(name) && shareOf(values, isLower) < 1 - MOSTLY ? 1 : 0;
}

const shareOf = (values: readonly string[], isOf: (value: string) => boolean): number =>
  values.filter(isOf).length / values.length;

const isLower = (text: string): boolean => /^\p{Ll}/u.test(text);

/** `userId` as `user Id`. */
const spaced = (name: string): string => name.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2');

/** Runs of capitals, small letters and digits, and other characters as they are. */
const formOf = (text: string): string =>
  text
    .replaceAll(/\p{Lu}+/gu, 'A')
    .replaceAll(/\p{Ll}+/gu, 'a')
    .replaceAll(/\d+/g, '0');

/** A line of RFC 5424, one of RFC 3164 or of a file of syslogd, which leaves out the priority, and those of nginx and of programs. */
const LINES: readonly { readonly like: RegExp; readonly names: readonly string[] }[] = [
  {
    like: /^<(\d{1,3})>(\d{1,2}) (\S+) (\S+) (\S+) (\S+) (\S+) (-|(?:\[(?:[^\]\\]|\\.)*\])+)(?: \ufeff?(.*))?$/,
    names: ['priority', 'version', 'timestamp', 'host', 'app', 'pid', 'message_id', 'data', 'message'],
  },
  {
    like: /^(?:<(\d{1,3})>)?([A-Z][a-z]{2} [ \d]?\d \d\d:\d\d:\d\d) (\S+) ([^\s:[\]]+)(?:\[(\d+)\])?: (.*)$/,
    names: ['priority', 'timestamp', 'host', 'app', 'pid', 'message'],
  },
  {
    like: /^(?:<(\d{1,3})>)?(\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d) \[([a-z]+)\] (\d+)#(\d+): (?:\*(\d+) )?(.*)$/,
    names: ['priority', 'timestamp', 'level', 'pid', 'tid', 'connection', 'message'],
  },
  {
    like: /^(?:<(\d{1,3})>)?(\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d[.,]\d{3}) +(?:\[([^\]]*)\] +)?(TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL|CRITICAL) +(?:\[([^\]]*)\] +)?(?:([\w.$]+) +[-:] +)?(.*)$/,
    names: ['priority', 'timestamp', 'thread', 'level', 'context', 'logger', 'message'],
  },
];

/** How a log of syslog is read: its lines become fields. Undefined if a line is none. */
function syslogDialect(line: string, newline: string): Dialect | undefined {
  const found = LINES.find(({ like }) => like.test(line));
  if (found === undefined) return undefined;
  const { like, names } = found;
  const hasPriority = line.startsWith('<');
  return {
    separator: ' ',
    newline,
    names: hasPriority ? names : names.slice(1),
    mark: '-',
    cellsIn: (text) =>
      like
        .exec(text)
        ?.slice(hasPriority ? 1 : 2)
        .map((cell) => cell ?? ''),
  };
}
