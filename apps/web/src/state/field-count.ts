import { isObject, jsonOf } from '@catbird/engine';
/** Keys of a schema that are no fields. */
const SETTINGS: ReadonlySet<string> = new Set(['$entities', '$locale']);

/** Number of fields in a schema text; undefined if it is not a JSON object. */
export function fieldCount(content: string): number | undefined {
  const schema = jsonOf(content);
  return isObject(schema) ? Object.keys(schema).filter((name) => !SETTINGS.has(name)).length : undefined;
}

/** `1 field`, `1,234 fields`. */
export const fieldsText = (fields: number): string =>
  fields === 1 ? '1 field' : `${fields.toLocaleString('en-US')} fields`;
