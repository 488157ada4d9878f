import { type Kind, invalid, type Result, type Member } from '@catbird/engine';
import { NAMINGS, nameProblems, inOrder, type Table } from './naming.ts';
import { isInt } from '../avro-bytes.ts';

const PLAIN: Partial<Readonly<Record<Kind['is'], string>>> = {
  uuid: 'UUID',
  instant: "DateTime64(3, 'UTC')",
  date: 'Date32',
  boolean: 'Bool',
  number: 'Float64',
};

/** The smallest type of whole numbers of a range. */
function wholeType({ min = -Infinity, max = Infinity, beyond }: Kind & { readonly is: 'integer' }): string {
  if (beyond === 'long') return 'String';
  for (const bits of [8, 16, 32])
    if (min >= 0 && max < 2 ** bits) return `UInt${bits}`;
    else if (min >= -(2 ** (bits - 1)) && max < 2 ** (bits - 1)) return `Int${bits}`;
  return min >= 0 ? 'UInt64' : 'Int64';
}

/** A type of ClickHouse. Lists, objects and maps are never null; unions and values of any type are JSON in a text. */
export function clickHouseType(kind: Kind): string {
  if (kind.is === 'list') return `Array(${clickHouseType(kind.of)})`;
  if (kind.is === 'map') return `Map(String, ${clickHouseType(kind.of)})`;
  if (kind.is === 'object' && kind.members.length > 0) {
    const members = kind.members.map(
      ({ name, kind: own, optional }) =>
        `${NAMINGS.clickhouse.quoted(name)} ${clickHouseType(optional === true ? { ...own, nullable: true } : own)}`,
    );
    return `Tuple(${members.join(', ')})`;
  }
  const isNullable = kind.nullable === true || kind.is === 'null';
  if (kind.is === 'text' && kind.values !== undefined)
    return `LowCardinality(${isNullable ? 'Nullable(String)' : 'String'})`;
  const plain = kind.is === 'integer' ? wholeType(kind) : (PLAIN[kind.is] ?? 'String');
  return isNullable ? `Nullable(${plain})` : plain;
}

/** How a database declares tables. */
interface Dialect {
  /** @param isKey the column is a key, or has the values of one */
  readonly type: (kind: Kind, isKey: boolean) => string;
  /** What tells that a column is never null. */
  readonly notNull: string;
  /** Behind the columns. */
  readonly keys: (table: Table, quoted: (name: string) => string) => readonly string[];
  /** Behind the bracket. */
  readonly after?: (table: Table, quoted: (name: string) => string) => string;
}

const primaryKey = ({ key }: Table, quoted: (name: string) => string, end = ''): readonly string[] =>
  key === undefined ? [] : [`PRIMARY KEY (${quoted(key)})${end}`];

/** The name of a table, behind that of its schema or database. */
const placeOf = (
  { name, within }: Pick<Table, 'name' | 'within'>,
  quoted: (name: string) => string,
): string => [...(within === undefined ? [] : [within]), name].map(quoted).join('.');

const foreignKeys = ({ references }: Table, quoted: (name: string) => string, end = ''): readonly string[] =>
  references.map(
    ({ field, table, key, ...within }) =>
      `FOREIGN KEY (${quoted(field)}) REFERENCES ${placeOf({ name: table, ...within }, quoted)} (${quoted(key)})${end}`,
  );

const enforced = (table: Table, quoted: (name: string) => string): readonly string[] => [
  ...primaryKey(table, quoted),
  ...foreignKeys(table, quoted),
];

type Names = Readonly<Record<Exclude<Kind['is'], 'integer' | 'list' | 'object' | 'map'>, string>>;

/** A type by the name of its kind, and others by functions. */
const typed =
  (names: Names, whole: readonly [int: string, long: string], nested: (kind: Kind) => string) =>
  (kind: Kind): string =>
    kind.is === 'integer'
      ? kind.beyond === 'long'
        ? names.text
        : whole[isInt(kind) ? 0 : 1]
      : kind.is === 'list' || kind.is === 'object' || kind.is === 'map'
        ? nested(kind)
        : names[kind.is];

const postgres = typed(
  {
    text: 'text',
    uuid: 'uuid',
    instant: 'timestamptz',
    date: 'date',
    boolean: 'boolean',
    number: 'double precision',
    null: 'text',
    union: 'jsonb',
    any: 'jsonb',
  },
  ['integer', 'bigint'],
  () => 'jsonb',
);

const mysql = typed(
  {
    text: 'text',
    uuid: 'char(36)',
    instant: 'datetime(3)',
    date: 'date',
    boolean: 'boolean',
    number: 'double',
    null: 'text',
    union: 'json',
    any: 'json',
  },
  ['int', 'bigint'],
  () => 'json',
);

