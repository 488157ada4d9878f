// cspell:disable
/** Oldest server whose catalog has all that is asked: generated columns. */
export const OLDEST = 120_000;

/** Tables up to this size are counted if the planner knows nothing of them. */
export const COUNTED_BYTES = 64 * 2 ** 20;

/** Not those of extensions. */
const ownOf = (catalog: string, alias: string): string =>
  `NOT EXISTS (SELECT FROM pg_catalog.pg_depend x WHERE x.classid = 'pg_catalog.${catalog}'::pg_catalog.regclass AND x.objid = ${alias}.oid AND x.deptype = 'e')`;

export const SERVER = `SELECT pg_catalog.current_setting('server_version_num')::int AS version, pg_catalog.current_schema() AS schema,
  pg_catalog.current_database() AS database`;

/** Schemas with tables, and how many. */
export const SCHEMAS = `SELECT n.nspname AS name, count(c.oid)::int AS tables
  FROM pg_catalog.pg_namespace n JOIN pg_catalog.pg_class c ON c.relnamespace = n.oid AND c.relkind IN ('r', 'p') AND NOT c.relispartition
  WHERE n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema' AND ${ownOf('pg_class', 'c')}
  GROUP BY n.nspname ORDER BY n.nspname`;

/** A name in quotes. */
const quotedName = (name: string): string => `'"' || pg_catalog.replace(${name}::text, '"', '""') || '"'`;

/** A list of texts that a query aggregates. */
const listed = (text: string, order: string, separator = ', '): string =>
  `coalesce(pg_catalog.string_agg(${text}, '${separator}' ORDER BY ${order}), '')`;

/** Types of all schemas as statements of a dump, in the order in which they can be created. */
export const TYPES = `SELECT 'type ' || t.typname AS place, CASE t.typtype
      WHEN 'e' THEN 'CREATE TYPE ' || ${quotedName('t.typname')} || ' AS ENUM (' || (SELECT ${listed('pg_catalog.quote_literal(e.enumlabel)', 'e.enumsortorder')}
        FROM pg_catalog.pg_enum e WHERE e.enumtypid = t.oid) || ')'
      WHEN 'd' THEN 'CREATE DOMAIN ' || ${quotedName('t.typname')} || ' AS ' || pg_catalog.format_type(t.typbasetype, t.typtypmod)
        || CASE WHEN t.typnotnull THEN ' NOT NULL ' ELSE ' ' END || (SELECT ${listed('pg_catalog.pg_get_constraintdef(k.oid)', 'k.oid', ' ')}
        FROM pg_catalog.pg_constraint k WHERE k.contypid = t.oid AND k.contype = 'c')
      WHEN 'c' THEN 'CREATE TYPE ' || ${quotedName('t.typname')} || ' AS (' || (SELECT ${listed(`${quotedName('a.attname')} || ' ' || pg_catalog.format_type(a.atttypid, a.atttypmod)`, 'a.attnum')}
        FROM pg_catalog.pg_attribute a WHERE a.attrelid = t.typrelid AND a.attnum > 0 AND NOT a.attisdropped) || ')'
      ELSE 'CREATE TYPE ' || ${quotedName('t.typname')} || ' AS RANGE' END AS sql
  FROM pg_catalog.pg_type t JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace LEFT JOIN pg_catalog.pg_class c ON c.oid = t.typrelid
  WHERE n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema' AND t.typtype IN ('e', 'd', 'c', 'r')
    AND (t.typtype <> 'c' OR c.relkind = 'c') AND ${ownOf('pg_type', 't')}
  ORDER BY t.oid`;

