import { isNamedFor } from '../../references.ts';
import { newNotes } from '../not-followed.ts';
import type { Definition, Shape, Table } from '../shape.ts';
import { alterTable } from './alter.ts';
import { checked, withoutCasts } from './checks.ts';
import {
  columnOf,
  qualifiedName,
  type Catalogue,
  type SqlTable,
  tableNamed,
  isNamed,
} from './column-definition.ts';
import { type Script, type Statement, statementsOf } from './statements.ts';
import { createTable } from './create-table.ts';
import { areWords, inBrackets, isSymbol, keyword, splitAt, type Token, type Dialect } from './tokens.ts';
import { BITS, type ColumnType, readType, withoutLength } from './types.ts';

/** Tables that are read; more are counted. */
const MOST_TABLES = 200;

/** Reads the tables of a script in the dialects of Postgres, MySQL, SQLite, SQL Server, Oracle, ClickHouse, Snowflake and BigQuery. What is not followed is noted, not guessed. */
export function readSql(sql: string): Definition {
  return readStatements(statementsOf(sql));
}

/** Reads the tables of statements. */
export function readStatements({ statements, dialect }: Script): Definition {
  const notes = newNotes();
  const catalogue: Catalogue = {
    tables: [],
    types: typesOf(dialect),
    notes,
    isSqlServer: dialect.isSqlServer,
  };
  for (const statement of statements)
    if (!isFollowed(statement, catalogue))
      notes.add(`Not followed: ${nameOf(statement.tokens)}`, statement.place);
  const whole = catalogue.tables.filter(({ partOf }) => partOf === undefined);
  if (whole.length > MOST_TABLES) notes.add(`Read only the first ${MOST_TABLES} of ${whole.length} tables`);
  const tables = whole.slice(0, MOST_TABLES).map((table) => tableOf(table, catalogue));
  return { tables: tables.filter(({ fields }) => fields.length > 0), notes: notes.sentences() };
}

/** Follows a statement that says something about rows. */
function isFollowed(statement: Statement, catalogue: Catalogue): boolean {
  const { tokens } = statement;
  const words = tokens.slice(0, 8).map(keyword);
  const [first, second] = words;
  switch (first) {
    case 'CREATE':
      return create(statement, words, catalogue);
    case 'ALTER':
      if (words.includes('TABLE')) alterTable(statement, catalogue);
      return words.includes('TABLE') || (second === 'TYPE' ? addValue(tokens, catalogue) : isOwner(words));
    case 'DROP':
      return second === 'TABLE' && dropTable(tokens, catalogue);
    default:
      return false;
  }
}

function create(statement: Statement, words: readonly string[], catalogue: Catalogue): boolean {
  const { tokens } = statement;
  const at = words.indexOf('TABLE');
  // A stream of Snowflake is ON TABLE.
  if (at > 0 && at < 5 && words[at - 1] !== 'ON') {
    createTable(statement, catalogue);
    return true;
  }
  if (words[1] === 'TYPE') return createType(statement, catalogue);
  if (words[1] === 'DOMAIN') return createDomain(statement, catalogue);
  return words.includes('UNIQUE') && words.includes('INDEX') && uniqueIndex(tokens, catalogue);
}

const isOwner = (words: readonly string[]): boolean =>
  OWNERS.test(words.slice(0, 2).join(' ')) && words.includes('OWNER');

/** What has an owner, which says nothing about rows. */
const OWNERS = /^ALTER (SCHEMA|DOMAIN|FUNCTION|PROCEDURE|VIEW|SEQUENCE|AGGREGATE|DATABASE)$/;

/** Statements that are named each; of others, only the kind. */
const NAMED =
  /^(VIEW|TRIGGER|FUNCTION|PROCEDURE|PROC|PACKAGE|RULE|POLICY|EVENT|TYPE|TABLE|SYNONYM|AGGREGATE|DICTIONARY|STREAM|TASK)$/;

function nameOf(tokens: readonly Token[]): string {
  const words = tokens.map(keyword);
  const [first = ''] = words;
  const kind = words.slice(0, 14).findIndex((word) => NAMED.test(word));
  if (/^(INSERT|REPLACE|COPY)$/.test(first))
    return `rows of ${first} for ${qualifiedName(tokens, first === 'COPY' ? 1 : 2).name}`;
  if (areWords(tokens, 0, 'CREATE', 'UNIQUE', 'INDEX'))
    return `CREATE UNIQUE INDEX ${qualifiedName(tokens, 3).name}`;
  if (first !== 'CREATE' || kind < 1)
    return tokens
      .slice(0, /^(CREATE|ALTER|DROP|COMMENT)$/.test(first) ? 2 : 1)
      .map(({ text }) => text.toUpperCase().slice(0, 30))
      .join(' ');
  const at = areWords(tokens, kind + 1, 'IF', 'NOT', 'EXISTS') ? kind + 4 : kind + 1;
  const isMaterialized = words.slice(0, kind).includes('MATERIALIZED');
  return `CREATE ${isMaterialized ? 'MATERIALIZED ' : ''}${words[kind]} ${qualifiedName(tokens, at).name}`;
}

