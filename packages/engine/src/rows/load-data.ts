import { loadResources } from '../data/store.ts';
import { resourcesOf } from '../generators/analysis/resources.ts';
import type { Schema } from '../model/schema.ts';

/**
 * Loads what a schema needs: cities, locales, tables, and the library of regular expressions. `compile` throws without them.
 * Schemas that need none take no time, and data is loaded once.
 *
 * @throws Error if a file cannot be loaded
 */
export async function loadData(schema: Schema): Promise<void> {
  await loadResources(resourcesOf(schema));
}
