import * as z from 'zod/mini';
import type { GeneratorType } from '../generators/generator.ts';

/** A param of a generator type. */
export interface Param {
  readonly name: string;
  /** What it does. Undefined if its name says it. */
  readonly description: string | undefined;
}

/** The params of a generator type that its first argument has, in their order. Empty if it takes none by name. */
export function paramsOf({ params }: Pick<GeneratorType, 'params'>): readonly Param[] {
  const def = defOf(params);
  const first = def.type === 'array' ? def.element : def.type === 'tuple' ? def.items[0] : undefined;
  const byName = new Map(shapesIn(first).flatMap((shape) => Object.entries(shape)));
  return Array.from(byName, ([name, schema]) => ({ name, description: descriptionOf(schema) }));
}

const defOf = (schema: z.core.$ZodType): z.core.$ZodTypes['_zod']['def'] =>
  // The base type of zod schemas is not a discriminated union.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  (schema as z.core.$ZodTypes)._zod.def;

/** The members of each alternative that is an object. */
function shapesIn(schema: z.core.$ZodType | undefined): readonly z.core.$ZodShape[] {
  const def = schema && defOf(schema);
  if (def?.type === 'union') return def.options.flatMap(shapesIn);
  return def?.type === 'object' ? [def.shape] : [];
}

function descriptionOf(schema: z.core.$ZodType): string | undefined {
  const def = defOf(schema);
  const own = z.globalRegistry.get(schema)?.description;
  return own ?? (def.type === 'optional' ? descriptionOf(def.innerType) : undefined);
}
