import type { Reference, Shape } from '../shape.ts';
import { areWords, inBrackets, isSymbol, keyword, type Token } from './tokens.ts';
import { afterSchema, type ColumnType, type OwnTypes, readType } from './types.ts';
import type { Notes } from '../not-followed.ts';

/** A column, with what its own constraints say. */
export interface ColumnDefinition {
  readonly shape: Shape;
  /** Its CHECK constraints. */
  readonly checks: readonly (readonly Token[])[];
  /** The database makes its values and takes no others. */
  readonly isGenerated: boolean;
}

/** A column, or what could not be read. */
export type ColumnResult = { readonly column: ColumnDefinition } | { readonly unknown: string };

/** What a column is read with. */
export interface ColumnContext {
  readonly own: OwnTypes;
  /** Columns that do not say are nullable. */
  readonly isNullable: boolean;
  /** IDENTITY takes no values. */
  readonly isSqlServer?: boolean;
}

/** Reads `name type constraints`. */
export function columnOf(tokens: readonly Token[], context: ColumnContext): ColumnResult {
  const name = tokens[0]?.text ?? '';
  const { type, end } = readType(tokens, 1, context.own);
  if (type === undefined && !needsNoType(tokens))
    return { unknown: `${name} ${tokens[afterSchema(tokens, 1)]?.text ?? ''}`.trim() };
  const rest = tokens.slice(type === undefined ? 1 : end);
  const own: ColumnType = type ?? { kind: 'text' };
  const shape: Shape = {
    isNullable: context.isNullable,
    ...own,
    kind: isUuid(own, rest) ? 'UUID' : own.kind,
    name,
    ...constraintsOf(rest, nameOfType(tokens)),
  };
  const isMade = isGenerated(rest, context) || isRowVersion(tokens, context);
  return { column: { shape, checks: checksIn(rest), isGenerated: isMade } };
}

const nameOfType = (tokens: readonly Token[]): string => (tokens[1]?.text ?? '').toUpperCase();

const checksIn = (rest: readonly Token[]): (readonly Token[])[] =>
  rest.flatMap((token, i) =>
    keyword(token) === 'CHECK' && isSymbol(rest[i + 1], '(') ? [inBrackets(rest, i + 1).inner] : [],
  );

/** SQLite has columns without types, and SQL Server computed ones. */
const needsNoType = (tokens: readonly Token[]): boolean =>
  tokens.length === 1 ||
  CONSTRAINTS.has(keyword(tokens[1])) ||
  (keyword(tokens[1]) === 'AS' && isSymbol(tokens[2], '('));

/** Words that begin a constraint of a column. */
const CONSTRAINTS = new Set(
  'PRIMARY NOT NULL UNIQUE DEFAULT REFERENCES CHECK COLLATE CONSTRAINT GENERATED'.split(' '),
);

const isRowVersion = (tokens: readonly Token[], { isSqlServer }: ColumnContext): boolean =>
  isSqlServer === true && /^(ROWVERSION|TIMESTAMP)$/.test(nameOfType(tokens));

/** `GENERATED ALWAYS`, computed columns `AS (…)`, and IDENTITY of SQL Server. */
function isGenerated(rest: readonly Token[], { isSqlServer }: ColumnContext): boolean {
  return rest.some(
    (token, i) =>
      areWords(rest, i, 'GENERATED', 'ALWAYS') ||
      (keyword(token) === 'AS' && isSymbol(rest[i + 1], '(')) ||
      /^(MATERIALIZED|ALIAS)$/.test(keyword(token)) ||
      (isSqlServer === true && keyword(token) === 'IDENTITY'),
  );
}

/** Whether rows have a column that the database does not keep: other columns are computed from it. */
export const isEphemeral = (tokens: readonly Token[]): boolean =>
  tokens.some((token, i) => i > 0 && keyword(token) === 'EPHEMERAL');

/** What constraints say about a column. */
export function constraintsOf(rest: readonly Token[], type = ''): Partial<Shape> {
  const has = (...words: string[]): boolean => rest.some((_, i) => areWords(rest, i, ...words));
  const reference = rest.findIndex((token) => keyword(token) === 'REFERENCES');
  const isKey =
    has('PRIMARY', 'KEY') ||
    has('AUTO_INCREMENT') ||
    has('AUTOINCREMENT') ||
    has('IDENTITY') ||
    type.endsWith('SERIAL');
  return {
    ...(isKey || has('NOT', 'NULL') ? { isNullable: false } : {}),
    ...(isKey ? { isKey } : {}),
    ...(has('UNIQUE') && !isKey ? { isUnique: true } : {}),
    ...initialOf(rest),
    ...(reference < 0 ? {} : referenceAt(rest, reference + 1)),
  };
}

