import type { Shape, ShapeKind } from '../shape.ts';
import { inBrackets, isSymbol, keyword, splitAt, type Token } from './tokens.ts';

/** The type of a column. */
export type ColumnType = Omit<Shape, 'name'>;

/** Names of types that programs define: Postgres's `CREATE TYPE … AS ENUM`. */
export type OwnTypes = ReadonlyMap<string, ColumnType>;

/** Kinds by the beginning of a type's name. The first that matches applies. */
const KINDS: readonly (readonly [RegExp, ShapeKind])[] = [
  [/^(BOOL|BIT$)/, 'boolean'],
  [/^(UUID|UNIQUEIDENTIFIER)/, 'UUID'],
  [/^(IPV[46]|INET|CIDR)/, 'IP address'],
  [/^(JSON|VARIANT|OBJECT|MAP|HSTORE|SUPER)/, 'JSON'],
  [/^(TIMESTAMP|DATETIME|SMALLDATETIME)/, 'timestamp'],
  [/^DATE/, 'date'],
  [/^TIME/, 'time of day'],
  [/^(INTERVAL)/, 'text'],
  [
    /^(U?INT|TINYINT|SMALLINT|MEDIUMINT|BIGINT|INTEGER|SERIAL|BIGSERIAL|SMALLSERIAL|BYTEINT|YEAR|OID)/,
    'whole number',
  ],
  [/^(FLOAT|DOUBLE|REAL|DEC|NUMERIC|NUMBER|BIGNUMERIC|BIGDECIMAL|MONEY|FIXED)/, 'number'],
  [/^(BYTEA|BLOB|TINYBLOB|MEDIUMBLOB|LONGBLOB|BYTES|BINARY|VARBINARY)/, 'bytes'],
  [
    /^(CHAR|VARCHAR|NCHAR|NVARCHAR|TEXT|TINYTEXT|MEDIUMTEXT|LONGTEXT|STRING|FIXEDSTRING|CITEXT|CLOB|NAME|XML)/,
    'text',
  ],
];

/** Largest values of types of few bytes. */
const LARGEST: readonly (readonly [RegExp, number])[] = [
  [/^(TINYINT|INT8$|BYTEINT)/, 127],
  [/^UINT8$/, 255],
  [/^(SMALLINT|INT16$|INT2$|SMALLSERIAL)/, 32_767],
  [/^UINT16$/, 65_535],
];

/** MySQL's year, in our time. It may be 1901 to 2155. */
const YEARS = { min: 1970, max: 2030 };

/** Wrappers that say nothing about values but that they may be null. */
const WRAPPERS = new Set(['NULLABLE', 'LOWCARDINALITY', 'SIMPLEAGGREGATEFUNCTION']);

/** Reads the type that begins at an index. Undefined if it is none that is known. */
export function readType(
  tokens: readonly Token[],
  at: number,
  own: OwnTypes,
): { readonly type: ColumnType | undefined; readonly end: number } {
  const name = (tokens[at]?.text ?? '').toUpperCase();
  const open = tokens[at + 1];
  const hasArguments = isSymbol(open, '(') || isSymbol(open, '<');
  const { inner, end } = hasArguments ? inBrackets(tokens, at + 1) : { inner: [], end: at + 1 };
  const type = own.get(name) ?? typeOf(name, inner, own);
  // Postgres: text[], integer[][3].
  const isList = isSymbol(tokens[end], '[');
  let after = end;
  while (isSymbol(tokens[after], '[')) after = inBrackets(tokens, after).end;
  return { type: type === undefined || !isList ? type : { ...type, isList: true }, end: after };
}

function typeOf(name: string, inner: readonly Token[], own: OwnTypes): ColumnType | undefined {
  if (WRAPPERS.has(name)) return wrapped(name, inner, own);
  if (name === 'ARRAY') {
    const { type } = readType(inner, 0, own);
    return type === undefined ? undefined : { ...type, isList: true };
  }
  if (/^(ENUM|SET)\d*$/.test(name))
    return { kind: 'text', values: inner.filter(({ kind }) => kind === 'text').map(({ text }) => text) };
  if (/^(STRUCT|TUPLE|NESTED|ROW|RECORD)$/.test(name)) return structOf(name, inner, own);
  const kind = KINDS.find(([test]) => test.test(name))?.[1];
  return kind === undefined ? undefined : { kind, ...detailsOf(kind, name, inner) };
}

function wrapped(name: string, inner: readonly Token[], own: OwnTypes): ColumnType | undefined {
  const parts = splitAt(inner, ',');
  const { type } = readType(parts.at(-1) ?? [], 0, own);
  return type === undefined || name !== 'NULLABLE' ? type : { ...type, isNullable: true };
}

function structOf(name: string, inner: readonly Token[], own: OwnTypes): ColumnType {
  const fields = splitAt(inner, ',').map((part, i): Shape => {
    const isNamed = part.length > 1 && !isSymbol(part[1], '(') && !isSymbol(part[1], '<');
    const type = readType(part, isNamed ? 1 : 0, own).type ?? { kind: 'text' };
    return { name: isNamed ? (part[0]?.text ?? '') : `${i + 1}`, ...type };
  });
  return { kind: 'object', fields, ...(name === 'NESTED' ? { isList: true } : {}) };
}

/** Length, digits and largest value. */
function detailsOf(kind: ShapeKind, name: string, inner: readonly Token[]): Partial<ColumnType> {
  const [first, second] = inner.filter((token) => token.kind === 'number').map(({ text }) => Number(text));
  if (kind === 'text' && first !== undefined) return { maxLength: first };
  if (kind === 'whole number') {
    const largest = LARGEST.find(([test]) => test.test(name))?.[1];
    if (name === 'YEAR') return YEARS;
    // MySQL's boolean.
    if (name === 'TINYINT' && first === 1) return { max: 1, min: 0 };
    return largest === undefined ? {} : { max: largest };
  }
  if (kind !== 'number' || /^(FLOAT|DOUBLE|REAL)/.test(name)) return {};
  return numberDetails(name, first, second);
}

/** NUMERIC(10, 2), and ClickHouse's Decimal64(2). */
function numberDetails(
  name: string,
  precision: number | undefined,
  scale: number | undefined,
): Partial<ColumnType> {
  if (/\d$/.test(name)) return { decimals: precision ?? 0 };
  if (name === 'MONEY') return { decimals: 2 };
  if (precision === undefined) return {};
  const digits = Math.min(12, precision - (scale ?? 0));
  return { decimals: Math.min(12, scale ?? 0), max: Math.max(1, 10 ** digits - 1) };
}

/** Words that belong to a type of more than one word. */
const MORE_WORDS = new Set([
  'PRECISION',
  'VARYING',
  'UNSIGNED',
  'SIGNED',
  'ZEROFILL',
  'WITH',
  'WITHOUT',
  'LOCAL',
  'TIME',
  'ZONE',
  'LARGE',
]);

/** The index after the words of a type: DOUBLE PRECISION, TIMESTAMP WITH TIME ZONE. */
export function afterWords(tokens: readonly Token[], at: number): number {
  let end = at;
  while (MORE_WORDS.has(keyword(tokens[end]))) {
    end++;
    if (isSymbol(tokens[end], '(')) end = inBrackets(tokens, end).end;
  }
  return end;
}
