import { firstDestinations, type Destination } from '@catbird/core/internal/destinations';

/** The destinations of the page, in its order. */
export const destinations: readonly Destination[] = firstDestinations;

/** The destination with this `name` (`AWSSNS`) or `command` (`aws-sns`); undefined if there is none. */
export const findDestination = (name: string): Destination | undefined =>
  destinations.find((each) => each.name === name || each.command === name);
