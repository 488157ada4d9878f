/** A name as statements of MySQL have it. */
export const quotedMysql = (name: string): string => `\`${name.replaceAll('`', '``')}\``;

/** A name as statements of ClickHouse have it. https://clickhouse.com/docs/sql-reference/syntax#identifiers */
export const quotedClickhouse = (name: string): string => `\`${name.replaceAll(/[\\`]/g, '\\$&')}\``;
