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
  /`|\/\*M?!|\b(engine\s*=|auto_increment|lowcardinality|nullable\s*\(|u?int(8|16|32|64|128|256)\b|struct\s*<|array\s*<|timestamp_ntz|variant\b)|^-- (MySQL|MariaDB) dump/im;

const SQL_SERVER =
  /^\s*GO\s*$|\bIDENTITY\s*\(\s*\d|\[dbo\]|\b(?:nvarchar)\s*\(max\)|\b(datetime2|uniqueidentifier)\b/im;

/** Signs of Postgres and SQLite, which win: a backtick in a text says nothing. */
const PLAIN = /PostgreSQL database dump|^\\(un)?restrict |PRAGMA foreign_keys|set_config\('search_path'/im;

const POSTGRES = /PostgreSQL database dump|^\\(un)?restrict |set_config\('search_path'/im;

/** Tells the dialect from a whole text. */
export function dialectOf(sql: string): Dialect {
  const isPlain = PLAIN.test(sql);
  const hasBackslashes = BACKSLASHES.test(sql) && !isPlain;
  return {
    hasBackslashes,
    hasHashComments: hasBackslashes,
    hasNestedComments: !hasBackslashes,
    isPostgres: POSTGRES.test(sql),
    isSqlServer: !hasBackslashes && !isPlain && SQL_SERVER.test(sql),
    hasEndLines: !isPlain && /^[ \t]*(\/|GO)[ \t]*\r?$/im.test(sql),
  };
}
