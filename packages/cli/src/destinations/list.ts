import { destinations as inBrowsers, type Destination } from '@catbird/core/destinations';

const ORDER = ['log', 'http', 'tinybird', 'ably', 'aws-sns'];

/** Every destination of the command line, in the order of help. */
export const destinations: readonly Destination[] = [...inBrowsers].sort(
  (a, b) => ORDER.indexOf(a.command) - ORDER.indexOf(b.command),
);
