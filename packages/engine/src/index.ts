export { loadZones } from './data/zones.ts';
export { askedShares } from './generators/analysis/asked-shares.ts';
export { kindsOf } from './generators/analysis/kinds.ts';
export { poolsIn, drawnIn, growingIn, rowsIn, tableOf } from './generators/analysis/pools.ts';
export { generatorTypes } from './generators/catalogue.ts';
export { locales } from './generators/compile/localised.ts';
export { customGenerator, customTypes, defineType } from './generators/families/custom.ts';
export type { GeneratorType, PoolUse } from './generators/generator.ts';
export { type JourneyTimeline, newJourneyTimeline, readTimeline, timelineOf } from './journey/timeline.ts';
export { findAlias } from './model/aliases.ts';
export { type AskedShare, type AskedShares, elementPath, memberPath } from './model/asked-shares.ts';
export { bounds } from './model/bounds.ts';
export type { CustomType } from './model/custom-type.ts';
export { encodingOf, pathAdvice, textOfFile } from './model/file.ts';
export {
  invalid,
  type Invalid,
  type Issue,
  issuesIn,
  issuesOf,
  messagesByPath,
  messagesOf,
  placedText,
  prefixed,
  type Result,
} from './model/issue.ts';
export { droppingIn, type Incident, type StartedIncident, type StreamIncident } from './model/incident.ts';
export type { JourneyPlan } from './model/journey.ts';
export { isObject, jsonOf, jsonOrText } from './model/json.ts';
export { type Kind, kindOfValue, leastRange, type Member, withoutNull, type RowShape } from './model/kind.ts';
export { inLine, newPrintable, printable } from './model/printable.ts';
export type { Recording, RecordingFacts } from './model/recording.ts';
export type { Entity, Field, Schema } from './model/schema.ts';
export { nameHint, suggestion } from './model/suggestion.ts';
export type { Zone } from './model/zone.ts';
export { filledWith, isFilled, readTemplate, type Slot } from './model/template.ts';
export { correlation, ranksOf } from './numeric/correlation.ts';
export { type DistinctCounter, newDistinctCounter } from './numeric/distinct-counter.ts';
export { mayBeLarge, parseExact } from './numeric/exact-json.ts';
export { draw, drawKey, mix, seedOf } from './numeric/random.ts';
export { firstPlace } from './numeric/search.ts';
export { factsOf, openRecording, type RecordedBytes } from './recording/parts.ts';
export { type ReplayOptions, scanRecording } from './recording/scan.ts';
export { inFieldOrder, recordedSchema } from './recording/kinds.ts';
export {
  type Batch,
  byteLength,
  newBatch,
  payload,
  records,
  rowIndex,
  select,
  type Side,
  withoutDropped,
  slice,
  texts,
} from './rows/batch.ts';
export { changeIn, describe, type Described, routeOf } from './rows/described.ts';
export { driftShapes } from './rows/drift.ts';
export { FAULT_DURATIONS, type Faults, faultSettings, parseFaults } from './rows/fault-settings.ts';
export { unfitSettings } from './rows/fault-fit.ts';
export { FAULT_KINDS, faultCounts } from './rows/fault.ts';
export {
  type Fault,
  type FaultChange,
  type FaultCounts,
  type FaultyRows,
  withFaults,
} from './rows/faults.ts';
export { compileWithDrops, dropsOf, isDroppedAt, withDrops } from './rows/drops.ts';
export { incidentStrengths, withStarted } from './rows/incident-rows.ts';
export { type IncidentRun, type IncidentWindow, incidentWindows } from './rows/incident-windows.ts';
export { loadData } from './rows/load-data.ts';
export { findField, type NamedField, onlyFields } from './rows/named-field.ts';
export { type Spread, timesOver } from './rows/over.ts';
export { type FilledText, type SidePlan, withSides } from './rows/sides.ts';
export { keyUsesTime, type Split, splitBy } from './rows/split.ts';
export { tableAt } from './rows/table-at.ts';
export { compile, type EventTime, type Extent, type RowTimes, type RowWriter } from './rows/writer.ts';
export {
  argumentLines,
  exampleSchemaOf,
  argumentOf,
  needsParams,
  type Param,
  paramsOf,
  type ValueShape,
} from './schema/params-of.ts';
export type { Watch } from './schema/context.ts';
export { placesOf, type IssuePlace, type SchemaIssue, type SchemaResult } from './schema/findings.ts';
export { formatSchema } from './schema/format.ts';
export { type JsonSchema, schemaFileSchema } from './schema/json-schema.ts';
export {
  type JsonArray,
  type JsonMember,
  type JsonNode,
  type JsonObject,
  type Range,
  readJson,
} from './schema/read-json.ts';
export { loadSchema } from './schema/load.ts';
export { parseEntities, type ParseOptions, parseSchema } from './schema/parse.ts';
export { type IncidentStream, withIncidents } from './schema/incidents.ts';
export { type Renamed, renameField } from './schema/rename.ts';
export { findTemplate, templates } from './templates/index.ts';
export { simpleExample } from './templates/simple-example.ts';
export { type FieldSpec, fieldSpecs, type Template } from './templates/template.ts';
export { checkTypes } from './testing/check-types.ts';
export { peakOf } from './time/bounds.ts';
export { parseRateTarget } from './time/changes.ts';
export { DURATION, durationText, read, readDuration, type Reading } from './time/duration.ts';
export { INCIDENTS_SCHEMA } from './time/incident-schema.ts';
export { parseIncidents, underStream } from './time/incident-settings.ts';
export { instantText, isoMs, readInstant } from './time/instant.ts';
export { TIME_SCHEMA } from './time/json-schema.ts';
export { parseTime } from './time/parse.ts';
export { PRESETS } from './time/presets.ts';
export { localTime } from './time/intensity/offsets.ts';
export { rateJson, rateText } from './time/rate-text.ts';
export { parseRate } from './time/rate.ts';
export type { TimeResult, TimeSettings } from './time/settings.ts';
export { newTimeline, type Timeline } from './time/timeline.ts';
export {
  type Arrivals,
  ARRIVALS,
  clockTimes,
  END_MS,
  newTiming,
  type Rate,
  type RateChange,
  type Timing,
} from './time/timing.ts';
