import type { Faker } from '@faker-js/faker';
import type { GeneratorType, Scope } from './generator.ts';
import type { Cell } from './kernels/engine/cell.ts';
import { noTime } from './kernels/text/faker.ts';
import { fromDefinitions } from './kernels/text/from-definitions.ts';
import { fromValue } from './kernels/engine/value.ts';
import { noParams } from './params.ts';
import { withUtcDates } from './utc.ts';

type MethodOf<Module> = {
  [Key in keyof Module]: Module[Key] extends (...args: never[]) => unknown ? Key : never;
}[keyof Module] &
  string;

/** What a family says of one of faker's methods: a summary, or more. */
export interface Declared extends Partial<Omit<GeneratorType, 'name' | 'compile' | 'copes'>> {
  readonly summary: string;
  /** In place of `params`, where faker copes with anything: what it makes something of. Default: nothing. */
  readonly takes?: GeneratorType['params'];
  /** A faster way for these arguments, with values of the same distribution; undefined when there is none and faker makes them. */
  readonly kernel?: (args: readonly unknown[], scope: Scope) => Cell | undefined;
  /** Draws dates relative to now: the row's event time is faker's reference date. */
  readonly usesTime?: boolean;
}

/** No arguments, or no option given. */
export const isBare = (args: readonly unknown[]): boolean =>
  args.every((arg) => typeof arg === 'object' && arg !== null && Object.keys(arg).length === 0);

/**
 * Generator types that are methods of one of faker's modules. The keys are checked against faker's own type,
 * and only they can be reached: a type's name is looked up in the catalogue and never walked on an object.
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
      kernel,
      takes = noParams,
      ...declared
    }: Declared = typeof entry === 'string' ? { summary: entry } : entry;
    const type: GeneratorType = {
      name: `${name}.${key}`,
      params: takes,
      ...(declared.params === undefined && { copes: true as const }),
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
          faker.setDefaultRefDate(ms);
          try {
            return method.apply(module, [...args]);
          } finally {
            faker.setDefaultRefDate(noTime);
          }
        };
        return fromValue(make, scope.randomizer, scope, usesTime);
      },
      ...declared,
    };
    return [type];
  });
}
