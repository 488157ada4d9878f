export { definitionForms, definitionOf, hasManyTables, type Table } from '../formats/definitions/index.ts';
export { newFile, objectOf, withFormat, type FormatFile, type FormatPlan } from '../formats/format.ts';
export { findFormat, formatOfFile, formats, type FormatChoice } from '../formats/index.ts';