/** Tables and partitions of a schema. Partitions of other schemas belong to their table, too. */
export const TABLES = `SELECT c.relname AS name, pg_catalog.pg_get_partkeydef(c.oid) AS "partitionKey", p.relname AS parent,
    pg_catalog.has_table_privilege(c.oid, 'SELECT') AS "isReadable",
    s.rows, s.bytes, s."isUnknown", c.oid::int8::text AS oid
  FROM pg_catalog.pg_class c
    LEFT JOIN pg_catalog.pg_inherits i ON i.inhrelid = c.oid AND c.relispartition
    LEFT JOIN pg_catalog.pg_class p ON p.oid = i.inhparent
    CROSS JOIN LATERAL (SELECT coalesce(sum(l.reltuples) FILTER (WHERE l.reltuples > 0), 0)::float8 AS rows,
        coalesce(sum(pg_catalog.pg_relation_size(l.oid)), 0)::float8 AS bytes,
        coalesce(bool_or(l.reltuples <= 0 AND pg_catalog.pg_relation_size(l.oid) > 0), false) AS "isUnknown"
      FROM pg_catalog.pg_class l WHERE l.relkind IN ('r', 'f') AND (l.oid = c.oid OR c.relkind = 'p' AND l.oid IN (SELECT relid FROM pg_catalog.pg_partition_tree(c.oid)))) s
  WHERE c.relkind IN ('r', 'p') AND (c.relnamespace = $1::pg_catalog.regnamespace OR p.relnamespace = $1::pg_catalog.regnamespace) AND ${ownOf('pg_class', 'c')}
  ORDER BY c.oid`;

/** What a column is besides its type. The expression of one that is not generated is its default. */
const expression = 'pg_catalog.pg_get_expr(d.adbin, d.adrelid)';
const COLUMNS = `pg_catalog.pg_class c LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_catalog.pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  WHERE c.relkind IN ('r', 'p') AND c.relnamespace = $1::pg_catalog.regnamespace AND NOT c.relispartition`;

/** What a dump says of tables, each with the table that it is about: columns, then those that count rows, keys and checks, indexes, and partitions. */
export const STATEMENTS: readonly string[] = [
  `SELECT c.relname AS table, c.relname AS place, 'CREATE TABLE ' || ${quotedName('c.relname')} || ' (' || ${listed(
    `${quotedName('a.attname')} || ' ' || pg_catalog.format_type(a.atttypid, a.atttypmod) || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END
      || CASE WHEN a.attgenerated = '' THEN '' ELSE ' GENERATED ALWAYS AS (' || ${expression} || ') STORED' END`,
    'a.attnum',
  )} || ')' || coalesce(' PARTITION BY ' || pg_catalog.pg_get_partkeydef(c.oid), '') AS sql
  FROM ${COLUMNS} GROUP BY c.oid, c.relname ORDER BY c.oid`,
  `SELECT c.relname AS table, c.relname AS place, 'ALTER TABLE ONLY ' || ${quotedName('c.relname')} || ' ALTER COLUMN ' || ${quotedName('a.attname')}
    || CASE a.attidentity WHEN 'a' THEN ' ADD GENERATED ALWAYS AS IDENTITY' WHEN 'd' THEN ' ADD GENERATED BY DEFAULT AS IDENTITY' ELSE ' SET DEFAULT ' || ${expression} END AS sql
  FROM ${COLUMNS} AND (a.attidentity <> '' OR a.attgenerated = '' AND ${expression} LIKE 'nextval(%') ORDER BY c.oid, a.attnum`,
  // Those of NOT NULL are in the columns.
  `SELECT c.relname AS table, c.relname || ', constraint ' || k.conname AS place,
    'ALTER TABLE ONLY ' || ${quotedName('c.relname')} || ' ADD CONSTRAINT ' || ${quotedName('k.conname')} || ' ' || pg_catalog.pg_get_constraintdef(k.oid) AS sql
  FROM pg_catalog.pg_constraint k JOIN pg_catalog.pg_class c ON c.oid = k.conrelid
  WHERE c.relnamespace = $1::pg_catalog.regnamespace AND c.relkind IN ('r', 'p') AND k.contype IN ('p', 'u', 'c', 'f', 'x')
  ORDER BY c.oid, array_position('{p,u,c,f,x}'::"char"[], k.contype), k.conname`,
  // Unique indexes that belong to no constraint.
  `SELECT c.relname AS table, 'index ' || x.relname AS place, pg_catalog.pg_get_indexdef(i.indexrelid) AS sql
  FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class c ON c.oid = i.indrelid JOIN pg_catalog.pg_class x ON x.oid = i.indexrelid
  WHERE c.relnamespace = $1::pg_catalog.regnamespace AND i.indisunique AND c.relkind IN ('r', 'p')
    AND NOT EXISTS (SELECT FROM pg_catalog.pg_constraint k WHERE k.conindid = i.indexrelid)
  ORDER BY c.oid, x.relname`,
  `SELECT p.relname AS table, 'partition ' || c.relname AS place,
    'CREATE TABLE ' || ${quotedName('c.relname')} || ' PARTITION OF ' || ${quotedName('p.relname')} || ' ' || pg_catalog.pg_get_expr(c.relpartbound, c.oid) AS sql
  FROM pg_catalog.pg_class c JOIN pg_catalog.pg_inherits i ON i.inhrelid = c.oid JOIN pg_catalog.pg_class p ON p.oid = i.inhparent
  WHERE c.relispartition AND c.relkind IN ('r', 'p') AND (c.relnamespace = $1::pg_catalog.regnamespace OR p.relnamespace = $1::pg_catalog.regnamespace)
  ORDER BY c.oid`,
];

