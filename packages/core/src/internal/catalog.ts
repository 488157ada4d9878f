export { readCatalog } from '../inference/definitions/catalog/catalog.ts';
export { postgresStatements, type PostgresCatalog } from '../inference/definitions/catalog/postgres.ts';
export {
  countedFields,
  openFields,
  withStatistics,
  type ColumnStatistics,
} from '../inference/definitions/catalog/statistics.ts';
export { SIZE, writtenConfig, type ConfigPlan } from '../inference/definitions/config.ts';
export { joined, sampled, shownFields, type Sampled } from '../inference/definitions/sampled.ts';
export type { Definition, Table } from '../inference/definitions/shape.ts';
