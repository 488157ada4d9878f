/** `@catbird/core/inference`: a schema from a sample of events. It loads no generator. */
export { schemaText } from './schema-text.ts';
export { rowsToCompare } from './comparable.ts';
export { comparisonSummary, MEASURES, percent, sharesApart } from './compare/words.ts';
export { readSample, type Sample } from './infer.ts';
export { readSource, type Source } from './source.ts';
export { DEFINITION_LANGUAGES, type DefinitionLanguage } from './definitions/language.ts';
export type { FromDefinition } from './definitions/definition.ts';
export { LEFT_OUT, type Alternatives, type Choices } from './choice.ts';
export type { TableDraft } from './definitions/drafts.ts';
export { configOf, type NamedSchema } from './config.ts';
export type { SampleTypes, TypeSample } from './type-samples.ts';
export type { EventTime } from './event-time.ts';
export type { Consent, Draft, Finding, SchemaObject } from './draft.ts';
export type { Copied, Kind, Spec } from './decide/decision.ts';
export type { Limits } from './limits.ts';
export type { Comparison, FieldComparison, Measure, Side, Verdict } from './compare/compare.ts';
export type { Bars } from './compare/pictures.ts';
export type { ValueType } from './compare/columns.ts';
