import { loadResources } from '../src/data/store.ts';
import { loadData } from '../src/rows/load-data.ts';
import { parseSchema } from '../src/schema/parse.ts';
import { generatorTypes } from '../src/generators/catalogue.ts';
import type { GeneratorType } from '../src/generators/generator.ts';

/** Arguments that work: none, where the type can do without, and its example. */
export interface Example {
  readonly name: string;
  readonly type: GeneratorType;
  readonly args: readonly unknown[];
}

function asArgs({ example, direct }: GeneratorType): readonly unknown[] {
  const isDirect = direct === 'list' && Array.isArray(example) && !Array.isArray(example[0]);
  return Array.isArray(example) && !isDirect ? (example as readonly unknown[]) : [example];
}

/** Whether the type works without arguments. */
const isOptional = ({ params }: GeneratorType): boolean => params.safeParse([]).success;

/** Types that can stand alone. */
export const aloneTypes = generatorTypes.filter(({ exampleSchema }) => exampleSchema === undefined);

/** Schemas that show the types that cannot. */
export const exampleSchemas = generatorTypes.flatMap(({ name, exampleSchema }) =>
  exampleSchema === undefined ? [] : [{ name, text: JSON.stringify(exampleSchema) }],
);

/** Every generator type that stands alone, without arguments where it needs none, and with those of its example. */
export const examples: readonly Example[] = aloneTypes.flatMap((type) => [
  ...(isOptional(type) ? [{ name: type.name, type, args: [] }] : []),
  ...(type.example === undefined
    ? []
    : [{ name: `${type.name} ${JSON.stringify(type.example)}`, type, args: asArgs(type) }]),
]);

/** Loads the data of a schema. */
async function load(text: string): Promise<void> {
  const result = parseSchema(text);
  if (result.ok) await loadData(result.schema);
}
await Promise.all(exampleSchemas.map(({ text }) => load(text)));
await loadResources(examples.flatMap(({ type, args }) => type.resources?.(args) ?? []));
