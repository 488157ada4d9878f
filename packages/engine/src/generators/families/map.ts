import { z } from 'zod/mini';
import { listOf, orNull, unite } from '../../model/kind.ts';
import type { GeneratorType } from '../generator.ts';
import { literal } from '../kernels/choice/choice.ts';
import { concat } from '../kernels/structure/concat.ts';
import { extentOf, required } from './params.ts';
import { objectOf } from '../kernels/structure/list.ts';
import { bounds } from '../../model/bounds.ts';

interface MapParams {
  readonly size?: number | { readonly min: number; readonly max: number };
}

const spec = (description: string) => z.unknown().check(z.describe(description));
const most = z.lte(bounds.count);

/** Objects whose keys are drawn, and lists whose elements differ by position. */
export const mapTypes: readonly GeneratorType[] = [
  {
    name: 'catbird.map',
    summary: 'An object with drawn keys: each key once, with a value of its own',
    params: required({
      key: spec('A field spec for the keys: texts or numbers'),
      value: spec('A field spec for the values'),
      size: z.optional(
        z
          .union([
            z.int().check(z.gte(0), most),
            z.strictObject({ min: z.int().check(z.gte(0)), max: z.int().check(most) }),
          ])
          .check(
            z.describe(
              'Number of members, or {"min", "max"}. Fewer if there are too few different keys. Default 3',
            ),
          ),
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
