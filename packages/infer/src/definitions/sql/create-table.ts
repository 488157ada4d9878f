import type { Shape } from '../shape.ts';
import {
  tableNamed,
  type Catalogue,
  type SqlTable,
  columnOf,
  isEphemeral,
  qualifiedName,
} from './column-definition.ts';
import { checked } from './checks.ts';
import { withListedBounds, partition } from './partitions.ts';
import type { Statement } from './statements.ts';
import { areWords, inBrackets, isSymbol, keyword, splitAt, type Token } from './tokens.ts';
import { readType } from './types.ts';

/** Reads CREATE TABLE. */
export function createTable({ tokens, place }: Statement, catalogue: Catalogue): void {
  const at = tokens.findIndex((token) => keyword(token) === 'TABLE') + 1;
  const { name, end } = qualifiedName(tokens, areWords(tokens, at, 'IF', 'NOT', 'EXISTS') ? at + 3 : at);
  if (areWords(tokens, end, 'PARTITION', 'OF')) {
    partition(name, qualifiedName(tokens, end + 2).name, tokens.slice(end + 2), catalogue, place);
    return;
  }
  const body = bodyOf(tokens, end);
  if (body === undefined) {
    catalogue.notes.add(`Skipped table ${name}: it lists no columns`, place);
    return;
  }
  const { parts, parents, rest } = body;
  const table: SqlTable = {
    name,
    fields: [],
    generated: new Set(),
    partitionedBy: partitionColumns(rest),
    keys: [],
    references: [],
  };
  for (const parent of parents) {
    copyColumns(parent, table, catalogue, place);
    for (const name of tableNamed(catalogue, parent)?.generated ?? []) table.generated.add(name);
  }
  const isClickHouse = rest.some((token) => keyword(token) === 'ENGINE') && !usesMySql(rest);
  const columns = parts.filter((part) => !isConstraint(part));
  for (const part of columns) addColumn(part, table, catalogue, { isNullable: !isClickHouse, place });
  for (const part of parts.filter(isConstraint)) addConstraint(part, table, catalogue, place);
  const bounded = withListedBounds(table.fields, rest);
  if (bounded === undefined) catalogue.notes.add(`Not followed: the bounds of partitions of ${name}`, place);
  else table.fields = bounded;
  catalogue.tables.push(table);
}

/** What a table lists, the tables whose columns it has, and what follows. */
interface Body {
  readonly parts: readonly (readonly Token[])[];
  readonly parents: readonly string[];
  readonly rest: readonly Token[];
}

/** The body of a table. Undefined for CREATE TABLE … AS SELECT. @param at the index after its name */
function bodyOf(tokens: readonly Token[], at: number): Body | undefined {
  if (isCopied(tokens, at)) {
    const { name, end } = qualifiedName(tokens, at + 1);
    return { parts: [], parents: [name], rest: tokens.slice(end) };
  }
  // Snowflake: CLUSTER BY (…) before the columns.
  const after = areWords(tokens, at, 'CLUSTER', 'BY') ? inBrackets(tokens, at + 2).end : at;
  const open = tokens.findIndex((token, i) => i >= after && isSymbol(token, '('));
  if (open < 0 || tokens.slice(at, open).some((token) => keyword(token) === 'AS')) return undefined;
  const { inner, end } = inBrackets(tokens, open);
  const rest = tokens.slice(end);
  const inherits = rest.findIndex((token) => keyword(token) === 'INHERITS');
  const parents = inherits < 0 ? [] : splitAt(inBrackets(rest, inherits + 1).inner, ',');
  return { parts: splitAt(inner, ','), parents: parents.map((each) => qualifiedName(each, 0).name), rest };
}

/** Tables with the columns of another one: LIKE, CLONE of Snowflake, COPY of BigQuery, AS of ClickHouse. */
const isCopied = (tokens: readonly Token[], at: number): boolean =>
  /^(LIKE|CLONE|COPY)$/.test(keyword(tokens[at])) ||
  (keyword(tokens[at]) === 'AS' &&
    /^(word|name)$/.test(tokens[at + 1]?.kind ?? '') &&
    !/^(SELECT|WITH|VALUES|TABLE|EXECUTE|FROM|SHOW|DESCRIBE)$/.test(keyword(tokens[at + 1])));

/** MySQL names its engine, too. */
const usesMySql = (rest: readonly Token[]): boolean =>
  rest.some(({ text }) => /^(innodb|myisam|memory|archive|aria|csv|heap)$/i.test(text));

