import type { Faker } from '@faker-js/faker';
import { isLocalised, lacksData } from '../../data/codes.ts';
import { spaceOf } from '../analysis/text-spaces.ts';
import type { GeneratorType, LocaleRule } from '../generator.ts';
import type { Cell } from '../kernels/engine/cell.ts';
import { fromValue } from '../kernels/engine/value.ts';
import { noTime } from '../kernels/text/faker.ts';
import { fromDefinitions } from '../kernels/text/from-definitions.ts';
import type { Scope } from '../scope.ts';
import { isBare, noParams, withUtcDates } from './params.ts';

type MethodOf<Module> = {
  [Key in keyof Module]: Module[Key] extends (...args: never[]) => unknown ? Key : never;
}[keyof Module] &
  string;

/** How a family declares a faker method. */
export interface Declared extends Partial<Omit<GeneratorType, 'name' | 'compile' | 'tolerant'>> {
  readonly summary: string;
  /** The params that have an effect, for methods that tolerate any; use `params` for the others. Default: none. */
  readonly takes?: GeneratorType['params'];
  /** A faster implementation for these arguments, with the same distribution; undefined to let faker generate the values. */
  readonly kernel?: (args: readonly unknown[], scope: Scope) => Cell | undefined;
  /** Generates dates relative to now: the row's event time becomes faker's reference date. */
  readonly usesTime?: boolean;
  /** The first event time that the method accepts, in milliseconds since 1970: earlier ones count as this. Default: none. */
  readonly firstMs?: number;
}

/** Names become parts of addresses on the internet. */
const ADDRESSES = 'internet.';

/** How the values of a type follow a locale. */
const localeOf = (type: string): { readonly locale?: LocaleRule } =>
  isLocalised(type)
    ? {
        locale: {
          lacks: (locale) => lacksData(locale, type),
          ...(type.startsWith(ADDRESSES) && { isAscii: true as const }),
        },
      }
    : {};

/**
 * Generator types for the methods of a faker module. The keys are checked against faker's types. Nothing else can be reached:
 * type names are looked up in the catalogue, never resolved as property paths.
 */
export function family<Module extends object>(
  name: string,
  moduleOf: (faker: Faker) => Module,
  methods: Readonly<Partial<Record<MethodOf<Module>, string | Declared>>>,
): readonly GeneratorType[] {
  return Object.entries<string | Declared | undefined>(methods).flatMap(([key, entry]) => {
    if (entry === undefined) return [];
    const {
      usesTime = false,
      firstMs = -Infinity,
      kernel,
      takes = noParams,
      ...declared
    }: Declared = typeof entry === 'string' ? { summary: entry } : entry;
    const type: GeneratorType = {
      name: `${name}.${key}`,
      params: takes,
      ...localeOf(`${name}.${key}`),
      ...(declared.params === undefined && { tolerant: true as const }),
      compile(given, scope) {
        const args = withUtcDates(given);
        const fast =
          kernel?.(args, scope) ?? (isBare(args) ? fromDefinitions(`${name}.${key}`, scope) : undefined);
        if (fast !== undefined) return fast;
        const faker = scope.faker();
        const module = moduleOf(faker);
        const method = module[key as MethodOf<Module>] as (...given: readonly unknown[]) => unknown;
        const make = (ms: number): unknown => {
          if (!usesTime) return method.apply(module, [...args]);
          faker.setDefaultRefDate(Math.max(firstMs, ms));
          try {
            return method.apply(module, [...args]);
          } finally {
            faker.setDefaultRefDate(noTime);
          }
        };
        return fromValue(make, scope.randomizer, scope, usesTime);
      },
      values: (args, lexicon) => (isBare(args) ? spaceOf(`${name}.${key}`, undefined, lexicon) : undefined),
      ...declared,
    };
    return [type];
  });
}
