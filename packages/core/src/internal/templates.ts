export { bounds } from '../model/bounds.ts';
export { formatSchema } from '../schema/format.ts';
export type { JsonArray, JsonMember, JsonNode, JsonObject, Range } from '../schema/json.ts';
export { placesOf } from '../schema/findings.ts';
export { readJson } from '../schema/read-json.ts';
export { findTemplate, templates } from '../templates/index.ts';
export { fieldSpecs, type FieldSpec, type Template } from '../templates/template.ts';
