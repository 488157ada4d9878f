import { isNumber, textOf } from './row-members.ts';

/** What a column takes, as far as values are written differently. */
export type ColumnKind = 'whole' | 'number' | 'time' | 'date' | 'json' | 'text';

/** Kinds of columns by the beginning of their types. https://dev.mysql.com/doc/refman/8.4/en/data-types.html */
const KINDS: readonly (readonly [RegExp, ColumnKind])[] = [
  [/^(?:tiny|small|medium|big)?int\b|^year\b|^bit\b/, 'whole'],
  [/^(?:decimal|numeric|float|double|real)\b/, 'number'],
  [/^(?:datetime|timestamp)\b/, 'time'],
  [/^date$/, 'date'],
  [/^json$/, 'json'],
];

/** What a column of a type takes: `bigint(20) unsigned`. */
export const kindOfColumn = (type: string): ColumnKind =>
  KINDS.find(([pattern]) => pattern.test(type.toLowerCase()))?.[1] ?? 'text';

/**
 * A JSON value as it stands in a statement; undefined if the server would round it to a whole number without an error.
 *
 * @param kind of the column
 */
export function literal(json: string, kind: ColumnKind): string | undefined {
  if (json === 'null') return 'NULL';
  if (kind === 'json') return quoted(json);
  if (json === 'true' || json === 'false')
    return kind === 'whole' || kind === 'number' ? json.toUpperCase() : quoted(json);
  if (isNumber(json)) return numberFor(json, kind);
  if (!json.startsWith('"')) return quoted(json);
  const text = textOf(json);
  return quoted(kind === 'time' || kind === 'date' ? inUtc(text, kind) : text);
}

function numberFor(json: string, kind: ColumnKind): string | undefined {
  if (kind === 'whole') return /^-?\d+$/.test(json) || Number.isInteger(Number(json)) ? json : undefined;
  // In a text, a number keeps its digits.
  return kind === 'number' ? json : quoted(json);
}

/** ISO 8601 with an offset. */
const INSTANT = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** An instant as MySQL writes it, without an offset, which MariaDB does not read. Other texts stay as they are. */
function inUtc(text: string, kind: 'time' | 'date'): string {
  const [, date = '', time = '', fraction = '', offset = ''] = INSTANT.exec(text) ?? [];
  if (date === '') return text;
  if (offset === 'Z') return kind === 'date' ? date : `${date} ${time}${fraction}`;
  const ms = Date.parse(`${date}T${time}${offset}`);
  if (!Number.isFinite(ms)) return text;
  const utc = new Date(ms).toISOString();
  return kind === 'date' ? utc.slice(0, 10) : `${utc.slice(0, 10)} ${utc.slice(11, 19)}${fraction}`;
}

/** A text in quotes, for sessions that read a backslash as the beginning of an escape. */
export const quoted = (text: string): string => {
  const escaped = text.replaceAll(/[\\'\0]/g, (each) => (each === '\0' ? String.raw`\0` : `\\${each}`));
  return `'${escaped}'`;
};
