export {
  DeliveryError,
  addressFault,
  configTexts,
  destinations,
  fetchHttp,
  findDestination,
  parseConfig,
  redact,
  secretsOf,
  settingsOf,
  type CheckResult,
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
} from './destinations/index.ts';
export {
  choice,
  flag,
  isShown,
  json,
  optionalText,
  setting,
  shownAreGiven,
  text,
} from './destinations/index.ts';
export { parseSchema } from './schema/parse.ts';
export type { Field, Issue, Schema, SchemaResult } from './schema/schema.ts';
export { byteLength, newBatch, payload, slice, texts, type Batch } from './rows/batch.ts';
export { compile, type CompileOptions, type EventTime, type Extent, type RowWriter } from './rows/writer.ts';
export { findTemplate, formatSchema, templates, type Template } from './templates/index.ts';
