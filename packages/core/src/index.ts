export {
  DEFAULT_IN_FLIGHT,
  newRunControl,
  planRate,
  RETRY_DEFAULTS,
  run,
  systemClock,
  type Clock,
  type ControlOptions,
  type Counts,
  type OptionNames,
  type Progress,
  type RatePlan,
  type RequestMark,
  type Retrying,
  type RetryOptions,
  type RowsOutcome,
  type RunControl,
  type RunOptions,
  type StopReason,
  type Summary,
  type TimeProgress,
} from './delivery/index.ts';
export { askedShares } from './generators/analysis/asked-shares.ts';
export { findType, generatorTypes } from './generators/catalogue.ts';
export { defineType } from './generators/families/define-type.ts';
export type { Files, GeneratorType, PoolUse, Scope } from './generators/generator.ts';
export { LOCALE_NAMES as locales } from './generators/compile/localised.ts';
export { poolsIn } from './generators/analysis/pools.ts';
export { describe, type Described } from './generators/analysis/described.ts';
export { kindsOf } from './generators/analysis/kinds.ts';
export {
  ending,
  isAdjustable,
  steady,
  unlimited,
  type AdjustablePace,
  type EndingOptions,
  type EndingPace,
  type Pace,
  type Present,
} from './pace/pace.ts';
export { shaped, type ShapedOptions } from './pace/shaped.ts';
export { growingIn, rowsIn, tableOf } from './generators/analysis/table.ts';
export { timed, type TimedOptions } from './pace/timed.ts';
export { viewOf } from './pace/view.ts';
export {
  byteLength,
  newBatch,
  payload,
  records,
  rowIndex,
  select,
  slice,
  texts,
  type Batch,
} from './rows/batch.ts';
export { changeIn, type ChangeField } from './rows/changes.ts';
export { tableAt, type Lives, type TableOptions } from './rows/table-at.ts';
export {
  faultSettings,
  parseFaults,
  type FaultProblem,
  type Faults,
  type FaultsResult,
  type MalformedKind,
} from './rows/fault-settings.ts';
export { driftShapes } from './rows/drift.ts';
export { FAULT_KINDS, faultCounts } from './rows/fault.ts';
export {
  withFaults,
  type Fault,
  type FaultChange,
  type FaultCounts,
  type FaultOptions,
  type FaultyRows,
} from './rows/faults.ts';
export { findKey, type KeyField, type KeyResult } from './rows/keys.ts';
export { loadData } from './rows/load-data.ts';
export { keyUsesTime } from './rows/split.ts';
export { timesOver, type Spread } from './rows/over.ts';
export {
  compile,
  type CompileOptions,
  type EventTime,
  type Extent,
  type RowTimes,
  type RowWriter,
} from './rows/writer.ts';
export { bounds } from './model/bounds.ts';
export { schemaFileSchema, type JsonSchema } from './schema/json-schema.ts';
export { argumentOf, needsParams, paramsOf, type Param, type ValueShape } from './schema/params-of.ts';
export { renameField, type Renamed } from './schema/rename.ts';
export { formatSchema } from './schema/format.ts';
export { parseEntities, parseSchema, type ParseOptions } from './schema/parse.ts';
export { suggestion } from './model/suggestion.ts';
export type { AskedShare, AskedShares } from './model/asked-shares.ts';
export type { Watch } from './schema/context.ts';
export type {
  CustomParam,
  CustomParamValue,
  CustomRow,
  CustomType,
  RandomSource,
} from './model/custom-type.ts';
export type { JourneyPlan, Wait, Way } from './model/journey.ts';
export type { Entity, Field, Schema } from './model/schema.ts';
export type { EntitiesResult, Issue, IssuePlace, SchemaResult } from './schema/issue.ts';
export {
  fieldSpecs,
  findTemplate,
  templates,
  type EntitySpec,
  type FieldSpec,
  type SchemaObject,
  type SchemaWithEntities,
  type Template,
} from './templates/index.ts';
export {
  DeliveryError,
  destinations,
  fetchHttp,
  findDestination,
  parseConfig,
  redact,
  secretsOf,
  settingsOf,
  type CheckResult,
  type ConfigOptions,
  type ConfigResult,
  type Connection,
  type DeliveryErrorDetails,
  type DeliveryErrorKind,
  type Destination,
  type DestinationEnv,
  type Http,
  type HttpRequest,
  type HttpResponse,
  type Receipt,
  type RequestLimits,
  type SendOptions,
  type Setting,
  type SettingMeta,
  type StreamIdentity,
} from './destinations/index.ts';
export {
  newJourneyTimeline,
  readTimeline,
  timelineOf,
  type JourneyStep,
  type JourneyTimeline,
} from './journey/index.ts';
export { type BackfillProgress } from './stream/backfill.ts';
export { rows, type RowsOptions } from './stream/generate.ts';
export { readGiven, type GivenSchema, type RowOptions } from './stream/given.ts';
export { planStream, type StreamPace, type StreamPlan } from './stream/plan.ts';
export { streamFaultProblems } from './stream/faults.ts';
export { keyFor, rowFieldProblems, unfitFaults } from './stream/row-fields.ts';
export { timedRows, type Span } from './stream/saved-times.ts';
export { stream, type RunningStream, type SendStreamOptions } from './stream/send.ts';
export { readStream, type Left, type StreamSettings } from './stream/settings.ts';
export { shardLimit, type Shard } from './stream/shard.ts';
export { type EventTimes } from './stream/times.ts';
export {
  ARRIVALS,
  cronTimes,
  isTimed,
  newTimeline,
  newTiming,
  parseRate,
  parseTime,
  PRESETS,
  rateJson,
  rateText,
  type Arrivals,
  type Burst,
  type Preset,
  type Rate,
  type RateChange,
  type RateOptions,
  type RateResult,
  type TimeContext,
  type Timeline,
  type TimeProblem,
  type TimeResult,
  type TimeSettings,
  type Timing,
} from './time/index.ts';
