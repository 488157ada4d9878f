export type { KeyWriter } from './avro-key.ts';
export {
  findFormat,
  type FormatChoice,
  formatOfFile,
  formats,
  protobufReader,
  shapeOf,
} from './catalogue.ts';
export { definitionForms, definitionOf, hasManyTables, type Table } from './definitions/index.ts';
export { blocksOf, type FormatFile, joined, newFile, objectOf } from './file.ts';
export { type FormatPlan, withFormat } from './format.ts';
export { type PlanInRegistry, schemaInRegistry } from './in-registry.ts';
export type { Registered } from './registry-schema.ts';
export { registrySettings } from './registry-settings.ts';
export { type FoundSchema, newRegistry, type RegistryAccess, type RegistryAddress } from './registry.ts';
export { planShapes } from './shapes.ts';
export { loadAvroKey, loadFormats, loadInRegistry } from './later.ts';
