import { knowAllTypes } from '../generators/catalogue.ts';
import { type EntitiesResult, newFindings, type SchemaResult } from './findings.ts';
import { type ParseOptions, parseWithKnown, readText } from './read-text.ts';
import { readShared } from './root.ts';

export type { ParseOptions };

/**
 * Parses and checks a schema text. Returns all issues at once, each with its place and a hint. Runs every field's generator once
 * with its params, so a returned schema is known to work. Never throws on invalid input.
 *
 * @param text a JSON object that maps field names to `{type, params?, count?}`; at most 256 KiB, 2,000 fields, rows of 1 MiB
 * @throws Error if `types` holds a type that `defineType` rejects, or two with the same name
 */
export function parseSchema(text: string, options: ParseOptions = {}): SchemaResult {
  knowAllTypes();
  return parseWithKnown(text, options);
}

/**
 * Parses and checks entities that several schemas share: what a schema has under `$entities`. Never throws on invalid input.
 *
 * @param text a JSON object that maps names to entities
 */
export function parseEntities(text: string, options: ParseOptions = {}): EntitiesResult {
  knowAllTypes();
  const findings = newFindings(text);
  const entities = readText(text, findings, options, readShared);
  const issues = findings.all();
  const hasErrors = issues.some(({ severity }) => severity === 'error');
  if (entities === undefined || hasErrors) return { ok: false, issues };
  return { ok: true, entities, notes: issues };
}
