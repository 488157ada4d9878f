/** A type that a Postgres database defines. */
export interface PostgresType {
  readonly schema: string;
  readonly name: string;
  /** As the catalog writes it: e is an enumeration, d a domain, c a composite type, r a range. */
  readonly kind: string;
  /** Of a domain: `character varying(20)`. */
  readonly base: string;
  readonly isRequired: boolean;
  readonly labels: readonly string[];
  /** `CHECK ((VALUE > 0))`. */
  readonly checks: readonly string[];
  /** Of a composite type: `name type`. */
  readonly attributes: readonly string[];
}

/** A column. */
export interface PostgresColumn {
  readonly table: string;
  readonly name: string;
  /** As `format_type` writes it. */
  readonly type: string;
  readonly isRequired: boolean;
  /** As `pg_attribute` writes it: a is always, d by default. */
  readonly identity: string;
  /** As `pg_attribute` writes it: s is stored, v is virtual. */
  readonly generated: string;
  /** Its default, or the expression that generates it. */
  readonly expression: string | null;
}

/** What belongs to a table: `FOREIGN KEY (user_id) REFERENCES users(id)`, `CREATE UNIQUE INDEX …`. */
export interface PostgresPart {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/** A table, or a partition of one. */
export interface PostgresTable {
  readonly name: string;
  /** `RANGE (placed_at)`. */
  readonly partitionKey: string | null;
  /** The table whose partition it is. */
  readonly parent: string | null;
  /** `FOR VALUES IN ('a')`. */
  readonly bounds: string | null;
}

/** What the catalog of a Postgres database says of one schema. */
export interface PostgresCatalog {
  readonly types: readonly PostgresType[];
  readonly tables: readonly PostgresTable[];
  readonly columns: readonly PostgresColumn[];
  readonly constraints: readonly PostgresPart[];
  readonly indexes: readonly PostgresPart[];
}

/** A statement as a dump has it, and the place that notes name. */
export interface CatalogStatement {
  readonly sql: string;
  readonly place: string;
}

/** The catalog as the statements of a dump, which are read in the same way. */
export function postgresStatements(catalog: PostgresCatalog): CatalogStatement[] {
  const { types, tables, columns, constraints, indexes } = catalog;
  const whole = tables.filter(({ parent }) => parent === null);
  const names = new Set(whole.map(({ name }) => name));
  const partsOf = <Part extends { readonly table: string }>(parts: readonly Part[]): Part[] =>
    parts.filter(({ table }) => names.has(table));
  return [
    ...types.flatMap(typeStatement),
    ...whole.map((table): CatalogStatement => ({
      sql: createTable(
        table,
        columns.filter((column) => column.table === table.name),
      ),
      place: table.name,
    })),
    ...partsOf(columns).flatMap(counter),
    ...partsOf(constraints).map(({ table, name, definition }) => ({
      sql: `ALTER TABLE ONLY ${quoted(table)} ADD CONSTRAINT ${quoted(name)} ${definition}`,
      place: `${table}, constraint ${name}`,
    })),
    ...partsOf(indexes).map(({ name, definition }) => ({ sql: definition, place: `index ${name}` })),
    ...tables
      .filter(({ parent }) => parent !== null && names.has(parent))
      .map(({ name, parent, bounds }) => ({
        sql: `CREATE TABLE ${quoted(name)} PARTITION OF ${quoted(parent ?? '')} ${bounds ?? ''}`,
        place: `partition ${name}`,
      })),
  ];
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

function typeStatement({
  name,
  kind,
  base,
  isRequired,
  labels,
  checks,
  attributes,
}: PostgresType): CatalogStatement[] {
  const place = `type ${name}`;
  switch (kind) {
    case 'e':
      return [{ sql: `CREATE TYPE ${quoted(name)} AS ENUM (${labels.map(literal).join(', ')})`, place }];
    case 'd':
      return [
        {
          sql: [`CREATE DOMAIN ${quoted(name)} AS ${base}`, isRequired ? 'NOT NULL' : '', ...checks].join(
            ' ',
          ),
          place,
        },
      ];
    case 'c':
      return [{ sql: `CREATE TYPE ${quoted(name)} AS (${attributes.join(', ')})`, place }];
    default:
      return [{ sql: `CREATE TYPE ${quoted(name)} AS RANGE`, place }];
  }
}

function createTable({ name, partitionKey }: PostgresTable, columns: readonly PostgresColumn[]): string {
  const lines = columns.map((column) =>
    [
      quoted(column.name),
      column.type,
      column.isRequired ? 'NOT NULL' : '',
      column.generated === '' ? '' : `GENERATED ALWAYS AS (${column.expression ?? ''}) STORED`,
    ].join(' '),
  );
  const partitions = partitionKey === null ? '' : ` PARTITION BY ${partitionKey}`;
  return `CREATE TABLE ${quoted(name)} (${lines.join(', ')})${partitions}`;
}

/** Columns that count rows. Other defaults say nothing about values that are given. */
function counter({ table, name, identity, generated, expression }: PostgresColumn): CatalogStatement[] {
  const begin = `ALTER TABLE ONLY ${quoted(table)} ALTER COLUMN ${quoted(name)}`;
  if (identity !== '')
    return [
      {
        sql: `${begin} ADD GENERATED ${identity === 'a' ? 'ALWAYS' : 'BY DEFAULT'} AS IDENTITY`,
        place: table,
      },
    ];
  if (generated === '' && expression?.startsWith('nextval(') === true)
    return [{ sql: `${begin} SET DEFAULT ${expression}`, place: table }];
  return [];
}
