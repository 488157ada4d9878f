import type { Shape } from '../shape.ts';
import {
  constraintsOf,
  initialOf,
  qualifiedName,
  tableNamed,
  type Catalogue,
  type SqlTable,
  isNamed,
} from './column-definition.ts';
import { partition } from './partitions.ts';
import { addColumn, addConstraint, isConstraint } from './create-table.ts';
import type { Statement } from './statements.ts';
import { areWords, inBrackets, isSymbol, keyword, splitAt, type Token } from './tokens.ts';
import { readType } from './types.ts';

/** Actions that say nothing about rows. */
const SILENT =
  /^(OWNER|CLUSTER|REPLICA|SET (SCHEMA|TABLESPACE|WITHOUT|LOGGED|UNLOGGED|ACCESS|STATISTICS|STORAGE)|ENABLE|DISABLE|VALIDATE|CHECK CONSTRAINT|NOCHECK|ENGINE|AUTO_INCREMENT|COMMENT|DEFAULT CHARACTER|CONVERT|ORDER|ADD (INDEX|KEY|FULLTEXT|SPATIAL))\b/;

/** Follows ALTER TABLE: constraints, columns, types, defaults, partitions and names. */
export function alterTable({ tokens, place }: Statement, catalogue: Catalogue): void {
  const at = tokens.findIndex((token) => keyword(token) === 'TABLE') + 1;
  const skipped = tokens.slice(at).findIndex((token) => !/^(ONLY|IF|EXISTS)$/.test(keyword(token)));
  const { name, end } = qualifiedName(tokens, at + Math.max(0, skipped));
  const table = tableNamed(catalogue, name);
  if (table === undefined) {
    // Views and sequences have owners, too.
    if (SILENT.test(words(tokens.slice(end)))) return;
    catalogue.notes.add(`Not followed: ALTER TABLE ${name}, which is not defined before`, place);
    return;
  }
  for (const action of splitAt(tokens.slice(end), ',')) {
    const plain = areWords(action, 0, 'WITH') ? action.slice(2) : action;
    if (!isFollowed(plain, table, catalogue, place) && !SILENT.test(words(plain)))
      catalogue.notes.add(`Not followed: ALTER TABLE ${name} ${words(plain)}`, place);
  }
}

const words = (tokens: readonly Token[]): string => tokens.slice(0, 3).map(keyword).join(' ').trim();

function isFollowed(action: readonly Token[], table: SqlTable, catalogue: Catalogue, place: string): boolean {
  switch (keyword(action[0])) {
    case 'ADD':
      return add(action.slice(1), table, catalogue, place);
    case 'MODIFY':
    case 'CHANGE':
      return modify(action, table, catalogue, place);
    case 'ALTER':
      return alterColumn(action.slice(keyword(action[1]) === 'COLUMN' ? 2 : 1), table, catalogue, place);
    case 'DROP':
      return drop(action, table);
    case 'RENAME':
      return rename(action, table);
    case 'ATTACH':
      partition(qualifiedName(action, 2).name, table.name, action, catalogue, place);
      return true;
    case 'INHERIT': {
      const parent = tableNamed(catalogue, qualifiedName(action, 1).name);
      const own = new Set(table.fields.map(({ name }) => name));
      table.fields = [...(parent?.fields ?? []).filter(({ name }) => !own.has(name)), ...table.fields];
      return parent !== undefined;
    }
    default:
      return false;
  }
}

function add(part: readonly Token[], table: SqlTable, catalogue: Catalogue, place: string): boolean {
  if (isConstraint(part)) {
    addConstraint(part, table, catalogue, place);
    return !/^(INDEX|KEY|FULLTEXT|SPATIAL)$/.test(keyword(part[0]));
  }
  // Oracle and MySQL: ADD (a int, b int). Also ADD COLUMN IF NOT EXISTS.
  const isList = isSymbol(part[0], '(');
  const from = keyword(part[0]) === 'COLUMN' && part.length > 2 ? (areWords(part, 1, 'IF') ? 4 : 1) : 0;
  const columns = isList ? splitAt(inBrackets(part, 0).inner, ',') : [part.slice(from)];
  for (const column of columns)
    if (isConstraint(column)) addConstraint(column, table, catalogue, place);
    else addColumn(column, table, catalogue, { isNullable: true, place });
  return true;
}