/** What the planner knows of the columns of a table. @param $4 columns whose common values are read, and $5 whose histograms are */
export const STATISTICS = `SELECT s.attname AS name, s.null_frac::float8 AS nulls, coalesce(s.most_common_freqs::float8[], '{}') AS frequencies,
    CASE WHEN s.attname = ANY ($4) THEN s.most_common_vals::text::text[] END AS common,
    CASE WHEN s.attname = ANY ($5) THEN s.histogram_bounds::text::text[] END AS bounds
  FROM pg_catalog.pg_stats s WHERE s.schemaname = $1 AND s.tablename = $2 AND s.inherited = $3`;

/** What is named and not read, by kind. */
export const OTHERS = `SELECT kind, name::text AS name FROM (
    SELECT CASE c.relkind WHEN 'v' THEN 'view' WHEN 'm' THEN 'materialized view' ELSE 'foreign table' END AS kind, c.relname AS name
      FROM pg_catalog.pg_class c WHERE c.relnamespace = $1::pg_catalog.regnamespace AND c.relkind IN ('v', 'm', 'f') AND ${ownOf('pg_class', 'c')}
    UNION ALL SELECT 'trigger', c.relname || '.' || t.tgname FROM pg_catalog.pg_trigger t JOIN pg_catalog.pg_class c ON c.oid = t.tgrelid
      WHERE c.relnamespace = $1::pg_catalog.regnamespace AND NOT t.tgisinternal AND NOT c.relispartition
    UNION ALL SELECT 'rule', c.relname || '.' || r.rulename FROM pg_catalog.pg_rewrite r JOIN pg_catalog.pg_class c ON c.oid = r.ev_class
      WHERE c.relnamespace = $1::pg_catalog.regnamespace AND c.relkind IN ('r', 'p') AND r.rulename <> '_RETURN'
    UNION ALL SELECT 'policy', c.relname || '.' || r.polname FROM pg_catalog.pg_policy r JOIN pg_catalog.pg_class c ON c.oid = r.polrelid
      WHERE c.relnamespace = $1::pg_catalog.regnamespace
    UNION ALL SELECT 'function', p.proname FROM pg_catalog.pg_proc p WHERE p.pronamespace = $1::pg_catalog.regnamespace AND ${ownOf('pg_proc', 'p')}
  ) o ORDER BY kind, name`;
