export { systemClock, systemRandom, newCondition } from './delivery/signals.ts';
export { newRunControl, type NextRow, type RunControl } from './delivery/control.ts';
export { addedBins, latencyHistogram, percentilesOf } from './delivery/tally.ts';
export { DEFAULT_IN_FLIGHT } from './delivery/limiters.ts';
export type {
  Clock,
  OptionNames,
  OutcomeReason,
  RequestMark,
  RowsOutcome,
  RunOptions,
} from './delivery/options.ts';
export { withRoutes } from './delivery/batch-parts.ts';
export { planRate } from './delivery/rate-plan.ts';
export type { Counts, Progress, Retrying, StopReason, Summary, TimeProgress } from './delivery/progress.ts';
export { repeatedHttp, classOf, RETRY_DEFAULTS } from './delivery/retry.ts';
export { run } from './delivery/run.ts';
export { textCheck, isClearText, originFault, trimSlashes } from './destinations/http-address.ts';
export type { AwsJsonService } from './destinations/aws-json.ts';
export {
  awsAddress,
  awsEndpointSetting,
  awsKeySettings,
  loadAwsJson,
  regionSetting,
} from './destinations/aws-settings.ts';
export { presigned, signer } from './destinations/aws-signature.ts';
export { newBody } from './destinations/body.ts';
export {
  type ConfigResult,
  configTexts,
  parseConfig,
  type Setting,
  settingsOf,
  withImplied,
  missingAdvice,
} from './destinations/parse-config.ts';
export type {
  CheckResult,
  Connection,
  Destination,
  DestinationEnv,
  DestinationKind,
  Receipt,
  RequestLimits,
  RowFieldSetting,
  RowTable,
  SendOptions,
  SettingMeta,
  StreamIdentity,
} from './destinations/destination.ts';
export {
  asCertain,
  asUncertain,
  DeliveryError,
  type DeliveryErrorKind,
  failedCheck,
  hinted,
  revised,
} from './destinations/error.ts';
export {
  fetchHttp,
  ANSWER_BYTES,
  type Http,
  type HttpRequest,
  type HttpResponse,
} from './destinations/http.ts';
export { firstDestinations } from './destinations/first.ts';
export { checkHttp, openHttp, type ProbedService } from './destinations/http-service.ts';
export { destinations, findDestination, type DestinationSettings } from './destinations/index.ts';
export { topicFault, topicIn, valueField, valueIn } from './destinations/kafka-records.ts';
export { kafkaRest, type KafkaRestTarget } from './destinations/kafka-rest.ts';
export { laterDestinations } from './destinations/later.ts';
export { type Outcome, outcomesOf, receiptOf } from './destinations/outcomes.ts';
export { base64, credentialsIn, redact, secretsOf } from './destinations/redact.ts';
export {
  isHtml,
  isSuccess,
  kindOfStatus,
  member,
  oneLine,
  refusal,
  type Refusal,
  unconfirmed,
  unconfirmedAnswer,
  elementIn,
} from './destinations/response.ts';
export { keyPath } from './destinations/rolling.ts';
export { routedDestinations } from './destinations/http-endpoint-routes.ts';
export type { Block, Blocks, FormatShape, RowFormat } from './destinations/row-format.ts';
export { errorOf, isStored } from './destinations/s3-answers.ts';
export type { AwsCredentials, AwsKeys } from './destinations/aws-json-errors.ts';
export { bucketAddress } from './destinations/s3.ts';
export {
  choiceSetting,
  optionalAddressSetting,
  customSetting,
  environmentName,
  flagName,
  flagSetting,
  isSettingShown,
  jsonSetting,
  metaOf,
  MISSING,
  optionalTextSetting,
  settingIssues,
  singleWord,
  textSetting,
  headersSetting,
  keyFieldSetting,
  optionalRouteSetting,
  recordTimeSetting,
  routeSetting,
} from './destinations/setting.ts';
export { clockFrom, rowsUpTo, timed } from './pace/timed.ts';
export { ending, type EndingOptions, isAdjustable, type Pace, steady, unlimited } from './pace/pace.ts';
export { shaped } from './pace/shaped.ts';
export { shardPace, splitPace } from './pace/split.ts';
export { viewOf } from './pace/view.ts';
export { type Loss, newLosses, newWatermark, type Snapshot } from './resume/watermark.ts';
export {
  between,
  countBelow,
  type CountedRange,
  countIn,
  doneRows,
  inBoth,
  placeOf,
  putIn,
  type Range,
  remainingLimit,
  remainingRows,
  rowAt,
  takeOut,
} from './resume/ranges.ts';
export { type Span, timedRows } from './resume/saved-times.ts';
export type { awsJson, resultsInOrder } from './destinations/aws-json.ts';
