import type { Spec } from './decide/decision.ts';

/**
 * The texts that identify entities: a prefix and the entity's number. Where a field is named `number`, that would be the field; then each
 * entity has a text of its own.
 *
 * @param fields names of the entity's fields, with that of its key
 */
export const textKey = (prefix: string, fields: readonly string[]): Spec =>
  fields.includes('number')
    ? { type: 'helpers.fromRegExp', params: ['[0-9a-f]{16}'] }
    : { type: 'catbird.template', params: `${prefix}{{number}}` };
