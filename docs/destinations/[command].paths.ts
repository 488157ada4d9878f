import { destinationPage } from '../../apps/docs/site/destinations.ts';
import { destinations } from '../../packages/cli/src/destinations/list.ts';

/** A page for each destination; VitePress makes them from what the destinations declare. */
export default {
  paths: () =>
    destinations.map(({ command }) => ({ params: { command }, content: destinationPage(command) })),
};
