import type { SchemaResult } from './findings.ts';
import { type ParseOptions, parseWithKnown } from './read-text.ts';

/**
 * Parses a schema as `parseSchema` does. Loads the generator types that are not known only if the schema needs them, or has a
 * mistake, whose hints name types.
 *
 * @throws Error if `types` holds a type that `defineType` rejects, or two with the same name
 */
export async function loadSchema(text: string, options: ParseOptions = {}): Promise<SchemaResult> {
  const parsed = parseWithKnown(text, options);
  // Incidents add fields of other types.
  if (parsed.ok && (options.incidents ?? []).length === 0) return parsed;
  const { knowAllTypes } = await import('../generators/catalogue.ts');
  knowAllTypes();
  return parseWithKnown(text, options);
}
