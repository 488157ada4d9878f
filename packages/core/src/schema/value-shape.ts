import * as z from 'zod/mini';

/**
 * What a value can be, as far as a form needs to know.
 *
 * - `number`: a number from `min` to `max`, inclusive; `isWhole`: without decimals
 * - `extent`: a number, or a range `{"min": 1, "max": 5}`
 * - `choice`: one of these texts
 * - `list`: a list of any values, `texts` one of texts
 * - `weighted`: a list of `{"weight": 3, "value": "a"}`
 * - `field`: the name of another field
 * - `other`: anything else
 */
export type ValueShape =
  | {
      readonly kind: 'number';
      readonly isWhole?: boolean;
      readonly min?: number;
      readonly max?: number;
    }
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | {
      readonly kind: 'text' | 'boolean' | 'extent' | 'list' | 'texts' | 'weighted' | 'field' | 'other';
    };

type Def = z.core.$ZodTypes['_zod']['def'];

const OTHER: ValueShape = { kind: 'other' };

/** The definition of a zod schema. */
export const defOf = (schema: z.core.$ZodType): Def =>
  // The base type of zod schemas is not a discriminated union.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  (schema as z.core.$ZodTypes)._zod.def;

/** The shape of the values that a schema accepts. */
export function shapeOf(schema: z.core.$ZodType): ValueShape {
  const def = defOf(schema);
  switch (def.type) {
    case 'optional':
      return shapeOf(def.innerType);
    case 'number':
      return numberShape(schema, def);
    case 'string':
      return { kind: 'text' };
    case 'boolean':
      return { kind: 'boolean' };
    case 'enum':
      return { kind: 'choice', values: Object.values(def.entries).map(String) };
    case 'array':
      return listShape(def.element);
    case 'union':
      return unionShape(def.options);
    default:
      return OTHER;
  }
}

/** Bounds beyond this are those of whole numbers in general. */
const MAX_BOUND = Number.MAX_SAFE_INTEGER;

function numberShape(schema: z.core.$ZodType, def: Def): ValueShape {
  const { minimum, maximum } = (schema as { _zod: { bag: Readonly<Record<string, unknown>> } })._zod.bag;
  return {
    kind: 'number',
    ...('format' in def && { isWhole: true }),
    ...(typeof minimum === 'number' && minimum > -MAX_BOUND && { min: minimum }),
    ...(typeof maximum === 'number' && maximum < MAX_BOUND && { max: maximum }),
  };
}

function listShape(element: z.core.$ZodType): ValueShape {
  const def = defOf(element);
  if (def.type === 'unknown') return { kind: 'list' };
  if (def.type === 'string') return { kind: 'texts' };
  const keys = def.type === 'object' ? Object.keys(def.shape).toSorted() : [];
  return keys.join(' ') === 'value weight' ? { kind: 'weighted' } : OTHER;
}

/** A number or a range of numbers is an extent. Other alternatives have no form in common. */
function unionShape(options: readonly z.core.$ZodType[]): ValueShape {
  const [first, second, ...rest] = options;
  if (first === undefined || second === undefined || rest.length > 0) return OTHER;
  const def = defOf(second);
  const keys = def.type === 'object' ? Object.keys(def.shape).toSorted() : [];
  return defOf(first).type === 'number' && keys.join(' ') === 'max min' ? { kind: 'extent' } : OTHER;
}
