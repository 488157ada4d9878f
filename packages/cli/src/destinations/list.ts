import { destinations as inBrowsers, type Destination, routedDestinations } from '@catbird/send';
import { inOrder } from '@catbird/stream';
import * as onNode from './entry.ts';
import { withGzip, withBody } from './http-body.ts';

/** What browser destinations have on Node besides. */
const MORE: Readonly<Record<string, (destination: Destination) => Destination>> = {
  http: (destination) => withGzip(withBody(destination)),
  tinybird: withGzip,
};

/** All destinations of the command line: the browser's, and those that need Node. */
export const destinations: readonly Destination[] = inOrder([
  ...inBrowsers
    .map((each) => routedDestinations.find(({ name }) => name === each.name) ?? each)
    .map((each) => MORE[each.command]?.(each) ?? each),
  ...Object.values(onNode),
]);
