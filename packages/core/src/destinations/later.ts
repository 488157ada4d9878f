import type { Destination } from './destination.ts';

/** Destinations that work in a browser, too, and that the page loads when they are wanted. In the order of the page. */
export const laterDestinations: readonly Destination[] = [];
