/** Keys of a schema that are no fields. */
const SETTINGS: ReadonlySet<string> = new Set(['$entities', '$locale']);

/** Number of fields in a schema text; undefined if it is not a JSON object. */
export function fieldCount(content: string): number | undefined {
  try {
    const schema: unknown = JSON.parse(content);
    return typeof schema === 'object' && schema !== null && !Array.isArray(schema)
      ? Object.keys(schema).filter((name) => !SETTINGS.has(name)).length
      : undefined;
  } catch {
    // The editor marks the error.
    return undefined;
  }
}

/** `1 field`, `1,234 fields`. */
export const fieldsText = (fields: number): string =>
  fields === 1 ? '1 field' : `${fields.toLocaleString('en-US')} fields`;
