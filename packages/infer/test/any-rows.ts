import fc from 'fast-check';
import { expect } from 'vitest';
import { compile, newBatch, parseSchema, texts } from '@catbird/engine';
import { readSample } from '../../core/src/inference.ts';

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

const ndjson = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** Rows of a schema. */
function rowsOf(schema: object, count: number): Record<string, unknown>[] {
  const parsed = parseSchema(JSON.stringify(schema));
  if (!parsed.ok) throw new Error(parsed.issues.map(({ message }) => message).join('\n'));
  const time = { startMs: Date.UTC(2026, 0, 1), stepMs: 1_250 };
  const batch = compile(parsed.schema, { seed: 1 }).fill(newBatch(), { first: 0, count, time });
  return [...texts(batch)].map((row) => JSON.parse(row) as Record<string, unknown>);
}

/** Any rows give a schema that the engine accepts, whose rows have the fields of the sample. */
export async function anyRows(numRuns: number): Promise<void> {
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.double(),
    fc.date().map(String),
    fc.emailAddress(),
    fc.ipV4(),
  );
  const name = fc.oneof(
    fc.string(),
    fc.constantFrom('__proto__', 'constructor', 'type', 'weight', 'a.b', 'params', 'fields', 'id'),
  );
  const row = fc.dictionary(name, value, { minKeys: 1, maxKeys: 6, noNullPrototype: true });
  await fc.assert(
    // One object with a long list in it stands for the rows of the list: two rows at least.
    fc.asyncProperty(fc.array(row, { minLength: 2, maxLength: 20 }), async (rows) => {
      const sample = await readSample(bytes(ndjson(rows)));
      const others = [...sample.alternatives()].map(([path, { names }], i): [string, string] => [
        path,
        names[i % names.length] ?? '',
      ]);
      for (const { schema } of [
        sample.draft(),
        sample.draft(() => true),
        sample.draft(() => true, new Map(others)),
      ]) {
        const names = new Set(
          rows.flatMap((each) => Object.keys(JSON.parse(JSON.stringify(each)) as object)),
        );
        for (const made of rowsOf(schema, 20))
          for (const each of Object.keys(made)) expect(names.has(each)).toBe(true);
      }
    }),
    { numRuns, endOnFailure: true },
  );
}
