import { generatorTypes } from '../src/generators/catalogue.ts';
import type { GeneratorType } from '../src/generators/generator.ts';

/** Arguments that work: none, where the type can do without, and its example. */
export interface Example {
  readonly name: string;
  readonly type: GeneratorType;
  readonly args: readonly unknown[];
}

const asArgs = (params: unknown): readonly unknown[] =>
  Array.isArray(params) ? (params as readonly unknown[]) : [params];

/** Types that cannot do without arguments. */
const NEEDY =
  /^(catbird\.(datetimeBetween|pick|pickWeighted|pickType|sequentialArray)|date\.betweens?|string\.fromCharacters|helpers\..+)$/;

/** Every generator type without arguments where it needs none, and with those of its example. */
export const examples: readonly Example[] = generatorTypes.flatMap((type) => [
  ...(NEEDY.test(type.name) ? [] : [{ name: type.name, type, args: [] }]),
  ...(type.example === undefined
    ? []
    : [{ name: `${type.name} ${JSON.stringify(type.example)}`, type, args: asArgs(type.example) }]),
]);