/** `table`, or `table (column)`. */
function referenceAt(tokens: readonly Token[], at: number): Pick<Shape, 'references' | 'referencedField'> {
  const { name, end } = qualifiedName(tokens, at);
  const [field] = isSymbol(tokens[end], '(') ? inBrackets(tokens, end).inner : [];
  return { references: name, ...(field === undefined ? {} : { referencedField: field.text }) };
}

/** Whether a text is a UUID because a function makes it unless it is given. */
const isUuid = (type: ColumnType, rest: readonly Token[]): boolean =>
  type.kind === 'text' &&
  (type.maxLength ?? 36) >= 36 &&
  type.isList !== true &&
  afterDefault(rest).some((token) => UUIDS.test(keyword(token)));

/** Functions that make UUIDs. */
const UUIDS = /^(GEN_RANDOM_UUID|GENERATE_?UUID(V4)?|UUID(V[47])?|UUID_GENERATE_V\w+|UUID_STRING|NEWID)$/;

/** The value after DEFAULT, without brackets and casts. Of functions, only the next number of a sequence says something. */
export function initialOf(rest: readonly Token[]): Pick<Shape, 'initial' | 'isCounter' | 'isNullable'> {
  const after = afterDefault(rest);
  if (after.some(({ text }) => text.toLowerCase() === 'nextval'))
    return { isNullable: false, isCounter: true };
  const [first, second] = after.filter((token) => !isSymbol(token, '('));
  if (first?.kind === 'text') return { initial: first.text };
  if (first?.kind === 'number') return { initial: Number(first.text) };
  if (isSymbol(first, '-') && second?.kind === 'number') return { initial: -Number(second.text) };
  const word = keyword(first);
  return word === 'TRUE' || word === 'FALSE' ? { initial: word === 'TRUE' } : {};
}

const afterDefault = (rest: readonly Token[]): readonly Token[] => {
  const at = rest.findIndex((token) => keyword(token) === 'DEFAULT');
  const after = at < 0 ? [] : rest.slice(at + 1);
  const end = after.findIndex((token) => CONSTRAINTS.has(keyword(token)) && keyword(token) !== 'NULL');
  return end < 0 ? after : after.slice(0, end);
};

/** The last part of `catalogue.schema.name`, and the index after it. */
export function qualifiedName(
  tokens: readonly Token[],
  at: number,
): { readonly name: string; readonly end: number } {
  let end = at + 1;
  while ((isSymbol(tokens[end], '.') || isSymbol(tokens[end], '-')) && tokens[end + 1] !== undefined)
    end += 2;
  const last = tokens[end - 1];
  // BigQuery has one name in backticks around all parts.
  return {
    name: last?.kind === 'name' && end === at + 1 ? (last.text.split('.').at(-1) ?? '') : (last?.text ?? ''),
    end,
  };
}

/** A table while a script is read: later statements change it. */
export interface SqlTable {
  name: string;
  fields: readonly Shape[];
  /** Columns whose values the database makes. */
  readonly generated: Set<string>;
  /** The table whose partition it is. */
  partOf?: string;
  /** Columns that decide on the partition. */
  readonly partitionedBy: readonly string[];
  /** Keys of several columns, the primary key first. */
  keys: readonly (readonly string[])[];
  /** References of several columns. */
  references: readonly Reference[];
}

/** What a script defines so far. */
export interface Catalogue {
  readonly tables: SqlTable[];
  readonly types: Map<string, ColumnType>;
  readonly notes: Notes;
  readonly isSqlServer: boolean;
}

/** Whether something has a name, in capitals or small letters. */
export const isNamed = (each: { readonly name: string }, name: string): boolean =>
  each.name.toLowerCase() === name.toLowerCase();

/** The table with a name. */
export const tableNamed = ({ tables }: Catalogue, name: string): SqlTable | undefined =>
  tables.findLast((table) => isNamed(table, name));
