import { z } from 'zod/mini';
import { anyOf, kindOfValue } from '../../model/kind.ts';
import type { GeneratorType } from '../generator.ts';
import { constant } from '../kernels/choice/choice.ts';
import { byWeight, variants } from '../kernels/structure/variants.ts';
import { noParams } from './params.ts';
import { weightedShares } from '../analysis/shares.ts';

/** An item of `oneOf`. */
interface Variant {
  readonly weight?: number;
  readonly value?: unknown;
  readonly field?: unknown;
}

/** When parsed leniently, an item with neither value nor field is null, and `field` wins over `value`. */
const variant = z
  .strictObject({
    weight: z.optional(
      z.number().check(z.gt(0), z.describe('Weight relative to the other items. Default 1')),
    ),
    value: z.optional(z.unknown().check(z.describe('A constant'))),
    field: z.optional(z.unknown().check(z.describe('A field spec that generates the value'))),
  })
  .check(
    z.refine(({ value, field }) => value === undefined || field === undefined, {
      error: 'An item cannot have both a value and a field',
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

/** Types that contain other fields. */
export const structureTypes: readonly GeneratorType[] = [
  {
    name: 'object',
    summary: 'A nested object with its own fields',
    params: noParams,
    object: true,
    exampleSchema: {
      address: {
        type: 'object',
        fields: { city: { type: 'location.city' }, zip: { type: 'location.zipCode' } },
      },
    },
    compile() {
      throw new Error('Missing fields');
    },
  },
  {
    name: 'oneOf',
    summary: 'One of several values or field specs, chosen by weight',
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
    kind: (args, { specs }) => {
      const items = isVariants(args) ? args[0] : [];
      let spec = 0;
      const made = items.map(({ value, field }) =>
        field === undefined ? { kind: kindOfValue(value) } : specs[spec++],
      );
      return anyOf(made.filter((each) => each !== undefined));
    },
    shares: (args) =>
      isVariants(args)
        ? weightedShares(
            args[0].map(({ weight, value, field }) => ({ weight, value: field === undefined ? value : {} })),
          )
        : [],
    compile([list], scope) {
      const items = list as readonly Variant[];
      const [only] = items;
      if (items.length === 1 && only?.field === undefined) return constant(only?.value, scope.lead);
      let spec = 0;
      const cells = items.map(({ value, field }) =>
        field === undefined
          ? constant(value, scope.lead)
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
