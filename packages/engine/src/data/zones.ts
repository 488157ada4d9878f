import { suggestion } from '../model/suggestion.ts';
import type { Zone } from '../model/zone.ts';

type Lines = Readonly<Record<string, string>>;

/** The table once it is loaded. Most streams have no zone. */
const loaded: { zones?: Lines } = {};

/** Loads the table of time zones, if a setting names one. Called before `findZone`, and before settings with a zone are read. */
export async function loadZones(zone: unknown): Promise<void> {
  if (zone !== undefined) loaded.zones ??= (await import('./zones.json', { with: { type: 'json' } })).default;
}

/**
 * A zone by its name, or by another name of it; undefined if there is none.
 *
 * @throws Error if the table is not loaded
 */
export function findZone(name: string): Zone | undefined {
  const zones = table();
  const found = Object.hasOwn(zones, name) ? zones[name] : undefined;
  if (found === undefined) return undefined;
  return { name, line: found.includes('|') ? found : (zones[found] ?? '') };
}

/** The name that is meant by one that is unknown: the nearest, or that of a city. */
export function nearestZone(name: string): string | undefined {
  const names = Object.keys(table());
  const city = `/${name.trim().replaceAll(/\s+/g, '_').toLowerCase()}`;
  return names.find((each) => each.toLowerCase().endsWith(city)) ?? suggestion(name, names);
}

function table(): Lines {
  if (loaded.zones === undefined)
    throw new Error('Time zones are not loaded. Call `await loadZones(zone)` first');
  return loaded.zones;
}
