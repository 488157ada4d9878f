import { deflateRawSync } from 'node:zlib';
import { parseSchema } from '@catbird/core';

/** Whether a block is a valid schema, and not a row or a config. */
export function isSchema(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    const fields: unknown[] = Object.entries(value).flatMap(([name, field]) =>
      name === '$entities' || name === '$locale' ? [] : [field],
    );
    const isField = (field: unknown) =>
      typeof field === 'object' && field !== null && ('type' in field || 'value' in field);
    return fields.length > 0 && fields.every(isField) && parseSchema(text).ok;
  } catch {
    // Not JSON, such as several rows or an excerpt.
    return false;
  }
}

/** The query that opens a schema in the page, in the format of the page's own links (`apps/web/src/link/compress.ts`). */
export function schemaQuery(text: string): string {
  const schema = `z1.${deflateRawSync(text).toString('base64url')}`;
  return `?${new URLSearchParams({ template: 'Custom', schema, seed: '42' }).toString()}`;
}
