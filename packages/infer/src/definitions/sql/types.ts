import type { Shape, ShapeKind } from '../shape.ts';
import { inBrackets, isSymbol, keyword, splitAt, type Token } from './tokens.ts';

/** The type of a column. */
export type ColumnType = Omit<Shape, 'name'>;

/** Names of types that programs define: Postgres's `CREATE TYPE … AS ENUM`. */
export type OwnTypes = ReadonlyMap<string, ColumnType>;

/** Kinds by the beginning of a type's name. The first that matches applies. */
const KINDS: readonly (readonly [RegExp, ShapeKind])[] = [
  [/^BIT VARYING|^(HSTORE|TSQUERY|PG_LSN|JSONPATH|GEOGRAPHY)$/, 'text'],
  [/^(BOOL|BIT$)/, 'boolean'],
  [/^(ROWVERSION|ROWID|UROWID|BFILE)$/, 'bytes'],
  [/^(UUID|UNIQUEIDENTIFIER)/, 'UUID'],
  [/^(IPV6|INET6)$/, 'IPv6 address'],
  [/^(IPV4|INET|CIDR)/, 'IP address'],
  [/^(JSON|VARIANT|OBJECT|MAP|SUPER)/, 'JSON'],
  [/^(TIMESTAMP|DATETIME|SMALLDATETIME)/, 'timestamp'],
  [/^DATE/, 'date'],
  [/^TIME/, 'time of day'],
  [/^(INTERVAL|MACADDR|SYSNAME|VARBIT|LTREE|TSVECTOR)/, 'text'],
  [
    /^(U?INT|TINYINT|SMALLINT|MEDIUMINT|BIGINT|INTEGER|SERIAL|BIGSERIAL|SMALLSERIAL|BYTEINT|YEAR|OID|COUNTER|PLS_INTEGER|BINARY_INTEGER|HUGEINT|UBIGINT|USMALLINT|UTINYINT|UINTEGER)/,
    'whole number',
  ],
  [
    /^(FLOAT|DOUBLE|REAL|DEC|NUMERIC|NUMBER|BIGNUMERIC|BIGDECIMAL|MONEY|SMALLMONEY|FIXED$|BINARY_FLOAT|BINARY_DOUBLE)/,
    'number',
  ],
  [/^(BYTEA|BLOB|RAW|LONG RAW|IMAGE|TINYBLOB|MEDIUMBLOB|LONGBLOB|BYTES|BINARY|VARBINARY|VARBYTE)/, 'bytes'],
  [
    /^(CHAR|VARCHAR|NCHAR|BPCHAR|NATIONAL|NTEXT|NCLOB|LONG$|TINYSTRING|NVARCHAR|TEXT|TINYTEXT|MEDIUMTEXT|LONGTEXT|STRING|FIXEDSTRING|CITEXT|CLOB|NAME|XML)/,
    'text',
  ],
];

/** Largest values of types of few bytes. */
const LARGEST: readonly (readonly [RegExp, number])[] = [
  [/^(TINYINT|BYTEINT)/, 127],
  [/^UINT8$/, 255],
  [/^(SMALLINT|INT16$|INT2$|SMALLSERIAL)/, 32_767],
  [/^UINT16$/, 65_535],
];

/** Texts of a form that databases check. */
const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/^INTERVAL YEAR/, '[1-9]-[1-9]'],
  [/^INTERVAL DAY/, '[1-9] [01][0-9]:[0-5][0-9]:[0-5][0-9]'],
  [/^INTERVAL/, '[1-9] days'],
  [/^MACADDR/, '[0-9a-f]{2}:[0-9a-f]{2}:[0-9a-f]{2}:[0-9a-f]{2}:[0-9a-f]{2}:[0-9a-f]{2}'],
  [/^HSTORE$/, '[a-z]{4}=>[a-z]{4}'],
  [/^TSQUERY$/, '[a-z]{4}'],
  [/^PG_LSN$/, '[1-9]/[1-9A-F]{6}'],
  [/^LTREE/, '[a-z]{4}'],
  [/^JSONPATH/, '[$][.][a-z]{4}'],
  [/^GEOGRAPHY$/, 'POINT[(][1-9][0-9][.][0-9]{4} [1-7][0-9][.][0-9]{4}[)]'],
];

/** MySQL's year, in our time. It may be 1901 to 2155. */
const YEARS = { min: 1970, max: 2030 };

/** Wrappers that say nothing about values but that they may be null. */
const WRAPPERS = new Set(['NULLABLE', 'LOWCARDINALITY', 'SIMPLEAGGREGATEFUNCTION']);

