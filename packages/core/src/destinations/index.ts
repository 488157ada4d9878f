import { ably } from './ably.ts';
import { awsSns } from './aws-sns.ts';
import type { Destination } from './destination.ts';
import { httpEndpoint } from './http-endpoint.ts';
import { log } from './log.ts';
import { tinybird } from './tinybird.ts';

export { addressFault } from './address.ts';
export { configTexts, parseConfig, settingsOf, type ConfigResult, type Setting } from './config.ts';
export type {
  CheckResult,
  Connection,
  Destination,
  DestinationEnv,
  Receipt,
  RequestLimits,
  SendOptions,
  SettingMeta,
} from './destination.ts';
export { DeliveryError, type DeliveryErrorDetails, type DeliveryErrorKind } from './error.ts';
export { fetchHttp } from './fetch.ts';
export type { Http, HttpRequest, HttpResponse } from './http.ts';
export { redact, secretsOf } from './redact.ts';
export { choice, flag, isShown, json, optionalText, setting, shownAreGiven, text } from './setting.ts';

/** Every destination that works in a browser, in the order of the page. */
export const destinations: readonly Destination[] = [tinybird, ably, awsSns, httpEndpoint, log];

/** The destination of this `name` (`AWSSNS`) or `command` (`aws-sns`); undefined when there is none. */
export const findDestination = (name: string): Destination | undefined =>
  destinations.find((each) => each.name === name || each.command === name);
