export type { KeyWriter } from './avro-key.ts';
export {
  findFormat,
  type FormatChoice,
  formatOfFile,
  formats,
  loadAvroKey,
  loadInRegistry,
  loadLayout,
  protobufReader,
  shapeOf,
} from './catalogue.ts';
export { definitionForms, definitionOf, hasManyTables, type Table } from './definitions/index.ts';
export { blocksOf, type FormatFile, joined, newFile, objectOf } from './blocks.ts';
export { type FormatPlan, withFormat, planShapes } from './format.ts';
export type { Bounds } from './parquet-foot.ts';
export type { Layout, RowRange, TextSizes } from './parquet-layout.ts';
export { type PlanInRegistry, schemaInRegistry } from './in-registry.ts';
export {
  type Registered,
  type FoundSchema,
  newRegistry,
  type RegistryAccess,
  type RegistryAddress,
} from './registry.ts';
export { registrySettings } from './registry-settings.ts';