const textsIn = (tokens: readonly Token[]): string[] =>
  tokens.filter(({ kind }) => kind === 'text').map(({ text }) => text);

/** CREATE TYPE: enumerations, structures, and names for other types. */
function createType({ tokens, place }: Statement, { types, notes }: Catalogue): boolean {
  const { name, end } = qualifiedName(tokens, 2);
  const rest = tokens.slice(end);
  const key = name.toUpperCase();
  if (rest.some((token) => keyword(token) === 'ENUM')) {
    types.set(key, { kind: 'text', values: textsIn(rest) });
    return true;
  }
  if (keyword(rest[0]) === 'FROM') return typed(key, rest, 1, types);
  const open = rest.findIndex((token) => isSymbol(token, '('));
  if (
    keyword(rest[0]) !== 'AS' ||
    open < 0 ||
    open > 2 ||
    keyword(rest[1]) === 'RANGE' ||
    keyword(rest[1]) === 'TABLE'
  )
    return false;
  const fields = splitAt(inBrackets(rest, open).inner, ',').flatMap((part): Shape[] => {
    const found = columnOf(part, { own: types, isNullable: true });
    if ('column' in found) return [found.column.shape];
    notes.add(`Skipped ${name}.${found.unknown}: unknown type`, place);
    return [];
  });
  types.set(key, { kind: 'object', fields });
  return true;
}

function typed(key: string, tokens: readonly Token[], at: number, types: Map<string, ColumnType>): boolean {
  const { type } = readType(tokens, at, types);
  if (type !== undefined) types.set(key, type);
  return type !== undefined;
}

/** CREATE DOMAIN name AS type CHECK (VALUE …). */
function createDomain({ tokens, place }: Statement, { types, notes }: Catalogue): boolean {
  const { name, end } = qualifiedName(tokens, 2);
  const from = keyword(tokens[end]) === 'AS' ? end + 1 : end;
  const { type, end: after } = readType(tokens, from, types);
  if (type === undefined) return false;
  const rest = tokens.slice(after);
  let shape: Shape = { ...type, name: 'VALUE' };
  rest.forEach((token, i) => {
    if (keyword(token) !== 'CHECK') return;
    const { fields, isFollowed: isWhole } = checked([shape], inBrackets(rest, i + 1).inner);
    shape = fields[0] ?? shape;
    if (!isWhole) notes.add(`Followed in part: CHECK of the domain ${name}`, place);
  });
  const { name: _, ...found } = shape;
  const isRequired = rest.some((_token, i) => areWords(rest, i, 'NOT', 'NULL'));
  types.set(name.toUpperCase(), isRequired ? { ...found, isNullable: false } : found);
  return true;
}

/** ALTER TYPE name ADD VALUE. */
function addValue(tokens: readonly Token[], { types, tables }: Catalogue): boolean {
  const { name, end } = qualifiedName(tokens, 2);
  const known = types.get(name.toUpperCase());
  if (areWords(tokens, end, 'OWNER')) return true;
  if (known?.values === undefined || !areWords(tokens, end, 'ADD', 'VALUE')) return false;
  const [value] = textsIn(tokens);
  const values = [...known.values, value];
  types.set(name.toUpperCase(), { ...known, values });
  for (const table of tables)
    table.fields = table.fields.map((field) =>
      field.values === known.values ? { ...field, values } : field,
    );
  return true;
}

/** A table that is dropped before it is created says nothing; one that was created before is gone. */
function dropTable(tokens: readonly Token[], { tables }: Catalogue): boolean {
  const { name } = qualifiedName(tokens, areWords(tokens, 2, 'IF', 'EXISTS') ? 4 : 2);
  const at = tables.findLastIndex((table) => isNamed(table, name));
  if (at >= 0) tables.splice(at, 1);
  return true;
}

/** CREATE UNIQUE INDEX … ON table (columns). A column in capitals or small letters is unique, too. */
function uniqueIndex(tokens: readonly Token[], catalogue: Catalogue): boolean {
  const on = tokens.findIndex((token) => keyword(token) === 'ON');
  const from = keyword(tokens[on + 1]) === 'ONLY' ? on + 2 : on + 1;
  const { name, end } = qualifiedName(tokens, from);
  const table = tableNamed(catalogue, name);
  const open = tokens.findIndex((token, i) => i >= end && isSymbol(token, '('));
  const columns = splitAt(inBrackets(tokens, open).inner, ',').map(indexedColumn);
  const known = columns.filter((column) => column !== undefined);
  if (on < 0 || table === undefined || known.length === 0 || known.length < columns.length) return false;
  if (tokens.some((token) => keyword(token) === 'WHERE')) return false;
  if (known.length > 1) table.keys = [...table.keys, known];
  else
    table.fields = table.fields.map((field) =>
      isNamed(field, known[0] ?? '') ? { ...field, isUnique: true } : field,
    );
  return true;
}

