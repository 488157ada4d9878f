import type { z } from 'zod/mini';
import { suggestion } from '../model/suggestion.ts';

/** Keys for notes to people: allowed in every field spec and in params, without effect. */
export const ANNOTATIONS: readonly string[] = ['$comment', 'description'];

/** Keys that are notes instead of fields if their value is a string. */
export const TEXT_NOTES: readonly string[] = ['$schema', '$comment'];

/** The keys that a zod schema declares at a path, for all alternatives in order. */
export function keysAt(schema: z.core.$ZodType, [key, ...rest]: readonly PropertyKey[]): readonly string[] {
  // The base type of zod schemas is not a discriminated union.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
      return keysAt(def.innerType, key === undefined ? [] : [key, ...rest]);
    case 'union': {
      const path = key === undefined ? [] : [key, ...rest];
      return [...new Set(def.options.flatMap((option) => keysAt(option, path)))];
    }
    case 'array':
      return key === undefined ? [] : keysAt(def.element, rest);
    case 'record':
      return key === undefined ? [] : keysAt(def.valueType, rest);
    case 'tuple': {
      const item = def.items[Number(key)];
      return item === undefined ? [] : keysAt(item, rest);
    }
    case 'object': {
      if (key === undefined) return Object.keys(def.shape);
      const name = String(key);
      const member = Object.hasOwn(def.shape, name) ? def.shape[name] : undefined;
      return member === undefined ? [] : keysAt(member, rest);
    }
    default:
      return [];
  }
}

/** A hint for an unknown key. */
export function unknownKeyHint(key: string, known: readonly string[], noun: string): string {
  const meant = suggestion(key, known);
  if (meant !== undefined) return `Did you mean ${meant}?`;
  return known.length === 0 ? 'Remove it' : `Valid ${noun}: ${known.join(', ')}`;
}
