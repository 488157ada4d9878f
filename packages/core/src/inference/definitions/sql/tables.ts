import type { Notes } from '../notes.ts';
import type { Shape } from '../shape.ts';
import { checked } from './checks.ts';
import { columnOf, qualifiedName, type Column } from './columns.ts';
import type { Statement } from './statements.ts';
import { areWords, inBrackets, isSymbol, keyword, splitAt, type Token } from './tokens.ts';
import { readType, type ColumnType } from './types.ts';

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
}

/** What a script defines so far. */
export interface Catalogue {
  readonly tables: SqlTable[];
  readonly types: Map<string, ColumnType>;
  readonly notes: Notes;
  readonly isSqlServer: boolean;
}

/** The table with a name. */
export const tableNamed = ({ tables }: Catalogue, name: string): SqlTable | undefined =>
  tables.findLast((table) => table.name.toLowerCase() === name.toLowerCase());

/** Reads CREATE TABLE. */
export function createTable({ tokens, line }: Statement, catalogue: Catalogue): void {
  const at = tokens.findIndex((token) => keyword(token) === 'TABLE') + 1;
  const { name, end } = qualifiedName(tokens, areWords(tokens, at, 'IF', 'NOT', 'EXISTS') ? at + 3 : at);
  const place = `line ${line}`;
  if (areWords(tokens, end, 'PARTITION', 'OF')) {
    partition(name, qualifiedName(tokens, end + 2).name, tokens.slice(end + 2), catalogue, place);
    return;
  }
  const open = isSymbol(tokens[end], '(')
    ? end
    : tokens.findIndex((token, i) => i >= end && isSymbol(token, '('));
  const like = areWords(tokens, end, 'LIKE') ? qualifiedName(tokens, end + 1).name : undefined;
  const before = tokens.slice(end, open < 0 ? undefined : open);
  if (like === undefined && (open < 0 || before.some((token) => keyword(token) === 'AS'))) {
    catalogue.notes.add(`Skipped table ${name}: it lists no columns`, place);
    return;
  }
  const { inner, end: after } = like === undefined ? inBrackets(tokens, open) : { inner: [], end: end + 1 };
  const rest = tokens.slice(after);
  const table: SqlTable = { name, fields: [], generated: new Set(), partitionedBy: partitionColumns(rest) };
  const parent = rest.findIndex((token) => keyword(token) === 'INHERITS');
  if (parent >= 0)
    for (const each of splitAt(inBrackets(rest, parent + 1).inner, ','))
      copyColumns(qualifiedName(each, 0).name, table, catalogue, place);
  if (like !== undefined) copyColumns(like, table, catalogue, place);
  const isClickHouse = rest.some((token) => keyword(token) === 'ENGINE') && !usesMySql(rest);
  const parts = splitAt(inner, ',');
  for (const part of parts.filter((each) => !isConstraint(each)))
    addColumn(part, table, catalogue, { isNullable: !isClickHouse, place });
  for (const part of parts.filter(isConstraint)) addConstraint(part, table, catalogue, place);
  catalogue.tables.push(table);
}

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
    catalogue.notes.add(`Skipped column ${table.name}.${found.unknown}: unknown type`, place);
    return;
  }
  const { shape, checks, isGenerated }: Column = found.column;
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

/** Whether a part of CREATE TABLE is a constraint. A column may be called `key`. */
export function isConstraint(part: readonly Token[]): boolean {
  const [first, second, third] = part.map(keyword);
  const isNamed = readType(part, 1, new Map()).type !== undefined && !isSymbol(part[1], '(');
  switch (first) {
    case 'CONSTRAINT':
      return part.length > 2 && !isNamed;
    case 'PRIMARY':
    case 'FOREIGN':
      return second === 'KEY';
    case 'CHECK':
      return isSymbol(part[1], '(');
    case 'UNIQUE':
      return (
        isSymbol(part[1], '(') ||
        /^(KEY|INDEX|CLUSTERED|NONCLUSTERED|NULLS)$/.test(second ?? '') ||
        isSymbol(part[2], '(')
      );
    case 'FULLTEXT':
    case 'SPATIAL':
      return second === 'KEY' || second === 'INDEX' || isSymbol(part[2], '(');
    case 'PERIOD':
      return second === 'FOR';
    case 'EXCLUDE':
      return second === 'USING' || isSymbol(part[1], '(');
    case 'LIKE':
      return !isNamed || third === 'INCLUDING' || third === 'EXCLUDING';
    case 'INDEX':
    case 'KEY':
    case 'PROJECTION':
      return !isNamed && part.length > 1;
    default:
      return false;
  }
}

