import { ably } from './ably.ts';
import { awsSns } from './aws-sns.ts';
import type { Destination } from './destination.ts';
import { httpEndpoint } from './http-endpoint.ts';
import { log } from './log.ts';
import { tinybird } from './tinybird.ts';

export { httpWithRoutes } from './http-endpoint-routes.ts';
export { addressCheck, addressFault, isClearText, originFault, trimSlashes } from './address.ts';
export {
  failedCheck,
  isHtml,
  isSuccess,
  isWrongHost,
  jsonOf,
  kindOfStatus,
  member,
  oneLine,
  refusal,
  retryAfterMs,
  unconfirmed,
  unconfirmedAnswer,
  type Refusal,
  type UnconfirmedDetails,
} from './response.ts';
export {
  configTexts,
  parseConfig,
  settingsOf,
  type ConfigOptions,
  type ConfigResult,
  type Setting,
} from './config.ts';
export type {
  CheckResult,
  Connection,
  Destination,
  DestinationEnv,
  FormatShape,
  Receipt,
  RequestLimits,
  RowFormat,
  RowFieldSetting,
  SendOptions,
  SettingMeta,
  StreamIdentity,
} from './destination.ts';
export { asUncertain, DeliveryError, type DeliveryErrorDetails, type DeliveryErrorKind } from './error.ts';
export { fetchHttp } from './fetch.ts';
export { ANSWER_BYTES, type Http, type HttpRequest, type HttpResponse } from './http.ts';
export { withImplied } from './given.ts';
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
  singleWord,
  textSetting,
} from './setting.ts';
export { isFilled } from '../model/template.ts';
export {
  headersSetting,
  keyFieldSetting,
  optionalRouteSetting,
  recordTimeSetting,
  routeSetting,
} from './side-settings.ts';
export { outcomesOf, receiptOf, type Outcome } from './outcomes.ts';
export { base64, credentialsIn, redact, secretsOf } from './redact.ts';

/** The destinations that work in a browser, in the order of the page. */
export const destinations: readonly Destination[] = [tinybird, ably, awsSns, httpEndpoint, log];

/** The destination with this `name` (`AWSSNS`) or `command` (`aws-sns`); undefined if there is none. */
export const findDestination = (name: string): Destination | undefined =>
  destinations.find((each) => each.name === name || each.command === name);
