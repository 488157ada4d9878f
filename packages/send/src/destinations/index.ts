import type { Destination } from './destination.ts';
import { firstDestinations } from './first.ts';
import { laterDestinations } from './later.ts';

/** The destinations that work in a browser, in the order of the page. */
export const destinations: readonly Destination[] = [...firstDestinations, ...laterDestinations];

/** The destination with this `name` (`AWSSNS`) or `command` (`aws-sns`); undefined if there is none. */
export const findDestination = (name: string): Destination | undefined =>
  destinations.find((each) => each.name === name || each.command === name);
