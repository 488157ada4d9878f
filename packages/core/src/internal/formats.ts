export { definitionForms, definitionOf, hasManyTables, type Table } from '../formats/definitions/index.ts';
export { blocksOf, joined, newFile, objectOf, type FormatFile } from '../formats/file.ts';
export { withFormat, type FormatPlan } from '../formats/format.ts';
export { findFormat, formatOfFile, formats, protobufReader, type FormatChoice } from '../formats/index.ts';
export { schemaInRegistry } from '../formats/in-registry.ts';
export { newRegistry, type FoundSchema, type RegistryAddress } from '../formats/registry.ts';
export { registrySettings } from '../formats/registry-settings.ts';
