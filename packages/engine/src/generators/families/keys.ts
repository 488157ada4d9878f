import * as z from 'zod/mini';
import { orNull } from '../../model/kind.ts';
import type { Entity } from '../../model/schema.ts';
import { parseDuration } from '../../time/duration.ts';
import { expressionReferences } from '../expression/condition.ts';
import { MAX_CHARACTERS } from '../expression/parse.ts';
import { expressionResources } from '../expression/regex-functions.ts';
import type { ArgumentFault, GeneratorType } from '../generator.ts';
import { drawKey } from '../../numeric/random.ts';
import { readKeyPattern, roomOf } from '../kernels/text/key-pattern.ts';
import type { Scope } from '../scope.ts';
import { drawnEntity } from '../kernels/relation/entity.ts';
import { poolKey } from '../kernels/relation/identifier.ts';
import { newNumberDraw, type Pool, type Skew } from '../kernels/relation/skew.ts';
import { existingOf, numberedCell, numberFaults } from '../compile/numbered-entity.ts';
import { described, duration, nonEmpty, optional, required, text } from './params.ts';

type GivenSkew =
  | 'uniform'
  | 'turns'
  | 'inOrder'
  | 'shuffled'
  | { readonly zipf: number }
  | { readonly hot: { readonly keys: number; readonly rows: number } }
  | { readonly weights: readonly number[] };

/** Entities that were created a duration ago, on average. */
interface Recent {
  readonly recent: string;
}

interface KeyParams {
  readonly name: string;
  readonly size: number;
  readonly form?: 'integer' | 'uuid' | 'text' | 'pattern';
  readonly prefix?: string;
  readonly pattern?: string | readonly string[];
  readonly skew?: GivenSkew;
  readonly grow?: { readonly from: number; readonly perRow: number };
}

interface EntityParams {
  readonly of: string;
  readonly skew?: GivenSkew | Recent;
  readonly number?: string;
}

function skewOf(skew: GivenSkew = 'uniform'): Skew {
  if (typeof skew === 'string') return { kind: skew };
  if ('zipf' in skew) return { kind: 'zipf', exponent: skew.zipf };
  return 'hot' in skew ? { kind: 'hot', ...skew.hot } : { kind: 'weights', weights: skew.weights };
}

/** How often each entity is drawn. @throws Error if none is newer than others */
function entitySkewOf({ name, grow }: Entity, skew: EntityParams['skew']): Skew {
  if (typeof skew !== 'object' || !('recent' in skew)) return skewOf(skew);
  if (grow === undefined)
    throw new Error(
      `No ${name} is newer than others, because ${name} does not grow. Set grow, or use another skew`,
    );
  return { kind: 'recent', newer: ((parseDuration(skew.recent) ?? NaN) * grow.perSecond) / 1000 };
}

/** The entities that can be drawn. @throws Error if some would be drawn before they exist */
function poolOf(entity: Entity, skew: Skew, { isTimeless, per }: Scope): Pool {
  const { name, size, grow } = entity;
  if (grow === undefined) return { name, size, skew, isScattered: true };
  if (skew.kind === 'turns' || skew.kind === 'shuffled')
    throw new Error(
      `${name} grows, and ${skew.kind} would draw it before it exists. Use another skew, or remove grow`,
    );
  if (skew.kind === 'inOrder') {
    if (isTimeless || per !== undefined) throw new Error(`inOrder draws ${name}, which grows, only in rows`);
    return { name, size, skew, isScattered: true };
  }
  if (grow.from === 0) throw new Error(`No ${name} exists at the beginning. Set grow.from to at least 1`);
  if (per === 'fields')
    throw new Error(
      `${name} grows, and per would repeat it in rows from before it exists. Remove per or grow, or use the catbird.session of a journey with wait`,
    );
  return { name, size, skew, isScattered: false, grow: existingOf(entity, { isTimeless, per }) };
}

const share = (description: string) => described(z.number().check(z.gt(0), z.lte(1)), description);

const zipf = z.strictObject({
  zipf: described(z.number().check(z.gt(0), z.lte(10)), 'Exponent; 1 is like word frequencies in a language'),
});

const hot = z.strictObject({
  hot: z.strictObject({
    keys: share('Share of the keys'),
    rows: share('Share of the rows they get'),
  }),
});

const weights = z.strictObject({
  weights: described(
    z.array(z.number().check(z.gte(0))).check(z.minLength(1)),
    'One weight for each key, in order',
  ),
});

const recent = z.strictObject({
  recent: duration('Age of the drawn entities on average: their time since creation'),
});

const SKEWS =
  'uniform (default), {"zipf": 1.1}, {"hot": {"keys": 0.01, "rows": 0.5}}, {"weights": [5, 3, 1]}, or turns: row by row, in a shuffled order that repeats';

/** The number among the params of an entity, which may be invalid. */
const numberOf = (given: unknown): unknown => (given as Partial<EntityParams> | null | undefined)?.number;

/** What is wrong with the pattern of keys. */
function patternFaults({ form, pattern, size }: KeyParams): ArgumentFault[] {
  if (form !== 'pattern') {
    const text = 'pattern is for keys whose form is pattern';
    return pattern === undefined
      ? []
      : [{ path: [0, 'pattern'], text, hint: 'Set form to pattern', isKey: true }];
  }
  if (pattern === undefined)
    return [
      {
        path: [0, 'form'],
        text: 'The form pattern needs a pattern',
        hint: 'Add "pattern": "[A-Z]{2}[0-9]{4}"',
      },
    ];
  const all = [pattern].flat();
  const path = (n: number): PropertyKey[] =>
    typeof pattern === 'string' ? [0, 'pattern'] : [0, 'pattern', n];
  return all.flatMap((each, n) => {
    const positions = readKeyPattern(each);
    if (positions === undefined)
      return [
        {
          path: path(n),
          text: `${each} is no pattern of a fixed length`,
          hint: 'Use characters and classes such as [0-9a-f], each with a count such as {4} or not',
        },
      ];
    const room = roomOf(positions) * all.length;
    if (room >= size) return [];
    return [
      {
        path: path(n),
        text: `${each} has too few texts for ${size} keys`,
        hint: 'Make the pattern longer, or size smaller',
      },
    ];
  });
}