function partitionColumns(rest: readonly Token[]): readonly string[] {
  const at = rest.findIndex((_, i) => areWords(rest, i, 'PARTITION', 'BY'));
  const open = rest.findIndex((token, i) => at >= 0 && i > at && isSymbol(token, '('));
  return open < 0
    ? []
    : splitAt(inBrackets(rest, open).inner, ',').map((part) =>
        part.length === 1 ? (part[0]?.text ?? '') : '',
      );
}

function copyColumns(name: string, table: SqlTable, catalogue: Catalogue, place: string): void {
  const from = tableNamed(catalogue, name);
  if (from === undefined)
    catalogue.notes.add(`Not followed: the columns of ${name}, which is not defined before`, place);
  else table.fields = [...table.fields, ...from.fields];
}

/** Adds a column, or notes why not. */
export function addColumn(
  part: readonly Token[],
  table: SqlTable,
  catalogue: Catalogue,
  { isNullable, place }: { readonly isNullable: boolean; readonly place: string },
): void {
  const found = columnOf(part, { own: catalogue.types, isNullable, isSqlServer: catalogue.isSqlServer });
  if ('unknown' in found) {
    const isRequired =
      part.some((_, i) => areWords(part, i, 'NOT', 'NULL')) &&
      !part.some((each) => keyword(each) === 'DEFAULT');
    const remedy = isRequired ? '. Rows are refused without it: add the field to the schema' : '';
    catalogue.notes.add(`Skipped column ${table.name}.${found.unknown}: unknown type${remedy}`, place);
    return;
  }
  const { shape, checks, isGenerated } = found.column;
  if (isEphemeral(part))
    catalogue.notes.add(
      `Followed in part: ${table.name}.${shape.name} is EPHEMERAL: the database does not keep it`,
      place,
    );
  if (isGenerated) table.generated.add(shape.name.toLowerCase());
  table.fields = [...table.fields.filter((each) => each.name !== shape.name), shape];
  for (const check of checks) addCheck(check, table, catalogue, place);
}

function addCheck(check: readonly Token[], table: SqlTable, { notes }: Catalogue, place: string): void {
  const { fields, isFollowed } = checked(table.fields, check);
  table.fields = fields;
  if (!isFollowed) notes.add(`Followed in part: CHECK of ${table.name}: ${textOf(check)}`, place);
}

/** A condition as people read it. */
const textOf = (tokens: readonly Token[]): string => {
  const text = tokens
    .map(({ kind, text: each }) => (kind === 'text' ? `'${each}'` : each))
    .join(' ')
    .replaceAll(/\( | (?=[),])/g, (each) => each.trim());
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
};

/** What follows the first word of a constraint: that word may be the name of a column, too. */
const CONSTRAINTS: Readonly<Record<string, (part: readonly Token[], isColumn: boolean) => boolean>> = {
  CONSTRAINT: (part, isColumn) => part.length > 2 && !isColumn,
  PRIMARY: ([, second]) => keyword(second) === 'KEY',
  FOREIGN: ([, second]) => keyword(second) === 'KEY',
  CHECK: ([, second]) => isSymbol(second, '('),
  UNIQUE: ([, second, third]) =>
    isSymbol(second, '(') ||
    isSymbol(third, '(') ||
    /^(KEY|INDEX|CLUSTERED|NONCLUSTERED|NULLS)$/.test(keyword(second)),
  FULLTEXT: ([, second, third]) => /^(KEY|INDEX)$/.test(keyword(second)) || isSymbol(third, '('),
  SPATIAL: ([, second, third]) => /^(KEY|INDEX)$/.test(keyword(second)) || isSymbol(third, '('),
  PERIOD: ([, second]) => keyword(second) === 'FOR',
  EXCLUDE: ([, second]) => keyword(second) === 'USING' || isSymbol(second, '('),
  LIKE: ([, , third], isColumn) => !isColumn || /^(INCLUDING|EXCLUDING)$/.test(keyword(third)),
  // CockroachDB and Oracle
  INVERTED: ([, second]) => keyword(second) === 'INDEX',
  FAMILY: ([, , third], isColumn) => !isColumn && isSymbol(third, '('),
  SUPPLEMENTAL: ([, second]) => keyword(second) === 'LOG',
  INDEX: (part, isColumn) => !isColumn && part.length > 1,
  KEY: (part, isColumn) => !isColumn && part.length > 1,
  PROJECTION: (part, isColumn) => !isColumn && part.length > 1,
};

