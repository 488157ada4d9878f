import { z } from 'zod/mini';
import type { GeneratorType } from './generator.ts';
import { constant } from './kernels/choice/choice.ts';
import { jsonText } from './kernels/engine/json.ts';
import { pool } from './kernels/engine/pool.ts';
import { byWeight, variants } from './kernels/structure/variants.ts';
import { noParams } from './params.ts';

/** One of the variants of `oneOf`. */
interface Variant {
  readonly weight?: number;
  readonly value?: unknown;
  readonly field?: unknown;
}

/** An item with neither is null, and one with both is its field: what it says besides means nothing. */
const variant = z
  .strictObject({
    weight: z.optional(z.number().check(z.gt(0), z.describe('Share of the total. Default 1'))),
    value: z.optional(z.unknown().check(z.describe('A value as it is'))),
    field: z.optional(z.unknown().check(z.describe('A field spec, whose value is made'))),
  })
  .check(
    z.refine(({ value, field }) => value === undefined || field === undefined, {
      error: 'value has no effect beside field',
      path: ['value'],
      params: { hint: 'Remove one of them' },
    }),
    z.refine(({ value, field }) => value !== undefined || field !== undefined, {
      error: 'An item needs a value or a field',
      params: { hint: 'Write {"value": …} or {"field": {"type": …}}' },
    }),
  );

const isVariants = (args: readonly unknown[]): args is readonly [readonly Variant[]] =>
  Array.isArray(args[0]) && args[0].every((item) => typeof item === 'object' && item !== null);

/** Types that hold other fields. */
export const structureTypes: readonly GeneratorType[] = [
  {
    name: 'object',
    summary: 'An object with fields of its own, to any depth',
    params: noParams,
    object: true,
    exampleSchema: {
      address: {
        type: 'object',
        fields: { city: { type: 'location.city' }, zip: { type: 'location.zipCode' } },
      },
    },
    compile() {
      throw new Error('An object needs fields');
    },
  },
  {
    name: 'oneOf',
    summary: 'One of several values or fields, by weight',
    params: z.array(z.array(variant).check(z.minLength(1))).check(z.length(1)),
    direct: 'list',
    example: [
      { weight: 9, value: null },
      { weight: 1, field: { type: 'lorem.sentence' } },
    ],
    exampleSchema: {
      note: {
        type: 'oneOf',
        params: [
          { weight: 9, value: null },
          { weight: 1, field: { type: 'lorem.sentence' } },
        ],
      },
    },
    specs: (args) =>
      isVariants(args)
        ? args[0].flatMap(({ field }, i) => (field === undefined ? [] : [[0, i, 'field']]))
        : [],
    compile([list], scope) {
      const items = list as readonly Variant[];
      let spec = 0;
      const cells = items.map(({ value, field }) =>
        field === undefined
          ? constant(pool([scope.lead + jsonText(value)]))
          : scope.spec(spec++, { path: `${scope.path}\n${spec}`, lead: scope.lead }),
      );
      return variants(
        cells,
        byWeight(
          items.map(({ weight = 1 }) => weight),
          scope,
        ),
      );
    },
  },
];
