import { compile, loadData, newBatch, parseSchema, texts } from '@catbird/core';

const ROWS = 3;

/**
 * Three rows of a schema, with a random seed.
 *
 * @throws Error if the schema is invalid
 */
export async function sampleOf(schema: string): Promise<string> {
  const parsed = parseSchema(schema);
  if (!parsed.ok) throw new Error(parsed.issues.map(({ message }) => message).join('\n'));
  await loadData(parsed.schema);
  const seed = Math.floor(Math.random() * 1e9);
  const time = { startMs: Date.now(), stepMs: 1000 };
  return [...texts(compile(parsed.schema, { seed }).fill(newBatch(), { first: 0, count: ROWS, time }))].join(
    '\n',
  );
}