/** Names that no type has: what a dialect makes of several bits, and of types without a length. */
export const BITS = 'BIT (n)';
export const withoutLength = (name: string): string => `${name} ()`;

/** Reads the type that begins at an index. Undefined if it is none that is known. */
export function readType(
  tokens: readonly Token[],
  at: number,
  own: OwnTypes,
): { readonly type: ColumnType | undefined; readonly end: number } {
  const start = afterSchema(tokens, at);
  const words = afterWords(tokens, start + 1);
  const open = isOpen(tokens[start + 1]) ? start + 1 : words;
  const { inner, end } = isOpen(tokens[open]) ? inBrackets(tokens, open) : { inner: [], end: words };
  const { levels, end: after } = levelsAt(tokens, afterWords(tokens, end));
  const name = fullName(tokens, start);
  const bare = inner.length === 0 ? own.get(withoutLength(name)) : undefined;
  const type = bare ?? own.get((tokens[start]?.text ?? '').toUpperCase()) ?? typeOf(name, inner, own);
  if (type === undefined) return { type, end: after };
  const isUnsigned = tokens.slice(start, end + 2).some((token) => keyword(token) === 'UNSIGNED');
  const signed = isUnsigned && type.kind === 'whole number' ? unsigned(type) : type;
  return { type: listOf(signed, levels), end: after };
}

/** Postgres: text[], integer[][3], integer ARRAY. */
function levelsAt(tokens: readonly Token[], at: number): { readonly levels: number; readonly end: number } {
  let end = at;
  let levels = 0;
  for (; isSymbol(tokens[end], '[') || keyword(tokens[end]) === 'ARRAY'; levels++)
    end = isSymbol(tokens[end], '[') ? inBrackets(tokens, end).end : end + 1;
  return { levels, end };
}

/** Types of several words, by names of one word that mean the same. */
const PAIRS: readonly (readonly [RegExp, string])[] = [
  [/^(NATIONAL )?(N?CHAR|CHARACTER) VARYING|^NATIONAL VARCHAR/, 'VARCHAR'],
  [/^(N?CHAR|CHARACTER) LARGE/, 'CLOB'],
  [/^BINARY VARYING/, 'VARBINARY'],
  [/^BINARY LARGE/, 'BLOB'],
  [/^NATIONAL CHAR/, 'CHAR'],
  [/^BIT VARYING/, 'BIT VARYING'],
  [/^LONG (RAW|VARCHAR)/, 'LONG RAW'],
  [/^INTERVAL YEAR/, 'INTERVAL YEAR'],
  [/^INTERVAL DAY/, 'INTERVAL DAY'],
  // SQLite
  [/^UNSIGNED BIG/, 'BIGINT'],
  [/^NATIVE CHAR/, 'CHAR'],
];

/** The name of a type, with further words if it is another one then: LONG RAW. Only ClickHouse has an Int8 of one byte. */
function fullName(tokens: readonly Token[], start: number): string {
  const name = tokens[start]?.text ?? '';
  if (name === 'Int8') return 'TINYINT';
  const words = tokens
    .slice(start, start + 3)
    .map(keyword)
    .join(' ');
  return PAIRS.find(([test]) => test.test(words))?.[1] ?? name.toUpperCase();
}

const isOpen = (token: Token | undefined): boolean => isSymbol(token, '(') || isSymbol(token, '<');

const unsigned = (type: ColumnType): ColumnType => ({
  ...type,
  min: 0,
  ...(type.max === undefined ? {} : { max: type.max * 2 + 1 }),
});

/** Lists within lists, of so many levels. */
function listOf(type: ColumnType, levels: number): ColumnType {
  if (levels === 0) return type;
  if (levels === 1 && type.isList !== true) return { ...type, isList: true };
  // Postgres wants lists of one length within each other.
  const count = { min: 2, max: 2 };
  const inner: Shape =
    type.isList === true ? { name: '', ...type } : { name: '', ...type, isList: true, count };
  return listOf({ kind: 'list', fields: [inner], isList: true }, levels - (type.isList === true ? 1 : 2));
}

/** The index after `schema.` before a type. */
export function afterSchema(tokens: readonly Token[], at: number): number {
  let start = at;
  while (isSymbol(tokens[start + 1], '.') && tokens[start + 2] !== undefined) start += 2;
  return start;
}

