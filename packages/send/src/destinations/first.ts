import { ably } from './ably.ts';
import { awsSns } from './aws-sns.ts';
import type { Destination } from './destination.ts';
import { httpEndpoint } from './http-endpoint.ts';
import { log } from './log.ts';
import { tinybird } from './tinybird.ts';

/** The destinations that the page shows at once. */
export const firstDestinations: readonly Destination[] = [tinybird, ably, awsSns, httpEndpoint, log];