/** Types that draw keys, alone or with the entities that they identify. */
export const keyTypes: readonly GeneratorType[] = [
  {
    name: 'catbird.key',
    summary: 'A key from a shared pool: the same name and size give the same keys in every field and schema',
    params: required({
      name: described(nonEmpty, 'Pool name, such as user'),
      size: described(z.int().check(z.gte(1)), 'Number of keys in the pool'),
      form: optional(
        z.enum(['integer', 'uuid', 'text', 'pattern']),
        'integer from 1 (default), uuid, text (prefix and number), or pattern (texts of a pattern)',
      ),
      prefix: text('Prefix, if form is text. Default: the name and _'),
      pattern: optional(
        z.union([z.string(), z.array(z.string()).check(z.minLength(1))]),
        'Pattern, if form is pattern: characters and classes such as [0-9a-f], each with a count such as {4} or not. Of several patterns, keys take turns',
      ),
      skew: optional(z.union([z.enum(['uniform', 'turns']), zipf, hot, weights]), SKEWS),
      grow: optional(
        z.strictObject({
          from: described(z.int().check(z.gte(1)), 'Keys available at the first row'),
          perRow: described(z.number().check(z.gte(0)), 'New keys per row'),
        }),
        'Grow the pool up to its size, in order: key n is available from its row on, like number n of a parent’s catbird.sequence. With a skew, the oldest keys are the most frequent',
      ),
    }),
    example: { name: 'user', size: 10_000, form: 'text', prefix: 'u_', skew: { zipf: 1.1 } },
    kind([given]) {
      const { size, form = 'integer' } = given as KeyParams;
      if (form === 'integer') return { is: 'integer', min: 1, max: size };
      return { is: form === 'pattern' ? 'text' : form };
    },
    faults: ([given]) => patternFaults(given as KeyParams),
    pool([given]) {
      const { name, size } = given as KeyParams;
      return { name, size };
    },
    compile([given], scope) {
      const {
        name,
        size,
        form = 'integer',
        prefix = `${name}_`,
        pattern = [],
        skew,
        grow,
      } = given as KeyParams;
      const all = [pattern].flat().flatMap((each) => [readKeyPattern(each) ?? []]);
      const patterns = form === 'pattern' ? { all, key: drawKey(name, 0).key } : undefined;
      return poolKey({ name, size, form, prefix, patterns, skew: skewOf(skew), grow }, scope);
    },
  },
  {
    name: 'catbird.entity',
    summary:
      'The key of an entity drawn from those in $entities. Other fields read the entity by paths: product.price',
    params: required({
      of: described(nonEmpty, 'Name of the entity'),
      skew: optional(
        z.union([z.enum(['uniform', 'turns', 'shuffled', 'inOrder']), zipf, hot, weights, recent]),
        `${SKEWS}; shuffled: each once, in a shuffled order; inOrder: each once, in order; {"recent": "5m"}: of entities that grow, mostly the newest, created five minutes ago on average`,
      ),
      number: optional(
        z.string().check(z.minLength(1), z.maxLength(MAX_CHARACTERS)),
        'In place of a draw: an expression for the number of the entity, from 1 to its size. null where there is none',
      ),
    }),
    example: { of: 'product', skew: { zipf: 1.1 } },
    kind([given], { key }) {
      const { of, number } = given as EntityParams;
      // There may be no entity of that number.
      return number === undefined ? key(of) : orNull(key(of));
    },
    references: ([given]) => expressionReferences(numberOf(given), [0, 'number']),
    resources: ([given]) => expressionResources(numberOf(given)),
    faults: ([given]) => {
      const { number, skew } = given as EntityParams;
      if (number === undefined) return [];
      if (skew === undefined) return numberFaults(number);
      const text = 'skew is for entities that are drawn, and number says which one it is';
      return [{ path: [0, 'skew'], text, hint: 'Remove skew or number', isKey: true }];
    },
    exampleSchema: {
      $entities: {
        product: {
          size: 500,
          fields: {
            name: { type: 'commerce.productName' },
            price: { type: 'number.float', params: { min: 1, max: 200, fractionDigits: 2 } },
          },
        },
      },
      product: { type: 'catbird.entity', params: { of: 'product', skew: { zipf: 1.1 } } },
      title: { type: 'catbird.ref', params: 'product.name' },
      price: { type: 'catbird.ref', params: 'product.price' },
    },
    draws([given]) {
      const { of } = (given ?? {}) as Partial<EntityParams>;
      return typeof of === 'string' ? { name: of, path: [0, 'of'] } : undefined;
    },
    isOnce([given]) {
      const { skew } = (given ?? {}) as Partial<EntityParams>;
      return skew === 'inOrder' || skew === 'shuffled';
    },
    compile([given], scope) {
      const { of, skew, number } = given as EntityParams;
      const { entity, key } = scope.entity(of);
      if (number !== undefined) return numberedCell(number, { entity, key }, scope);
      return drawnEntity(
        entity,
        newNumberDraw(poolOf(entity, entitySkewOf(entity, skew), scope), scope),
        key,
      );
    },
  },
];
