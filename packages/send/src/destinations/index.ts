import type { Destination } from './destination.ts';
import { firstDestinations, type FirstSettings } from './first.ts';
import { laterDestinations, type LaterSettings } from './later.ts';

/** The destinations that work in a browser, in the order of the page. */
export const destinations: readonly Destination[] = [...firstDestinations, ...laterDestinations];

/** The settings of each destination that works in a browser, by its name. */
export interface DestinationSettings extends FirstSettings, LaterSettings {}

/** The destination with this `name` (`AWSSNS`) or `command` (`aws-sns`); undefined if there is none. */
export const findDestination = (name: string): Destination | undefined =>
  destinations.find((each) => each.name === name || each.command === name);
