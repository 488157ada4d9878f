import { posix } from 'node:path';
import { destinationList, destinationPage, formatTable, receivedList } from './destinations.ts';
import { withInstallation } from './installation.ts';
import { withOptions } from './options.ts';

/** What stands for lists of destinations in a page. */
const LISTS: readonly (readonly [marker: string, list: () => string])[] = [
  ['<!-- destinations -->', destinationList],
  ['<!-- received -->', receivedList],
  ['<!-- formats of destinations -->', formatTable],
];

/**
 * The text of a page with all that follows from the code: tables of options, lists of destinations, and the settings and limits of one.
 *
 * @param file its path in the repository: `docs/cli/run.md`
 */
export function completed(file: string, markdown: string): string {
  const text = LISTS.reduce(
    (made, [marker, list]) => made.replace(marker, list),
    withOptions(withInstallation(markdown)),
  );
  return posix.dirname(file) === 'docs/destinations'
    ? destinationPage(posix.basename(file, '.md'), text)
    : text;
}