/** Whether a part of CREATE TABLE is a constraint. A column may be called `key`. */
export function isConstraint(part: readonly Token[]): boolean {
  const word = keyword(part[0]);
  if (!Object.hasOwn(CONSTRAINTS, word)) return false;
  const isColumn = readType(part, 1, new Map()).type !== undefined && !isSymbol(part[1], '(');
  return CONSTRAINTS[word]?.(part, isColumn) === true;
}

/** Adds a constraint of a table: PRIMARY KEY, UNIQUE, FOREIGN KEY, CHECK, LIKE. Indexes say nothing about rows. */
export function addConstraint(
  part: readonly Token[],
  table: SqlTable,
  catalogue: Catalogue,
  place: string,
): void {
  const from = constraintStart(part);
  const open = part.findIndex((token, i) => i >= from && isSymbol(token, '('));
  const { inner, end } = open < 0 ? { inner: [], end: part.length } : inBrackets(part, open);
  switch (keyword(part[from])) {
    case 'CHECK':
      // ClickHouse: CHECK a > 0.
      addCheck(open === from + 1 ? inner : part.slice(from + 1), table, catalogue, place);
      break;
    case 'LIKE':
      copyColumns(qualifiedName(part, from + 1).name, table, catalogue, place);
      break;
    case 'PRIMARY':
    case 'UNIQUE':
    case 'FOREIGN':
      if (columnsIn(inner).includes('('))
        catalogue.notes.add(`Not followed: ${keyword(part[from])} of ${table.name} with expressions`, place);
      else addKey(keyword(part[from]), inner, part.slice(end), { table, catalogue, place });
      break;
    case 'EXCLUDE':
    case 'PERIOD':
    case 'ASSUME':
      catalogue.notes.add(`Not followed: ${keyword(part[from])} of ${table.name}`, place);
  }
}

/** The index of the first word after CONSTRAINT and its name, which may be missing. */
function constraintStart(part: readonly Token[]): number {
  if (keyword(part[0]) !== 'CONSTRAINT') return 0;
  return /^(PRIMARY|UNIQUE|FOREIGN|CHECK|EXCLUDE|NOT)$/.test(keyword(part[1])) ? 1 : 2;
}

/** A key, or a reference to one. Several columns are a key together only. */
function addKey(
  kind: string,
  inner: readonly Token[],
  rest: readonly Token[],
  {
    table,
    catalogue,
    place,
  }: { readonly table: SqlTable; readonly catalogue: Catalogue; readonly place: string },
): void {
  const columns = columnsIn(inner);
  const [only] = columns.length === 1 ? columns : [];
  const change = (changes: Partial<Shape>): void => {
    const names = new Set(columns.map((column) => column.toLowerCase()));
    table.fields = table.fields.map((field) =>
      names.has(field.name.toLowerCase()) ? { ...field, ...changes } : field,
    );
  };
  const reference = rest.findIndex((token) => keyword(token) === 'REFERENCES');
  if (kind === 'PRIMARY') {
    change(only === undefined ? { isNullable: false } : { isKey: true, isNullable: false });
    if (only === undefined) table.keys = [columns, ...table.keys];
  } else if (kind === 'UNIQUE') {
    if (only === undefined) table.keys = [...table.keys, columns];
    else change({ isUnique: true });
  } else if (reference < 0)
    catalogue.notes.add(`Not followed: FOREIGN KEY of ${table.name} (${columns.join(', ')})`, place);
  else {
    const { name, end } = qualifiedName(rest, reference + 1);
    const to = isSymbol(rest[end], '(') ? columnsIn(inBrackets(rest, end).inner) : [];
    const [field] = to;
    if (only === undefined)
      table.references = [
        ...table.references,
        { fields: columns, table: name, ...(to.length === 0 ? {} : { referencedFields: to }) },
      ];
    else change({ references: name, ...(field === undefined ? {} : { referencedField: field }) });
  }
}

/** Columns; a bracket stands for an expression. */
const columnsIn = (inner: readonly Token[]): string[] =>
  splitAt(inner, ',').map(([first, second, third]) =>
    isSymbol(second, '(') && third?.kind !== 'number' ? '(' : (first?.text ?? ''),
  );