function typeOf(name: string, inner: readonly Token[], own: OwnTypes): ColumnType | undefined {
  if (WRAPPERS.has(name)) return wrapped(name, inner, own);
  if (name === 'ARRAY') {
    // Snowflake has lists of anything.
    if (inner.length === 0) return { kind: 'JSON', isList: true };
    const { type } = readType(inner, 0, own);
    return type === undefined ? undefined : listOf(type, 1);
  }
  const parts = splitAt(inner, ',');
  return textLike(name, inner, own) ?? (partedType(name, parts) ?? plainType)(name, inner, own);
}

type ReadType = (name: string, inner: readonly Token[], own: OwnTypes) => ColumnType | undefined;

/** What reads a type with others in it. */
function partedType(name: string, parts: readonly (readonly Token[])[]): ReadType | undefined {
  if (name === 'MAP' && parts.length === 2) return (_name, _inner, own) => mapOf(parts, own);
  if (name === 'VARIANT' && parts.length > 0) return (_name, _inner, own) => variantOf(parts, own);
  const isStruct = STRUCTS.test(name) || (name === 'OBJECT' && parts.some((part) => part.length > 1));
  return isStruct ? (_name, _inner, own) => structOf(name, parts, own) : undefined;
}

const STRUCTS = /^(STRUCT|TUPLE|NESTED|ROW|RECORD)$/;

function mapOf([key = [], value = []]: readonly (readonly Token[])[], own: OwnTypes): ColumnType | undefined {
  const [keys, values] = [key, value].map((part) => readType(part, 0, own).type);
  if (keys === undefined || values === undefined) return undefined;
  return {
    kind: 'map',
    fields: [
      { maxLength: 20, ...keys, name: 'key' },
      { ...values, name: 'value' },
    ],
  };
}

/** A value of one of several types. */
function variantOf(parts: readonly (readonly Token[])[], own: OwnTypes): ColumnType | undefined {
  const types = parts.map((part) => readType(part, 0, own).type);
  const known = types.filter((type) => type !== undefined);
  if (known.length < types.length) return undefined;
  return { kind: 'one of', fields: known.map((type, i) => ({ ...type, name: `${i + 1}` })) };
}

/** Enumerations and bits. */
function textLike(name: string, inner: readonly Token[], own: OwnTypes): ColumnType | undefined {
  if (/^(ENUM|SET)\d*$/.test(name))
    return { kind: 'text', values: inner.filter(({ kind }) => kind === 'text').map(({ text }) => text) };
  return name === 'BIT' ? bitsOf(Number(inner[0]?.text ?? 1), own.get(BITS)?.kind) : undefined;
}

/** Bits: digits in Postgres, a number in MySQL. One bit is a boolean in most dialects. */
function bitsOf(length: number, kind: ShapeKind = 'boolean'): ColumnType {
  if (kind === 'text' || (kind === 'boolean' && length > 1)) return { kind: 'text', pattern: bits(length) };
  return length > 1 ? { kind, min: 0, max: 2 ** Math.min(53, length) - 1 } : { kind: 'boolean' };
}

function plainType(name: string, inner: readonly Token[]): ColumnType | undefined {
  const kind = KINDS.find(([test]) => test.test(name))?.[1];
  // PostGIS: geography(Polygon, 4326).
  const isOther = name === 'GEOGRAPHY' && inner.length > 0 && keyword(inner[0]) !== 'POINT';
  if (kind === undefined || isOther) return undefined;
  const numbers = inner.filter((token) => token.kind === 'number').length;
  // Oracle: NUMBER(10) is a whole number.
  const isWhole = kind === 'number' && /^(NUMBER|NUMERIC|DECIMAL|DEC)$/.test(name) && numbers === 1;
  return {
    kind,
    ...detailsOf(kind, name, inner),
    ...(isWhole ? { kind: 'whole number' as const, decimals: 0 } : {}),
  };
}

function wrapped(name: string, inner: readonly Token[], own: OwnTypes): ColumnType | undefined {
  const parts = splitAt(inner, ',');
  const { type } = readType(parts.at(-1) ?? [], 0, own);
  return type === undefined || name !== 'NULLABLE' ? type : { ...type, isNullable: true };
}

