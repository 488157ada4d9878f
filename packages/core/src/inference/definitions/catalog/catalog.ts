import { writtenConfig, type ConfigPlan, type Written } from '../config.ts';
import type { Dialect } from '../sql/dialect.ts';
import { readStatements } from '../sql/sql.ts';
import { statementsOf } from '../sql/statements.ts';
import type { CatalogStatement } from './postgres.ts';

/** Databases whose catalog is read. */
export type CatalogDialect = 'postgres' | 'mysql' | 'clickhouse';

const QUOTED: Dialect = {
  hasBackslashes: true,
  hasHashComments: true,
  hasNestedComments: false,
  isSqlServer: false,
  hasEndLines: false,
};

const DIALECTS: Readonly<Record<CatalogDialect, Dialect>> = {
  postgres: { ...QUOTED, hasBackslashes: false, hasHashComments: false, hasNestedComments: true },
  mysql: QUOTED,
  clickhouse: QUOTED,
};

/** A config from a catalog, and how many tables it has. */
export type FromCatalog = Written & { readonly kind: 'config'; readonly tables: number };

/** Writes the config that fills a copy of a database. @param statements of its catalog, as dumps have them */
export function configOfCatalog(
  statements: readonly CatalogStatement[],
  dialect: CatalogDialect,
  plan: ConfigPlan,
): FromCatalog {
  const definition = readStatements({
    dialect: DIALECTS[dialect],
    statements: statements.flatMap(({ sql, place }) =>
      statementsOf(sql, DIALECTS[dialect]).statements.map((each) => ({ ...each, place })),
    ),
  });
  const found = writtenConfig(definition, plan);
  return { ...found, notes: [...definition.notes, ...found.notes], tables: definition.tables.length };
}
