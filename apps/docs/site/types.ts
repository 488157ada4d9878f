import {
  compile,
  generatorTypes,
  loadData,
  newBatch,
  parseSchema,
  texts,
  type GeneratorType,
} from '@catbird/core';

const SEED = 42;
const NOON = { startMs: Date.UTC(2026, 0, 1, 12), stepMs: 1000 };
const MAX_CHARACTERS = 60;

/** An entry of the catalogue of generator types. */
export interface CatalogueEntry {
  readonly name: string;
  readonly summary: string;
  /** The page of its family. */
  readonly page: string;
  /** A generated value, as JSON. */
  readonly sample: string;
}

async function sampleOf({ name, example, exampleSchema }: GeneratorType): Promise<string> {
  const schema = exampleSchema ?? {
    value: { type: name, ...(example !== undefined && { params: example }) },
  };
  const parsed = parseSchema(JSON.stringify(schema));
  if (!parsed.ok) throw new Error(`The example of ${name} is not a valid schema.`);
  await loadData(parsed.schema);
  const batch = compile(parsed.schema, { seed: SEED }).fill(newBatch(), { first: 0, count: 1, time: NOON });
  const [row = '{}'] = texts(batch);
  const sample = exampleSchema === undefined ? row.slice('{"value":'.length, -1) : row;
  return sample.length > MAX_CHARACTERS ? `${sample.slice(0, MAX_CHARACTERS)}…` : sample;
}

/** Every generator type with a generated sample. */
export const catalogue = (): Promise<readonly CatalogueEntry[]> =>
  Promise.all(
    generatorTypes.map(async (type) => ({
      name: type.name,
      summary: type.summary,
      page: `types/${type.name.includes('.') ? (type.name.split('.')[0] ?? '') : 'structure'}`,
      sample: await sampleOf(type),
    })),
  );