/** MySQL and Oracle: MODIFY name type …, CHANGE old new type …. */
function modify(action: readonly Token[], table: SqlTable, catalogue: Catalogue, place: string): boolean {
  const from = keyword(action[1]) === 'COLUMN' ? 2 : 1;
  if (isSymbol(action[from], '('))
    for (const part of splitAt(inBrackets(action, from).inner, ','))
      redefine(part[0]?.text ?? '', part, table, catalogue, place);
  else {
    const start = keyword(action[0]) === 'CHANGE' ? from + 1 : from;
    redefine(action[from]?.text ?? '', action.slice(start), table, catalogue, place);
  }
  return true;
}

/** Gives a column another name, type and constraints. Oracle says only what changes. */
function redefine(
  name: string,
  part: readonly Token[],
  table: SqlTable,
  catalogue: Catalogue,
  place: string,
): void {
  const old = table.fields.find((field) => isNamed(field, name));
  if (old === undefined) {
    addColumn(part, table, catalogue, { isNullable: true, place });
    return;
  }
  const { type } = readType(part, 1, catalogue.types);
  const next: Shape = { ...old, ...type, name: part[0]?.text ?? old.name, ...constraintsOf(part.slice(1)) };
  table.fields = table.fields.map((field) => (field === old ? next : field));
}

/** ALTER COLUMN name …. */
function alterColumn(
  [first, ...rest]: readonly Token[],
  table: SqlTable,
  catalogue: Catalogue,
  place: string,
): boolean {
  const name = first?.text ?? '';
  const changes = changesOf(rest, catalogue);
  if (changes === undefined) return false;
  if (areWords(rest, 0, 'ADD', 'GENERATED', 'ALWAYS')) table.generated.add(name.toLowerCase());
  if (rest.some((token) => keyword(token) === 'USING'))
    catalogue.notes.add(`Followed in part: ALTER COLUMN ${name} TYPE with USING`, place);
  table.fields = table.fields.map((field) => (isNamed(field, name) ? { ...field, ...changes } : field));
  return true;
}

/** What changes about a column. Undefined if it is not followed. */
function changesOf(rest: readonly Token[], { types }: Catalogue): Partial<Shape> | undefined {
  const words = rest.slice(0, 3).map(keyword).join(' ');
  if (words === 'SET NOT NULL') return { isNullable: false };
  if (words === 'DROP NOT NULL') return { isNullable: true };
  if (/^(DROP DEFAULT|SET (STATISTICS|STORAGE|COMPRESSION))\b/.test(words)) return {};
  if (words.startsWith('ADD GENERATED')) return { isNullable: false, isCounter: true };
  if (words.startsWith('SET DEFAULT')) return initialOf(rest);
  const at = words === 'SET DATA TYPE' ? 3 : words.startsWith('TYPE') ? 1 : 0;
  const { type } = readType(rest, at, types);
  return type && { ...type, ...constraintsOf(rest) };
}

function drop(action: readonly Token[], table: SqlTable): boolean {
  if (/^(CONSTRAINT|PRIMARY|FOREIGN|INDEX|KEY|CHECK|PARTITION)$/.test(keyword(action[1]))) return false;
  const from = keyword(action[1]) === 'COLUMN' ? (areWords(action, 2, 'IF', 'EXISTS') ? 4 : 2) : 1;
  const name = action[from]?.text ?? '';
  table.fields = table.fields.filter((field) => !isNamed(field, name));
  return true;
}

function rename(action: readonly Token[], table: SqlTable): boolean {
  const to = action.findIndex((token) => keyword(token) === 'TO' || keyword(token) === 'AS');
  const name = action[to + 1]?.text;
  if (to < 0 || name === undefined) return false;
  if (to === 1) {
    table.name = name;
    return true;
  }
  if (/^(CONSTRAINT|INDEX|KEY)$/.test(keyword(action[1]))) return true;
  const old = action[keyword(action[1]) === 'COLUMN' ? 2 : 1]?.text ?? '';
  table.fields = table.fields.map((field) => (isNamed(field, old) ? { ...field, name } : field));
  const renamed = (columns: readonly string[]): string[] =>
    columns.map((column) => (column.toLowerCase() === old.toLowerCase() ? name : column));
  table.keys = table.keys.map(renamed);
  table.references = table.references.map((each) => ({ ...each, fields: renamed(each.fields) }));
  return true;
}