const duckdb: (kind: Kind) => string = typed(
  {
    text: 'VARCHAR',
    uuid: 'UUID',
    instant: 'TIMESTAMPTZ',
    date: 'DATE',
    boolean: 'BOOLEAN',
    number: 'DOUBLE',
    null: 'VARCHAR',
    union: 'JSON',
    any: 'JSON',
  },
  ['INTEGER', 'BIGINT'],
  (kind) => {
    if (kind.is === 'list') return `${duckdb(kind.of)}[]`;
    if (kind.is === 'map') return `MAP(VARCHAR, ${duckdb(kind.of)})`;
    const members = kind.is === 'object' ? kind.members : [];
    if (members.length === 0) return 'JSON';
    return `STRUCT(${members.map((each) => `${NAMINGS.duckdb.quoted(each.name)} ${duckdb(each.kind)}`).join(', ')})`;
  },
);

const snowflake = typed(
  {
    text: 'VARCHAR',
    uuid: 'VARCHAR(36)',
    instant: 'TIMESTAMP_TZ(3)',
    date: 'DATE',
    boolean: 'BOOLEAN',
    number: 'FLOAT',
    null: 'VARCHAR',
    union: 'VARIANT',
    any: 'VARIANT',
  },
  ['INTEGER', 'INTEGER'],
  ({ is }) => (is === 'list' ? 'ARRAY' : 'OBJECT'),
);

const bigquery: (kind: Kind) => string = typed(
  {
    text: 'STRING',
    uuid: 'STRING',
    instant: 'TIMESTAMP',
    date: 'DATE',
    boolean: 'BOOL',
    number: 'FLOAT64',
    null: 'STRING',
    union: 'JSON',
    any: 'JSON',
  },
  ['INT64', 'INT64'],
  (kind) => {
    // Arrays have no null, and no arrays in them.
    if (kind.is === 'list')
      return kind.of.nullable === true || kind.of.is === 'list' ? 'JSON' : `ARRAY<${bigquery(kind.of)}>`;
    const members = kind.is === 'object' ? kind.members : [];
    if (members.length === 0) return 'JSON';
    return `STRUCT<${members.map((each) => `${NAMINGS.bigquery.quoted(each.name)} ${bigquery(each.kind)}`).join(', ')}>`;
  },
);

/** Databases by name. */
const DIALECTS = {
  postgres: { type: postgres, notNull: ' NOT NULL', keys: enforced },
  mysql: {
    // A text has no index without a length.
    type: (kind, isKey) => (isKey && kind.is === 'text' ? 'varchar(255)' : mysql(kind)),
    notNull: ' NOT NULL',
    keys: enforced,
    // The default of a server may lack most characters.
    after: () => ' DEFAULT CHARSET = utf8mb4',
  },
  duckdb: { type: duckdb, notNull: ' NOT NULL', keys: enforced },
  snowflake: { type: snowflake, notNull: ' NOT NULL', keys: enforced },
  bigquery: {
    type: bigquery,
    notNull: ' NOT NULL',
    keys: (table, quoted) => [
      ...primaryKey(table, quoted, ' NOT ENFORCED'),
      ...foreignKeys(table, quoted, ' NOT ENFORCED'),
    ],
  },
  clickhouse: {
    type: clickHouseType,
    // Null is part of its types.
    notNull: '',
    keys: () => [],
    after: (table, quoted) => ` ENGINE = ${engineOf(table, quoted)} ORDER BY ${sortedBy(table, quoted)}`,
  },
} as const satisfies Readonly<Record<keyof typeof NAMINGS, Dialect>>;

/** A database whose tables can be declared. */
export type DialectName = keyof typeof DIALECTS;

const engineOf = ({ versions }: Table, quoted: (name: string) => string): string =>
  versions === undefined ? 'MergeTree' : `ReplacingMergeTree(${versions.map(quoted).join(', ')})`;

function sortedBy({ key, members }: Table, quoted: (name: string) => string): string {
  const time = members.find((member) => member.kind.is === 'instant' && !mayLack(member))?.name;
  const column = key ?? time;
  return column === undefined ? 'tuple()' : quoted(column);
}

export const mayLack = ({ kind, optional }: Member): boolean =>
  optional === true || kind.nullable === true || kind.is === 'null' || kind.is === 'any';

/** Statements that create tables, or what the database does not take of their names. */
export function ddl(name: DialectName, tables: readonly Table[]): Result<{ readonly text: string }> {
  const problems = nameProblems(NAMINGS[name], tables);
  if (problems.length > 0) return invalid(...problems);
  const { quoted } = NAMINGS[name];
  const statements = inOrder(tables).map((table) => createTable(table, DIALECTS[name], quoted));
  return { ok: true, text: statements.join('\n') };
}

function createTable(
  table: Table,
  { type, notNull, keys, after }: Dialect,
  quoted: (name: string) => string,
): string {
  const keyed = new Set([table.key, ...table.references.map(({ field }) => field)]);
  const columns = table.members.map((member) => {
    const { name, kind, optional } = member;
    const whole = optional === true && kind.nullable !== true ? { ...kind, nullable: true as const } : kind;
    return `${quoted(name)} ${type(whole, keyed.has(name))}${mayLack(member) ? '' : notNull}`;
  });
  const lines = [...columns, ...keys(table, quoted)].map((line) => `  ${line}`).join(',\n');
  return `CREATE TABLE ${placeOf(table, quoted)} (\n${lines}\n)${after?.(table, quoted) ?? ''};\n`;
}
