import type { DatabaseAddress, DatabaseKind } from './address.ts';
import type { Catalog, CatalogChoice } from './catalog.ts';

type Read = (address: DatabaseAddress, choice: CatalogChoice, signal: AbortSignal) => Promise<Catalog>;

/** How to read the catalog of each kind of database. Its client loads only now. */
const READ: Readonly<Record<DatabaseKind, () => Promise<Read>>> = {
  postgres: async () => (await import('./postgres.ts')).readPostgres,
  mysql: async () => (await import('./mysql.ts')).readMysql,
  clickhouse: async () => (await import('./clickhouse.ts')).readClickhouse,
};

/** Reads the catalog of a database. @throws DeliveryError, and NoCatalog if a choice names nothing */
export const readCatalog: Read = async (address, choice, signal) =>
  (await READ[address.kind]())(address, choice, signal);
