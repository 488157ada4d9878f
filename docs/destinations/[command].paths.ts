import { destinationPage } from '../../apps/docs/site/destinations.ts';
import { destinations } from '../../packages/cli/src/destinations/list.ts';

/** One page per destination, generated from its declarations. */
export default {
  paths: () =>
    destinations.map(({ command }) => ({ params: { command }, content: destinationPage(command) })),
};
