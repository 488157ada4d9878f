export * from '../destinations.ts';
export { firstDestinations } from '../destinations/first.ts';
export { laterDestinations } from '../destinations/later.ts';
export { addressCheck, isClearText, originFault, trimSlashes } from '../destinations/address.ts';
export {
  awsAddress,
  awsEndpointSetting,
  awsKeySettings,
  regionSetting,
} from '../destinations/aws-settings.ts';
export { newBody } from '../destinations/body.ts';
export { configTexts, settingsOf, type Setting } from '../destinations/config.ts';
export type {
  CheckResult,
  RowFieldSetting,
  RowTable,
  SendOptions,
  StreamIdentity,
} from '../destinations/destination.ts';
export type { Blocks, RowFormat } from '../destinations/row-format.ts';
export { asCertain, asUncertain, revised } from '../destinations/error.ts';
export { settingIssues } from '../destinations/setting-issues.ts';
export { withImplied } from '../destinations/given.ts';
export { ANSWER_BYTES, type Http, type HttpRequest, type HttpResponse } from '../destinations/http.ts';
export { checkHttp, openHttp, type HttpService } from '../destinations/http-service.ts';
export { topicFault, topicIn, valueField, valueIn } from '../destinations/kafka-records.ts';
export { outcomesInReports, statusOf } from '../destinations/kafka-reports.ts';
export { outcomesOf, receiptOf, type Outcome } from '../destinations/outcomes.ts';
export { base64, credentialsIn, redact, secretsOf } from '../destinations/redact.ts';
export {
  confirmingText,
  failedCheck,
  isHtml,
  isSuccess,
  isWrongHost,
  jsonOf,
  member,
  oneLine,
  refusal,
  unconfirmed,
  unconfirmedAnswer,
} from '../destinations/response.ts';
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
} from '../destinations/setting.ts';
export { routedDestinations } from '../destinations/routed.ts';
export {
  headersSetting,
  keyFieldSetting,
  optionalRouteSetting,
  recordTimeSetting,
  routeSetting,
} from '../destinations/side-settings.ts';
export { isFilled } from '../model/template.ts';
