import { ably, type AblySettings } from './ably.ts';
import { awsSns, type SnsSettings } from './aws-sns.ts';
import type { Destination } from './destination.ts';
import { httpEndpoint, type HttpSettings } from './http-endpoint.ts';
import { log } from './log.ts';
import { tinybird, type TinybirdSettings } from './tinybird.ts';

/** The destinations that the page shows at once. */
export const firstDestinations: readonly Destination[] = [tinybird, ably, awsSns, httpEndpoint, log];

/** The settings of each, by its name. */
export interface FirstSettings {
  readonly tinybird: TinybirdSettings;
  readonly ably: AblySettings;
  readonly 'aws-sns': SnsSettings;
  readonly http: HttpSettings;
  readonly log: Readonly<Record<string, never>>;
}
