import type * as z from 'zod/mini';
import { suggestion } from '../model/suggestion.ts';

/** Keys for notes to people: allowed in every field spec and in params, without effect. */
export const ANNOTATIONS: readonly string[] = ['$comment', 'description'];

/** Keys that are notes instead of fields if their value is a string. */
export const TEXT_NOTES: readonly string[] = ['$schema', '$comment'];

/** The key at the top of a schema that declares its entities. */
export const ENTITIES = '$entities';

/** The key at the top of a schema, and of an entity, that sets the locale of its fields. */
export const LOCALE = '$locale';

/** The key of a field that sets its own locale. */
export const OWN_LOCALE = 'locale';

/** Keys at the top of a schema that are no fields. */
export const RESERVED: readonly string[] = [ENTITIES, LOCALE];

/** The keys that a zod schema declares at a path, for all alternatives in order. */
export function keysAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): readonly string[] {
  // The base type of zod schemas is not a discriminated union.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'optional') return keysAt(def.innerType, path);
  if (def.type === 'union') return [...new Set(def.options.flatMap((option) => keysAt(option, path)))];
  const [key, ...rest] = path;
  if (key === undefined) return def.type === 'object' ? Object.keys(def.shape) : [];
  const member = memberAt(def, key);
  return member === undefined ? [] : keysAt(member, rest);
}

/** The schema of a member or an element. */
function memberAt(def: z.core.$ZodTypes['_zod']['def'], key: PropertyKey): z.core.$ZodType | undefined {
  switch (def.type) {
    case 'array':
      return def.element;
    case 'record':
      return def.valueType;
    case 'tuple':
      return def.items[Number(key)];
    case 'object':
      return Object.hasOwn(def.shape, key) ? def.shape[String(key)] : undefined;
    default:
      return undefined;
  }
}

/** Keys of a field, which are no params. */
const FIELD_KEYS: readonly string[] = [
  'count',
  'per',
  'nulls',
  'missing',
  'if',
  'hidden',
  'unique',
  OWN_LOCALE,
];

/** A hint for an unknown key. */
export function unknownKeyHint(key: string, known: readonly string[], noun: string): string {
  if (noun === 'params' && FIELD_KEYS.includes(key)) return `Move ${key} out of params, beside type`;
  const meant = suggestion(key, known);
  if (meant !== undefined) return `Did you mean ${meant}?`;
  return known.length === 0 ? 'Remove it' : `Valid ${noun}: ${known.join(', ')}`;
}