/** Fields with names or without. Undefined if one of them is unknown. */
function structOf(name: string, parts: readonly (readonly Token[])[], own: OwnTypes): ColumnType | undefined {
  const fields = parts.flatMap((part, i): Shape[] => {
    const isNamed = part.length > 1 && !isOpen(part[1]);
    const { type } = readType(part, isSymbol(part[1], ':') ? 2 : Number(isNamed), own);
    return type === undefined ? [] : [{ ...type, name: isNamed ? (part[0]?.text ?? '') : `${i + 1}` }];
  });
  if (fields.length < parts.length) return undefined;
  // In JSON of ClickHouse, those without names are lists.
  if (name === 'TUPLE' && fields.length > 0 && fields.every((field, i) => field.name === `${i + 1}`))
    return { kind: 'tuple', fields };
  return { kind: 'object', fields, ...(name === 'NESTED' ? { isList: true } : {}) };
}

/** Length, digits and largest value. */
function detailsOf(kind: ShapeKind, name: string, inner: readonly Token[]): Partial<ColumnType> {
  const [first, second] = inner.flatMap(({ kind: each, text }, i) =>
    each === 'number' ? [isSymbol(inner[i - 1], '-') ? -Number(text) : Number(text)] : [],
  );
  switch (kind) {
    case 'text':
      return textDetails(name, first);
    case 'whole number':
      return wholeDetails(name, first);
    case 'bytes':
      return bytesDetails(name, first);
    case 'number':
      // MySQL: FLOAT(7, 4). One number says how many bits it has.
      return /^(FLOAT|DOUBLE|REAL|BINARY)/.test(name) && second === undefined
        ? {}
        : numberDetails(name, first, second);
    default:
      return {};
  }
}

/** Hexadecimal digits of bytes. Some databases store each as a byte. */
const DIGITS = 32;

function bytesDetails(name: string, length: number | undefined): Partial<ColumnType> {
  const most = length ?? (name === 'BINARY' ? 1 : undefined);
  return most === undefined ? {} : { maxLength: Math.min(DIGITS, most) };
}

const bits = (length: number): string => `[01]{${length}}`;

function textDetails(name: string, length: number | undefined): Partial<ColumnType> {
  if (/^(BIT VARYING|VARBIT)$/.test(name)) return { pattern: bits(Math.min(8, length ?? 8)) };
  const pattern = PATTERNS.find(([test]) => test.test(name))?.[1];
  if (pattern !== undefined) return { pattern };
  const isPadded = /^(N?CHAR|CHARACTER)$/.test(name);
  // Where databases have no type of their own, so many characters are a UUID.
  if (isPadded && length === 36) return { kind: 'UUID' };
  return length === undefined && !isPadded ? {} : { maxLength: length ?? 1 };
}

function wholeDetails(name: string, width: number | undefined): Partial<ColumnType> {
  const largest = LARGEST.find(([test]) => test.test(name))?.[1];
  if (name === 'YEAR') return YEARS;
  // MySQL's boolean.
  if (name === 'TINYINT' && width === 1) return { max: 1, min: 0 };
  return largest === undefined ? {} : { max: largest };
}

/** NUMERIC(10, 2), and ClickHouse's Decimal64(2). */
function numberDetails(
  name: string,
  precision: number | undefined,
  scale: number | undefined,
): Partial<ColumnType> {
  if (/\d$/.test(name)) return { decimals: precision ?? 0 };
  if (name.endsWith('MONEY')) return { decimals: 2 };
  if (precision === undefined) return {};
  const decimals = Math.min(12, Math.max(0, scale ?? 0));
  const digits = Math.min(12, precision - (scale ?? 0));
  // NUMERIC(3, 5) is less than 0.01, and NUMERIC(2, -3) has thousands.
  const unit = digits > 0 ? 10 ** Math.max(0, -(scale ?? 0)) : 10 ** -decimals;
  return { decimals, max: Number((10 ** digits - unit).toFixed(decimals)) };
}

/** Words that belong to a type of more than one word. */
const MORE_WORDS = new Set(
  'PRECISION VARYING UNSIGNED SIGNED ZEROFILL WITH WITHOUT LOCAL TIME ZONE LARGE OBJECT CHARACTER CHAR VARCHAR RAW YEAR MONTH DAY HOUR MINUTE SECOND TO'.split(
    ' ',
  ),
);

/** The index after the words of a type: DOUBLE PRECISION, TIMESTAMP WITH TIME ZONE. */
function afterWords(tokens: readonly Token[], at: number): number {
  let end = at;
  while (MORE_WORDS.has(keyword(tokens[end]))) {
    // PRIMARY KEY … WITH (…), and columns that are followed by WITH DEFAULT, are no types.
    if (keyword(tokens[end]) === 'WITH' && !/^(TIME|LOCAL)$/.test(keyword(tokens[end + 1]))) break;
    end++;
  }
  return end;
}