/** Adds a constraint of a table: PRIMARY KEY, UNIQUE, FOREIGN KEY, CHECK, LIKE. Indexes say nothing about rows. */
export function addConstraint(
  part: readonly Token[],
  table: SqlTable,
  catalogue: Catalogue,
  place: string,
): void {
  const isNamed = keyword(part[0]) === 'CONSTRAINT';
  const from =
    isNamed && !/^(PRIMARY|UNIQUE|FOREIGN|CHECK|EXCLUDE|NOT)$/.test(keyword(part[1])) ? 2 : isNamed ? 1 : 0;
  const word = keyword(part[from]);
  const open = part.findIndex((token, i) => i >= from && isSymbol(token, '('));
  const { inner, end } = open < 0 ? { inner: [], end: part.length } : inBrackets(part, open);
  const columns = new Set(splitAt(inner, ',').map(([first]) => (first?.text ?? '').toLowerCase()));
  const change = (changes: Partial<Shape>): void => {
    table.fields = table.fields.map((field) =>
      columns.has(field.name.toLowerCase()) ? { ...field, ...changes } : field,
    );
  };
  const names = [...columns].join(', ');
  if (word === 'CHECK') addCheck(inner, table, catalogue, place);
  else if (word === 'LIKE') copyColumns(qualifiedName(part, from + 1).name, table, catalogue, place);
  else if (word === 'PRIMARY') {
    // Several columns are a key together only.
    change(columns.size === 1 ? { isKey: true, isNullable: false } : { isNullable: false });
    if (columns.size > 1)
      catalogue.notes.add(`Followed in part: the key of ${table.name} (${names}): rows may repeat it`, place);
  } else if (word === 'UNIQUE') {
    if (columns.size === 1) change({ isUnique: true });
    else catalogue.notes.add(`Not followed: UNIQUE of ${table.name} (${names})`, place);
  } else if (word === 'FOREIGN') {
    const reference = part.findIndex((token, i) => i >= end && keyword(token) === 'REFERENCES');
    if (columns.size === 1 && reference >= 0) change({ references: qualifiedName(part, reference + 1).name });
    else catalogue.notes.add(`Not followed: FOREIGN KEY of ${table.name} (${names})`, place);
  } else if (word === 'EXCLUDE' || word === 'PERIOD')
    catalogue.notes.add(`Not followed: ${word} of ${table.name}`, place);
}

/** Rows of a partition belong to its table. */
export function partition(
  name: string,
  parent: string,
  bounds: readonly Token[],
  catalogue: Catalogue,
  place: string,
): void {
  const table = tableNamed(catalogue, parent);
  const own = tableNamed(catalogue, name);
  if (own !== undefined) own.partOf = parent;
  catalogue.notes.add(`Rows of partitions belong to their table: ${parent}`, place);
  const [column] = table?.partitionedBy ?? [];
  const values = bounds.findIndex((_, i) => areWords(bounds, i, 'FOR', 'VALUES'));
  if (table === undefined || column === undefined || values < 0) return;
  const list = areWords(bounds, values + 2, 'IN') ? inBrackets(bounds, values + 3).inner : [];
  const found = list
    .filter(({ kind }) => kind === 'text' || kind === 'number')
    .map(({ kind, text }) => (kind === 'number' ? Number(text) : text));
  if (found.length === 0) {
    if (areWords(bounds, values + 2, 'FROM'))
      catalogue.notes.add(
        `Not followed: the bounds of partitions of ${parent}: rows outside need a DEFAULT partition`,
        place,
      );
    return;
  }
  table.fields = table.fields.map((field) =>
    field.name.toLowerCase() === column.toLowerCase()
      ? { ...field, values: [...(field.values ?? []), ...found] }
      : field,
  );
}
