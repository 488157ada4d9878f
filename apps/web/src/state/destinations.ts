import { firstDestinations, type Destination } from '@catbird/send';
import { CUSTOM, findTemplate, loadTemplates } from './templates.ts';

/** The destinations that load later, once they have. Most links name none of them, and the page opens sooner without. */
const loaded: { later: readonly Destination[] } = { later: [] };

/** Loads the other destinations. Called before a form or a link may name one. */
export async function loadLater(): Promise<void> {
  if (loaded.later.length === 0) loaded.later = (await import('./later-destinations.ts')).laterDestinations;
}

/** Loads the other destinations, or the templates, if one of these queries names one that is not known so far. */
export async function loadNamed(...searches: readonly string[]): Promise<void> {
  const lacks = (param: string, find: (name: string) => unknown): boolean =>
    searches.some((search) => {
      const name = new URLSearchParams(search).get(param) ?? '';
      return name !== '' && name !== CUSTOM && find(name) === undefined;
    });
  await Promise.all([
    lacks('generatorName', findDestination) && loadLater(),
    lacks('template', findTemplate) && loadTemplates(),
  ]);
}

/** The destinations of the page that are known so far, in its order. */
export const knownDestinations = (): readonly Destination[] => [...firstDestinations, ...loaded.later];

/** The destination with this `name` (`AWSSNS`) or `command` (`aws-sns`); undefined if none is known so far. */
export const findDestination = (name: string): Destination | undefined =>
  knownDestinations().find((each) => each.name === name || each.command === name);
