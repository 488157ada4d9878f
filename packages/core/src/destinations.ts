export { destinations, findDestination } from './destinations/index.ts';
export { parseConfig, type ConfigResult } from './destinations/config.ts';
export type {
  Connection,
  Destination,
  DestinationEnv,
  Receipt,
  RequestLimits,
} from './destinations/destination.ts';
export { DeliveryError, type DeliveryErrorKind } from './destinations/error.ts';
export { kindOfStatus } from './destinations/response.ts';
export { fetchHttp } from './destinations/fetch.ts';
