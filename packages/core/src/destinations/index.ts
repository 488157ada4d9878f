import { ably } from './ably.ts';
import { awsSns } from './aws-sns.ts';
import type { Destination } from './destination.ts';
import { httpEndpoint } from './http-endpoint.ts';
import { log } from './log.ts';
import { tinybird } from './tinybird.ts';

/** The destinations that work in a browser, in the order of the page. */
export const destinations: readonly Destination[] = [tinybird, ably, awsSns, httpEndpoint, log];

/** The destination with this `name` (`AWSSNS`) or `command` (`aws-sns`); undefined if there is none. */
export const findDestination = (name: string): Destination | undefined =>
  destinations.find((each) => each.name === name || each.command === name);
