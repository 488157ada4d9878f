export { type Alternatives, type Choices, COMPUTED, LEFT_OUT, ON_ITS_OWN } from './choices.ts';
export { rowsToCompare } from './comparable.ts';
export type { Comparison, FieldComparison, Side, Verdict } from './compare/compare.ts';
export {
  checksIn,
  type CheckWords,
  comparisonSummary,
  MEASURES,
  percent,
  sharesApart,
} from './compare/sentences.ts';
export { configOf } from './config.ts';
export type { Copied, Kind } from './decide/decision.ts';
export {
  type CatalogStatement,
  type ColumnStatistics,
  countedFields,
  openFields,
  readCatalog,
  withStatistics,
} from './definitions/catalog.ts';
export { type ConfigPlan, SIZE, writtenConfig } from './definitions/related-streams.ts';
export { type FromDefinition, readTinybirdProject, type TableDraft } from './definitions/definition.ts';
export { DEFINITION_LANGUAGES, type DefinitionLanguage, type ShapeLanguage } from './definitions/language.ts';
export { joined, sampled, type Sampled, shownFields } from './definitions/sampled.ts';
export { byHarm, firstNotes } from './definitions/not-followed.ts';
export type { Follow } from './definitions/linked-files.ts';
export type { Definition, Table } from './definitions/shape.ts';
export {
  CATEGORIES_ONLY,
  type Consent,
  type Draft,
  type Finding,
  keptRows,
  type RuleFinding,
  type SchemaObject,
} from './draft.ts';
export type { EventTime } from './event-time.ts';
export { PAST_TIME } from './plan/readings.ts';
export { readSample, type Sample } from './infer.ts';
export { looksLikeSample } from './looks-like-sample.ts';
export { newDecoder } from './read/decode.ts';
export { lineReader } from './read/lines.ts';
export { readRows } from './read/read-rows.ts';
export { schemaText } from './schema-text.ts';
export { type Found, newTypeSearch } from './search/type-search.ts';
export { readEncoded, readJoined, readSource, type Source } from './source.ts';
export { loadDefinitions, loadInference, loadTypeSearch } from './later.ts';
