import type { Definition, Shape, Table } from '../shape.ts';
import { checked, columnOf, qualifiedName } from './columns.ts';
import { inBrackets, isSymbol, keyword, splitAt, tokensOf, type Token } from './tokens.ts';
import type { ColumnType } from './types.ts';

/** Tables that are read; more are counted. */
const MOST_TABLES = 200;

/** Words that begin a constraint of a table, where a column would have its name. */
const CONSTRAINTS = new Set([
  'CONSTRAINT',
  'PRIMARY',
  'UNIQUE',
  'FOREIGN',
  'CHECK',
  'INDEX',
  'KEY',
  'EXCLUDE',
  'PROJECTION',
  'LIKE',
  'PERIOD',
  'FULLTEXT',
  'SPATIAL',
]);

/**
 * Reads the tables of SQL as Postgres, MySQL, ClickHouse, Snowflake and BigQuery write them: `CREATE TABLE` and Postgres's `CREATE TYPE … AS
 * ENUM`. Other statements and unknown types are noted, not guessed.
 */
export function readSql(sql: string): Definition {
  const statements = splitAt(tokensOf(sql), ';');
  const own = new Map<string, ColumnType>();
  const tables: Table[] = [];
  const notes: string[] = [];
  const skipped = new Map<string, number>();
  for (const statement of statements) {
    if (isEnum(statement)) own.set(...enumOf(statement));
    else if (isTable(statement) && tables.length < MOST_TABLES) tables.push(tableOf(statement, own, notes));
    else {
      const words = statement
        .slice(0, 2)
        .map(({ text }) => text.toUpperCase().slice(0, 30))
        .join(' ');
      skipped.set(words, (skipped.get(words) ?? 0) + 1);
    }
  }
  for (const [words, count] of skipped)
    notes.push(`Skipped ${words}${count > 1 ? ` (${count} statements)` : ''}`);
  return { tables: tables.filter(({ fields }) => fields.length > 0), notes };
}

const wordsOf = (statement: readonly Token[]): string[] => statement.slice(0, 8).map(keyword);

const isTable = (statement: readonly Token[]): boolean => {
  const words = wordsOf(statement);
  return words[0] === 'CREATE' && words.indexOf('TABLE') > 0 && words.indexOf('TABLE') < 5;
};

const isEnum = (statement: readonly Token[]): boolean => {
  const words = wordsOf(statement);
  return words[0] === 'CREATE' && words[1] === 'TYPE' && words.includes('ENUM');
};

function enumOf(statement: readonly Token[]): [string, ColumnType] {
  const values = statement.filter(({ kind }) => kind === 'text').map(({ text }) => text);
  return [qualifiedName(statement, 2).name.toUpperCase(), { kind: 'text', values }];
}

function tableOf(statement: readonly Token[], own: ReadonlyMap<string, ColumnType>, notes: string[]): Table {
  const at = statement.findIndex((token) => keyword(token) === 'TABLE') + 1;
  const isConditional = keyword(statement[at]) === 'IF';
  const { name, end } = qualifiedName(statement, isConditional ? at + 3 : at);
  const open = statement.findIndex((token, i) => i >= end && isSymbol(token, '('));
  if (open < 0) {
    notes.push(`Skipped table ${name}: it lists no columns`);
    return { name, fields: [] };
  }
  const { inner, end: after } = inBrackets(statement, open);
  const isClickHouse =
    statement.slice(after).some((token) => keyword(token) === 'ENGINE') && !usesMySql(statement, after);
  const parts = splitAt(inner, ',');
  const isConstraint = (part: readonly Token[]): boolean => CONSTRAINTS.has(keyword(part[0]));
  const fields = parts
    .filter((part) => !isConstraint(part))
    .flatMap((part): Shape[] => {
      const column = columnOf(part, own, !isClickHouse);
      if ('shape' in column) return [column.shape];
      notes.push(`Skipped column ${name}.${column.unknown}: unknown type`);
      return [];
    });
  return { name, fields: parts.filter(isConstraint).reduce(constrained, fields) };
}

/** MySQL names its engine, too. */
const usesMySql = (statement: readonly Token[], after: number): boolean =>
  statement.slice(after).some(({ text }) => /^(innodb|myisam|memory|archive|aria)$/i.test(text));

/** Fields with what a constraint of the table says: PRIMARY KEY, FOREIGN KEY … REFERENCES, CHECK. */
function constrained(fields: readonly Shape[], constraint: readonly Token[]): Shape[] {
  const words = constraint.map(keyword);
  const from = words[0] === 'CONSTRAINT' ? 2 : 0;
  const open = constraint.findIndex((token, i) => i >= from && isSymbol(token, '('));
  if (open < 0) return [...fields];
  const { inner, end } = inBrackets(constraint, open);
  if (words[from] === 'CHECK') return fields.map((field) => checked(field, inner));
  const columns = new Set(splitAt(inner, ',').map(([first]) => (first?.text ?? '').toLowerCase()));
  const changed = (change: Partial<Shape>): Shape[] =>
    fields.map((field) => (columns.has(field.name.toLowerCase()) ? { ...field, ...change } : field));
  // Several columns are a key together only.
  if (words[from] === 'PRIMARY')
    return changed(columns.size === 1 ? { isKey: true, isNullable: false } : { isNullable: false });
  if (words[from] !== 'FOREIGN' || keyword(constraint[end]) !== 'REFERENCES') return [...fields];
  return columns.size === 1 ? changed({ references: qualifiedName(constraint, end + 1).name }) : [...fields];
}