/** The column of an index: `name`, `name DESC`, `lower(name)`, `lower((name)::text)`. Undefined if it is another expression. */
function indexedColumn(part: readonly Token[]): string | undefined {
  const names = withoutCasts(part).filter(({ kind }) => kind === 'word' || kind === 'name');
  const isChanged = /^(LOWER|UPPER)$/.test(keyword(names[0])) && isSymbol(part[1], '(');
  const [name, ...more] = isChanged ? names.slice(1) : names;
  const isPlain = more.every((word) => ORDERS.test(keyword(word)));
  const hasSymbols = part.some(
    ({ kind, text }) => kind !== 'word' && kind !== 'name' && !/^[()]$|^::$/.test(text),
  );
  return isPlain && !hasSymbols && (isChanged || !part.some((token) => isSymbol(token, '(')))
    ? name?.text
    : undefined;
}

/** What may follow a column of an index. */
const ORDERS = /^(ASC|DESC|NULLS|FIRST|LAST)$/;

/** A table as it is written. Columns that the database fills are left out, also where they are keys. */
function tableOf({ name, fields, generated, keys, references }: SqlTable, { notes }: Catalogue): Table {
  const hasKey = keys.length > 0 || fields.some(({ isKey }) => isKey === true);
  const key = hasKey ? undefined : fields.find((field) => isOwnId(field, name));
  const isLeft = (field: Shape): boolean => generated.has(field.name.toLowerCase());
  for (const field of fields.filter(isLeft))
    notes.add(`Left out ${name}.${field.name}: the database generates its values`);
  return {
    name,
    ...(keys.length === 0 ? {} : { keys }),
    ...(references.length === 0 ? {} : { references }),
    fields: fields.flatMap((field) => {
      if (!isLeft(field)) return [field === key ? { ...field, isKey: true } : field];
      return field.isKey === true ? [{ ...field, isHidden: true }] : [];
    }),
  };
}

/** Warehouses have tables without keys: there, `order_id` of orders is one. */
const isOwnId = ({ name, kind, references, isList }: Shape, table: string): boolean =>
  /id$/i.test(name) &&
  isNamedFor(name, table) &&
  (kind === 'whole number' || kind === 'UUID') &&
  references === undefined &&
  isList !== true;

/** A type whose texts have a form with brackets: some of them. */
const someOf = (...values: readonly string[]): ColumnType => ({ kind: 'text', values });

/** Ranges, and their lists. */
const rangesOf = (name: string, ...pairs: readonly (readonly [string, string])[]): [string, ColumnType][] => {
  const ranges = pairs.map(([from, to]) => `["${from}","${to}")`);
  return [
    [`${name}RANGE`, someOf(...ranges)],
    [`${name}MULTIRANGE`, someOf(...ranges.map((each) => `{${each}}`))],
  ];
};

const NUMBERS = [
  ['1', '10'],
  ['5', '50'],
  ['20', '80'],
  ['100', '1000'],
] as const;
const DAYS = [
  ['2025-01-01', '2025-04-01'],
  ['2025-03-15', '2025-03-29'],
  ['2025-06-01', '2026-06-01'],
] as const;

const BOXES = ['((1,1),(5,5))', '((2,1),(8,9))', '((3,4),(7,6))'];

/** Types that only Postgres has. */
const RANGES = [
  ...['INT4', 'INT8', 'NUM'].flatMap((name) => rangesOf(name, ...NUMBERS)),
  ...['DATE', 'TS', 'TSTZ'].flatMap((name) => rangesOf(name, ...DAYS)),
];

/** Types whose names mean something else in other dialects. */
const POSTGRES: readonly (readonly [string, ColumnType])[] = [
  [BITS, { kind: 'text' }],
  ['POINT', someOf('(10,20)', '(35,15)', '(50,40)')],
  ['LINE', someOf('{1,2,3}', '{2,1,4}', '{3,5,1}')],
  ['CIRCLE', someOf('<(1,1),5>', '<(3,2),2>', '<(8,5),9>')],
  ...['LSEG', 'BOX', 'PATH', 'POLYGON'].map((name): [string, ColumnType] => [name, someOf(...BOXES)]),
];

/** A whole number in MySQL and MariaDB. */
const MYSQL: readonly (readonly [string, ColumnType])[] = [[BITS, { kind: 'whole number' }]];

/** Without a length, texts have one character. */
const SQL_SERVER = ['VARCHAR', 'NVARCHAR', 'VARBINARY'].map((name): [string, ColumnType] => [
  withoutLength(name),
  { kind: name.endsWith('BINARY') ? 'bytes' : 'text', maxLength: 1 },
]);

/** Types of a dialect, whose names mean something else in others. */
function typesOf({ isPostgres, isSqlServer, hasBackslashes }: Dialect): Map<string, ColumnType> {
  const own = isPostgres ? POSTGRES : isSqlServer ? SQL_SERVER : hasBackslashes ? MYSQL : [];
  return new Map([...RANGES, ...own]);
}
