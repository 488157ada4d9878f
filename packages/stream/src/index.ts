export type { BackfillProgress } from './backfill.ts';
export { type Catalogue, inOrder, NODE_DESTINATIONS, type NodeDestination } from './config/catalogue.ts';
export { deliveryOf, limitsOf, orderIssues } from './config/delivery.ts';
export { expand, hiddenValues, variablesIn } from './config/expand.ts';
export { faultIssues, readFaults } from './config/faults.ts';
export {
  choiceFlag,
  durationFlag,
  type Flag,
  type FlagParts,
  type Flags,
  jsonFlag,
  numberFlag,
  pathFlag,
  switchFlag,
  textFlag,
  type Values,
  wholeFlag,
} from './config/flag.ts';
export { COMMON, type FormatKey, KEYS, STREAM_NAME, type StreamKeys } from './config/keys.ts';
export { exactLimit } from './config/limit.ts';
export { isConfig } from './config/meant.ts';
export { commandMeant, templateNamed, unknownEntity } from './config/named.ts';
export { type Placed, placedIn } from './config/origin.ts';
export { serviceAdvice } from './config/other-services.ts';
export { type ConfigReading, readStreams } from './config/read.ts';
export { type Converted, fromYaml } from './config/schema-yaml.ts';
export { isMapping, type Mapping } from './config/section.ts';
export { isHarmless, shareConfig } from './config/share.ts';
export { entityIssues, growthProblem, journeyIssues, sharedJourneys } from './config/shared.ts';
export type { ConfigStream, EntitiesSource, SchemaSource, TextSource } from './config/spec.ts';
export { endlessIssues, startAfterIssues, startInOrder } from './config/start-after.ts';
export {
  deadLetter,
  deliveryFlags,
  faultChanges,
  rateFlags,
  recordingFlags,
  seedFlag,
  templateFlag,
  thresholdFlags,
  typesFlag,
} from './config/stream-flags.ts';
export { type CsvParser, parseTable } from './config/table.ts';
export { isYaml, MAX_TEXT_MIB, parseText, parseWithLong } from './config/text.ts';
export { timeFlags } from './config/time-flags.ts';
export { readTime, type StreamTime, type TimeReading } from './config/timing.ts';
export { linePlaces, type TextRange } from './config/yaml-places.ts';
export { yamlDocument } from './config/yaml.ts';
export { streamFaultIssues } from './faults.ts';
export {
  type FormatReading,
  formatSettings,
  formatsOf,
  planFormat,
  type RegisteredSchemas,
  type RegistryUse,
  settingNames,
} from './format-reading.ts';
export {
  driftIssues,
  formatFor,
  formatKeyOf,
  keyedSides,
  limitsWithin,
  rowFormat,
  type StreamFormat,
} from './format.ts';
export { rows, type RowsOptions } from './generate.ts';
export { OptionsError, readGiven } from './given.ts';
export { planStream, type StreamPace, type StreamPlan } from './plan.ts';
export { readRecording } from './recorded.ts';
export {
  earlierRows,
  newRecorder,
  nothingSent,
  type RecordedPart,
  unacceptedIn,
  unnotedAttempts,
} from './recorder.ts';
export { rowFieldIssues, unfitFaults } from './row-fields.ts';
export { type RunningStream, type SendStreamOptions, stream } from './send.ts';
export { type Left, readStream } from './settings.ts';
export { type Shard, shardLimit } from './shard.ts';
export { sidesFor } from './sides.ts';
export type { EventTimes } from './times.ts';
export { verify, type VerifyOptions } from './verify.ts';
