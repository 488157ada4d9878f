import type { Shape } from '../shape.ts';
import { areWords, inBrackets, isSymbol, keyword, type Token } from './tokens.ts';
import { readType, type OwnTypes } from './types.ts';

/** A column, with what its own constraints say. */
export interface Column {
  readonly shape: Shape;
  /** Its CHECK constraints. */
  readonly checks: readonly (readonly Token[])[];
  /** The database makes its values and takes no others. */
  readonly isGenerated: boolean;
}

/** A column, or what could not be read. */
export type ColumnResult = { readonly column: Column } | { readonly unknown: string };

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
    return { unknown: `${name} ${tokens[1]?.text ?? ''}`.trim() };
  const rest = tokens.slice(type === undefined ? 1 : end);
  const shape: Shape = {
    isNullable: context.isNullable,
    ...(type ?? { kind: 'text' }),
    name,
    ...constraintsOf(rest, (tokens[1]?.text ?? '').toUpperCase()),
  };
  const isMade = isGenerated(rest, context) || isRowVersion(tokens, context);
  return { column: { shape, checks: checksIn(rest), isGenerated: isMade } };
}

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
const CONSTRAINTS = new Set([
  'PRIMARY',
  'NOT',
  'NULL',
  'UNIQUE',
  'DEFAULT',
  'REFERENCES',
  'CHECK',
  'COLLATE',
  'CONSTRAINT',
  'GENERATED',
]);

const isRowVersion = (tokens: readonly Token[], { isSqlServer }: ColumnContext): boolean =>
  isSqlServer === true && /^(ROWVERSION|TIMESTAMP)$/.test((tokens[1]?.text ?? '').toUpperCase());

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

/** The value after DEFAULT, without brackets and casts. Functions such as now() are none. */
export function initialOf(rest: readonly Token[]): Pick<Shape, 'initial'> {
  const after = rest.slice(rest.findIndex((token) => keyword(token) === 'DEFAULT') + 1);
  if (after.length === rest.length) return {};
  const [first, second] = after.filter((token) => !isSymbol(token, '('));
  if (first?.kind === 'text') return { initial: first.text };
  if (first?.kind === 'number') return { initial: Number(first.text) };
  if (isSymbol(first, '-') && second?.kind === 'number') return { initial: -Number(second.text) };
  const word = keyword(first);
  return word === 'TRUE' || word === 'FALSE' ? { initial: word === 'TRUE' } : {};
}

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
