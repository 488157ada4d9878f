export * from '../inference.ts';
export { looksLikeSample } from '../inference/looks-like-sample.ts';
export { rowsToCompare } from '../inference/comparable.ts';
export { checksIn, comparisonSummary, MEASURES, percent, sharesApart } from '../inference/compare/words.ts';
export { readRows } from '../inference/read/read.ts';
export { readEncoded, readJoined, readSource, type Source } from '../inference/source.ts';
export {
  DEFINITION_LANGUAGES,
  type DefinitionLanguage,
  type ShapeLanguage,
} from '../inference/definitions/language.ts';
export type { FromDefinition } from '../inference/definitions/from-definition.ts';
export type { Alternatives, Choices } from '../inference/choices.ts';
export type { TableDraft } from '../inference/definitions/drafts.ts';
export { configOf } from '../inference/config.ts';
export type { EventTime } from '../inference/event-time.ts';
export {
  CATEGORIES_ONLY,
  keptRows,
  type Consent,
  type Draft,
  type Finding,
  type RuleFinding,
  type SchemaObject,
} from '../inference/draft.ts';
export type { Copied, Kind } from '../inference/decide/decision.ts';
export type { CheckWords } from '../inference/compare/words.ts';
export type { Comparison, FieldComparison, Side, Verdict } from '../inference/compare/compare.ts';
