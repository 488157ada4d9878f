import * as z from 'zod/mini';
import { bounds } from '../../model/bounds.ts';
import { anyOf, kindOfValue, listOf, orNull, unite } from '../../model/kind.ts';
import { weightedShares } from '../analysis/value-space.ts';
import type { GeneratorType } from '../generator.ts';
import { constant, literal } from '../kernels/choice/choice.ts';
import { concat } from '../kernels/structure/object.ts';
import { objectOf } from '../kernels/structure/list.ts';
import { byWeight, variants } from '../kernels/structure/variants.ts';
import { above, described, extentOf, noParams, optional, required } from './params.ts';

interface MapParams {
  readonly size?: number | { readonly min: number; readonly max: number };
}

const spec = (description: string) => described(z.unknown(), description);
const most = z.lte(bounds.count);

/** Objects whose keys are drawn, and lists whose elements differ by position. */
export const mapTypes: readonly GeneratorType[] = [
  {
    name: 'catbird.map',
    summary: 'An object with drawn keys: each key once, with a value of its own',
    params: required({
      key: spec('A field spec for the keys: texts or numbers'),
      value: spec('A field spec for the values'),
      size: optional(
        z.union([
          z.int().check(z.gte(0), most),
          z.strictObject({ min: z.int().check(z.gte(0)), max: z.int().check(most) }),
        ]),
        'Number of members, or {"min", "max"}. Fewer if there are too few different keys. Default 3',
      ),
    }),
    example: {
      key: { type: 'location.countryCode' },
      value: { type: 'number.int', params: { min: 1, max: 99 } },
      size: { min: 1, max: 3 },
    },
    kind(_, { specs: [, value] }) {
      if (value === undefined) return { is: 'map', of: { is: 'any' } };
      // A value that is missing is null.
      return { is: 'map', of: value.optional === true ? orNull(value.kind) : value.kind };
    },
    specs: ([given]) => {
      const keys = Object.keys(given ?? {});
      return ['key', 'value'].filter((key) => keys.includes(key)).map((key) => [0, key]);
    },
    exampleSchema: {
      visits: {
        type: 'catbird.map',
        params: {
          key: { type: 'location.countryCode' },
          value: { type: 'number.int', params: { min: 1, max: 99 } },
          size: { min: 1, max: 3 },
        },
      },
    },
    compile([given], scope) {
      const { size = 3 } = given as MapParams;
      const extent = extentOf(size);
      if (extent === undefined) throw new Error('size max must be at least min');
      const pair = concat([
        scope.spec(0, { path: `${scope.path}\nkey`, lead: '[' }),
        scope.spec(1, { path: `${scope.path}\nvalue`, lead: ',' }),
        literal(']'),
      ]);
      return objectOf(extent, scope, pair);
    },
  },
  {
    name: 'catbird.list',
    summary: 'A list whose elements have field specs of their own, by position',
    params: z.array(spec('A field spec')).check(z.minLength(1)),
    example: [{ type: 'location.longitude' }, { type: 'location.latitude' }],
    kind: (_, { specs }) => listOf(unite(specs.map((each) => orNull(each.kind)))),
    specs: (args) => args.map((_, i) => [i]),
    exampleSchema: {
      ring: {
        type: 'catbird.list',
        params: [{ type: 'location.longitude' }, { type: 'location.latitude' }],
        count: { min: 2, max: 3 },
      },
    },
    compile: (args, scope) =>
      concat([
        literal(`${scope.lead}[`),
        ...args.map((_, i) => scope.spec(i, { path: `${scope.path}\n${i}`, lead: i === 0 ? '' : ',' })),
        literal(']'),
      ]),
  },
];

/** An item of `oneOf`. */
interface Variant {
  readonly weight?: number;
  readonly value?: unknown;
  readonly field?: unknown;
}

/** When parsed leniently, an item with neither value nor field is null, and `field` wins over `value`. */
const variant = z
  .strictObject({
    weight: above(0, 'Weight relative to the other items. Default 1'),
    value: optional(z.unknown(), 'A constant'),
    field: optional(z.unknown(), 'A field spec that generates the value'),
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
