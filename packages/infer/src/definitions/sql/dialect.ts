/** How texts and comments of SQL are written. */
export interface Dialect {
  /** A backslash escapes a character in a text: MySQL, BigQuery, ClickHouse. */
  readonly hasBackslashes: boolean;
  /** `#` begins a comment. */
  readonly hasHashComments: boolean;
  /** A comment may contain others: Postgres, SQL Server. */
  readonly hasNestedComments: boolean;
  /** Columns with IDENTITY take no values: SQL Server. */
  readonly isSqlServer: boolean;
  /** Types have the names of Postgres. */
  readonly isPostgres: boolean;
  /** Blocks end with a line of their own: a slash of Oracle, GO of SQL Server. */
  readonly hasEndLines: boolean;
}

/** Signs of MySQL, MariaDB, BigQuery, ClickHouse and Snowflake. */
const BACKSLASHES =
  /`|\/\*M?!|\b(engine\s*=|auto_increment|lowcardinality|nullable\s*\(|uint8\b|u?int(16|32|64|128|256)\b|struct\s*<|array\s*<|timestamp_ntz|variant\b)|^-- (MySQL|MariaDB) dump/im;

/** In capitals and small letters: `int8` of Postgres has eight bytes. */
const CLICKHOUSE = /\bInt8\b/;

const SQL_SERVER =
  /^\s*GO\s*$|\bIDENTITY\s*\(\s*\d|\[dbo\]|\b(?:nvarchar)\s*\(max\)|\b(datetime2|uniqueidentifier)\b/im;

/** Signs of Postgres and SQLite, which win: a backtick in a text says nothing. */
const PLAIN = /PostgreSQL database dump|^\\(un)?restrict |PRAGMA foreign_keys|set_config\('search_path'/im;

const POSTGRES =
  /PostgreSQL database dump|^\\(un)?restrict |set_config\('search_path'|\b(character varying|bigserial|smallserial|jsonb|bytea|timestamptz|with(out)? time zone|gen_random_uuid|uuid_generate_v\d|nextval|plpgsql)\b|\b(int4|int8|num|ts|tstz|date)(multi)?range\b|::\s*\w|\bALTER TABLE ONLY\b/im;

/** Tells the dialect from a whole text. */
export function dialectOf(sql: string): Dialect {
  const isPlain = PLAIN.test(sql);
  const hasBackslashes = (BACKSLASHES.test(sql) || CLICKHOUSE.test(sql)) && !isPlain;
  return {
    hasBackslashes,
    hasHashComments: hasBackslashes,
    hasNestedComments: !hasBackslashes,
    isPostgres: POSTGRES.test(sql) && !hasBackslashes,
    isSqlServer: !hasBackslashes && !isPlain && SQL_SERVER.test(sql),
    hasEndLines: !isPlain && /^[ \t]*(\/|GO)[ \t]*\r?$/im.test(sql),
  };
}
