import { readStatements } from '../sql/sql.ts';
import { statementsOf } from '../sql/statements.ts';
import type { Dialect } from '../sql/dialect.ts';
import type { Definition } from '../shape.ts';
import type { CatalogStatement } from './postgres.ts';

/** Databases whose catalog is read. */
export type CatalogDialect = 'postgres' | 'mysql' | 'clickhouse';

const QUOTED: Dialect = {
  hasBackslashes: true,
  hasHashComments: true,
  hasNestedComments: false,
  isSqlServer: false,
  isPostgres: false,
  hasEndLines: false,
};

const DIALECTS: Readonly<Record<CatalogDialect, Dialect>> = {
  postgres: {
    ...QUOTED,
    isPostgres: true,
    hasBackslashes: false,
    hasHashComments: false,
    hasNestedComments: true,
  },
  mysql: QUOTED,
  clickhouse: QUOTED,
};

/** The tables of a catalog. @param statements as dumps have them */
export const readCatalog = (statements: readonly CatalogStatement[], dialect: CatalogDialect): Definition =>
  readStatements({
    dialect: DIALECTS[dialect],
    statements: statements.flatMap(({ sql, place }) =>
      statementsOf(sql, DIALECTS[dialect]).statements.map((each) => ({ ...each, place })),
    ),
  });
