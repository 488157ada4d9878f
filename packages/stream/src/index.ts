export { type BackfillProgress, planStream, type StreamPace, type StreamPlan } from './plan.ts';
export {
  type Catalogue,
  inOrder,
  NODE_DESTINATIONS,
  type NodeDestination,
  type ConfigStream,
  type EntitiesSource,
  type SchemaSource,
  type StreamIncidents,
  type TextSource,
} from './config/spec.ts';
export { deliveryOf, limitsOf, orderIssues, exactLimit } from './config/delivery.ts';
export { SCHEMA_ADDRESSES, withAddress } from './config/addresses.ts';
export { expand, hiddenValues, variablesIn } from './config/expand.ts';
export { faultIssues, readFaults, streamFaultIssues } from './config/faults.ts';
export {
  choiceFlag,
  durationFlag,
  type Flag,
  type FlagParts,
  type Flags,
  jsonFlag,
  numberFlag,
  pathFlag,
  sizeFlag,
  switchFlag,
  textFlag,
  type Values,
  wholeFlag,
} from './config/flag.ts';
export { renamedSettings } from './config/renamed.ts';
export { COMMON, type FormatKey, KEYS, STREAM_NAME, type StreamKeys } from './config/keys.ts';
export { isConfig, type ConfigReading, readStreams } from './config/read-streams.ts';
export { commandMeant, templateNamed, unknownEntity, serviceAdvice } from './config/named.ts';
export { type Placed, placedIn, linePlaces, type TextRange } from './config/yaml-places.ts';
export { type Converted, fromYaml } from './config/schema-yaml.ts';
export type { Mapping } from './config/section.ts';
export { isHarmless, shareConfig } from './config/share.ts';
export { entityIssues, growthProblem, journeyIssues, sharedJourneys } from './config/shared.ts';
export { endlessIssues, startAfterIssues, startInOrder } from './config/start-after.ts';
export {
  deadLetter,
  deliveryFlags,
  faultChanges,
  started,
  rateFlags,
  recordingFlags,
  seedFlag,
  templateFlag,
  thresholdFlags,
  typesFlag,
  timeFlags,
} from './config/stream-flags.ts';
export { type CsvParser, parseTable } from './config/table-text.ts';
export { isYaml, MAX_TEXT_MIB, parseText, parseWithLong, yamlDocument } from './config/yaml.ts';
export { readTime, type StreamTime, type TimeReading } from './config/timing.ts';
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
} from './stream-format.ts';
export { isStarted, parseStart, readStarted, type StartRequest } from './config/started.ts';
export type { HandStarts } from './started.ts';
export { affectedRows, type IncidentLabel, type LabelledRun, labelsOf } from './labels.ts';
export { readRecording } from './read-recording.ts';
export { rows, type RowsOptions } from './generate.ts';
export type { Row, StandardJsonSchema } from './row.ts';
export { OptionsError } from './given.ts';
export { readGiven } from './given-stream.ts';
export {
  earlierRows,
  newRecorder,
  nothingSent,
  type RecordedPart,
  unacceptedIn,
  unnotedAttempts,
} from './recorder.ts';
export { rowFieldIssues, unfitFaults, sidesFor } from './sides.ts';
export {
  type DestinationOptions,
  type RunningStream,
  type SendStreamOptions,
  stream,
  type StreamResult,
} from './send.ts';
export { type Left, readStream } from './stream-settings.ts';
export { type Shard, shardLimit } from './stream-rows.ts';
export type { EventTimes } from './pace.ts';
export { verify, type VerifyOptions } from './verify-rows.ts';
export { rowsOfSize, sizeNote } from './size.ts';
