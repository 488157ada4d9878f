export * from '../index.ts';
export type { Counts, StopReason } from '../delivery/progress.ts';
export { poolsIn } from '../generators/analysis/pools.ts';
export { drawnIn, growingIn, rowsIn, tableOf } from '../generators/analysis/table.ts';
export { findType, generatorTypes } from '../generators/catalogue.ts';
export { customGenerator } from '../generators/families/custom.ts';
export { customTypes } from '../generators/families/define-type.ts';
export type { GeneratorType, PoolUse } from '../generators/generator.ts';
export { memberPath } from '../model/asked-shares.ts';
export type { JourneyPlan, Wait } from '../model/journey.ts';
export type { RecordingFacts } from '../model/recording.ts';
export type { Entity, Field } from '../model/schema.ts';
export { suggestion } from '../model/suggestion.ts';
export { isAdjustable } from '../pace/pace.ts';
export { viewOf } from '../pace/view.ts';
export { factsOf, openRecording, type RecordedBytes } from '../recording/parts.ts';
export { scanRecording } from '../recording/scan.ts';
export { inFieldOrder, recordedSchema } from '../recording/schema.ts';
export { byteLength, rowIndex, type Side } from '../rows/batch.ts';
export { routeOf } from '../rows/route.ts';
export { changeIn } from '../rows/changes.ts';
export { describe, type Described } from '../rows/described.ts';
export { FAULT_DURATIONS } from '../rows/fault-durations.ts';
export { faultSettings } from '../rows/fault-settings.ts';
export { FAULT_KINDS, faultCounts } from '../rows/fault.ts';
export type { FaultChange, FaultCounts, FaultyRows } from '../rows/faults.ts';
export { findField, type NamedField } from '../rows/named-field.ts';
export { timesOver, type Spread } from '../rows/over.ts';
export type { SidePlan } from '../rows/sides.ts';
export { keyUsesTime } from '../rows/split.ts';
export type { EventTime, Extent, RowTimes } from '../rows/writer.ts';
export { tableAt } from '../rows/table-at.ts';
export { argumentLines, exampleSchemaOf } from '../schema/argument-lines.ts';
export type { Watch } from '../schema/context.ts';
export { formatSchema } from '../schema/format.ts';
export type { IssuePlace } from '../schema/issue.ts';
export { schemaFileSchema, type JsonSchema } from '../schema/json-schema.ts';
export { argumentOf, needsParams, paramsOf, type Param, type ValueShape } from '../schema/params-of.ts';
export { parseEntities, type ParseOptions } from '../schema/parse.ts';
export { renameField, type Renamed } from '../schema/rename.ts';
export { type BackfillProgress } from '../stream/backfill.ts';
export {
  driftIssues,
  formatFor,
  formatKeyOf,
  keyedSides,
  limitsWithin,
  rowFormat,
  type StreamFormat,
} from '../stream/format.ts';
export {
  formatSettings,
  formatsOf,
  planFormat,
  settingNames,
  type FormatReading,
  type RegisteredSchemas,
  type RegistryUse,
} from '../stream/format-reading.ts';
export { streamFaultIssues } from '../stream/faults.ts';
export { readGiven } from '../stream/given.ts';
export { planStream, type StreamPace, type StreamPlan } from '../stream/plan.ts';
export { rowFieldIssues, unfitFaults } from '../stream/row-fields.ts';
export { timedRows, type Span } from '../stream/saved-times.ts';
export { readStream, type Left } from '../stream/settings.ts';
export { shardLimit, type Shard } from '../stream/shard.ts';
export { sidesFor } from '../stream/sides.ts';
export { type EventTimes } from '../stream/times.ts';
