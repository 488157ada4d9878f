export * from '../index.ts';
export type { Counts, StopReason } from '../delivery/progress.ts';
export { describe, type Described } from '../generators/analysis/described.ts';
export { poolsIn } from '../generators/analysis/pools.ts';
export { growingIn, rowsIn, tableOf } from '../generators/analysis/table.ts';
export { findType, generatorTypes } from '../generators/catalogue.ts';
export type { GeneratorType, PoolUse } from '../generators/generator.ts';
export type { JourneyPlan, Wait } from '../model/journey.ts';
export type { Entity, Field } from '../model/schema.ts';
export { suggestion } from '../model/suggestion.ts';
export { isAdjustable } from '../pace/pace.ts';
export { viewOf } from '../pace/view.ts';
export { byteLength, rowIndex } from '../rows/batch.ts';
export { changeIn } from '../rows/changes.ts';
export { faultSettings } from '../rows/fault-settings.ts';
export type { FaultChange, FaultCounts, FaultyRows } from '../rows/faults.ts';
export { findKey, type KeyField } from '../rows/keys.ts';
export { timesOver, type Spread } from '../rows/over.ts';
export { keyUsesTime } from '../rows/split.ts';
export type { EventTime, Extent, RowTimes } from '../rows/writer.ts';
export { tableAt } from '../rows/table-at.ts';
export type { Watch } from '../schema/context.ts';
export { formatSchema } from '../schema/format.ts';
export type { IssuePlace } from '../schema/issue.ts';
export { schemaFileSchema, type JsonSchema } from '../schema/json-schema.ts';
export { argumentOf, needsParams, paramsOf, type Param, type ValueShape } from '../schema/params-of.ts';
export { parseEntities } from '../schema/parse.ts';
export { renameField, type Renamed } from '../schema/rename.ts';
export { type BackfillProgress } from '../stream/backfill.ts';
export {
  formatFor,
  formatKeyOf,
  formatSettings,
  formatsOf,
  limitsWithin,
  planFormat,
  rowFormat,
  settingNames,
  type FormatReading,
  type RegistryUse,
  type StreamFormat,
} from '../stream/format.ts';
export { readGiven } from '../stream/given.ts';
export { planStream, type StreamPace, type StreamPlan } from '../stream/plan.ts';
export { keyFor, rowFieldProblems, unfitFaults } from '../stream/row-fields.ts';
export { timedRows, type Span } from '../stream/saved-times.ts';
export { readStream, type Left } from '../stream/settings.ts';
export { shardLimit, type Shard } from '../stream/shard.ts';
export { type EventTimes } from '../stream/times.ts';
