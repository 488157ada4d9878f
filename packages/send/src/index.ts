export { systemClock, systemRandom } from './delivery/clock.ts';
export { newRunControl, type RunControl } from './delivery/control.ts';
export { addedBins, latencyHistogram, percentilesOf } from './delivery/latency.ts';
export { DEFAULT_IN_FLIGHT } from './delivery/limiters.ts';
export type {
  Clock,
  OptionNames,
  OutcomeReason,
  RequestMark,
  RowsOutcome,
  RunOptions,
} from './delivery/options.ts';
export { withRoutes } from './delivery/parts.ts';
export { planRate } from './delivery/plan.ts';
export type { Counts, Progress, Retrying, StopReason, Summary, TimeProgress } from './delivery/progress.ts';
export { repeatedHttp } from './delivery/repeated.ts';
export { classOf, RETRY_DEFAULTS } from './delivery/retry.ts';
export { run } from './delivery/run.ts';
export { newCondition } from './delivery/signals.ts';
export { addressCheck, isClearText, originFault, trimSlashes } from './destinations/address.ts';
export type { AwsJsonService } from './destinations/aws-json.ts';
export {
  awsAddress,
  awsEndpointSetting,
  awsKeySettings,
  regionSetting,
} from './destinations/aws-settings.ts';
export { signer } from './destinations/aws-signature.ts';
export { newBody } from './destinations/body.ts';
export {
  type ConfigResult,
  configTexts,
  parseConfig,
  type Setting,
  settingsOf,
} from './destinations/config.ts';
export type {
  CheckResult,
  Connection,
  Destination,
  DestinationEnv,
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
  hinted,
  revised,
} from './destinations/error.ts';
export { fetchHttp } from './destinations/fetch.ts';
export { firstDestinations } from './destinations/first.ts';
export { withImplied } from './destinations/given.ts';
export { checkHttp, openHttp, type ProbedService } from './destinations/http-service.ts';
export { ANSWER_BYTES, type Http, type HttpRequest, type HttpResponse } from './destinations/http.ts';
export { destinations, findDestination } from './destinations/index.ts';
export { topicFault, topicIn, valueField, valueIn } from './destinations/kafka-records.ts';
export { outcomesInReports, statusOf } from './destinations/kafka-reports.ts';
export { laterDestinations } from './destinations/later.ts';
export { type Outcome, outcomesOf, receiptOf } from './destinations/outcomes.ts';
export { base64, credentialsIn, redact, secretsOf } from './destinations/redact.ts';
export {
  confirmingText,
  failedCheck,
  isHtml,
  isSuccess,
  isWrongHost,
  jsonOf,
  kindOfStatus,
  member,
  oneLine,
  refusal,
  type Refusal,
  unconfirmed,
  unconfirmedAnswer,
} from './destinations/response.ts';
export { keyPath } from './destinations/rolling.ts';
export { routedDestinations } from './destinations/routed.ts';
export type { Block, Blocks, FormatShape, RowFormat } from './destinations/row-format.ts';
export { errorOf, isStored } from './destinations/s3-answers.ts';
export type { S3Credentials } from './destinations/s3-requests.ts';
export { bucketAddress } from './destinations/s3.ts';
export {
  choiceSetting,
  customSetting,
  environmentName,
  flagName,
  flagSetting,
  isSettingShown,
  jsonSetting,
  metaOf,
  optionalTextSetting,
  requiredWhenShown,
  settingIssues,
  singleWord,
  textSetting,
} from './destinations/setting.ts';
export {
  headersSetting,
  keyFieldSetting,
  optionalRouteSetting,
  recordTimeSetting,
  routeSetting,
} from './destinations/side-settings.ts';
export { elementIn } from './destinations/xml.ts';
export { clockFrom } from './pace/event-clock.ts';
export { ending, type EndingOptions, isAdjustable, type Pace, steady, unlimited } from './pace/pace.ts';
export { rowsUpTo } from './pace/rows-up-to.ts';
export { shaped } from './pace/shaped.ts';
export { shardPace, splitPace } from './pace/split.ts';
export { timed } from './pace/timed.ts';
export { viewOf } from './pace/view.ts';
export { type Loss, newLosses } from './resume/losses.ts';
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
export { newWatermark, type Snapshot } from './resume/watermark.ts';
export type { awsJson, resultsInOrder } from './destinations/aws-json.ts';
export { loadAwsJson } from './later.ts';
