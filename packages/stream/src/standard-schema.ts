import {
  compile,
  issuesOf,
  loadData,
  loadSchema,
  newBatch,
  type Result,
  type Schema,
  texts,
} from '@catbird/engine';
import { loadDefinitions } from '@catbird/infer';
import type { StandardJsonSchema, StandardResult } from './row.ts';

/** Rows that the library checks, once. */
const TRIED = 100;

/** A schema that Catbird made, and what of the library's schema its rows do not keep, a sentence each. */
type StandardReading = Result<{ readonly schema: Schema; readonly notes: readonly string[] }>;

/** Makes a schema of one of another library, by its JSON Schema. The library itself checks some rows, since JSON Schema cannot say all that libraries check. */
export async function readStandard({ '~standard': library }: StandardJsonSchema): Promise<StandardReading> {
  const { vendor, jsonSchema, validate } = library;
  if (jsonSchema === undefined)
    return refused(
      `${vendor}: the schema has no JSON Schema. Update the library, or wrap the schema: Valibot has toStandardJsonSchema of @valibot/to-json-schema`,
    );
  let document: Record<string, unknown>;
  try {
    document = jsonSchema.input({ target: 'draft-2020-12' });
  } catch (error) {
    return refused(
      `${vendor} cannot describe the schema as JSON Schema: ${error instanceof Error ? error.message : String(error)}. Use types that JSON has, such as ISO texts for dates`,
    );
  }
  const { readDefinition } = await loadDefinitions();
  const found = await readDefinition(JSON.stringify(document), 'json-schema');
  if (found.kind !== 'schema' || Object.keys(found.schema).length === 0)
    return refused([`${vendor}: rows need an object with members`, ...found.notes].join('. '));
  const parsed = await loadSchema(JSON.stringify(found.schema));
  if (!parsed.ok) return parsed;
  await loadData(parsed.schema);
  const unkept = validate === undefined ? undefined : await unkeptBy(parsed.schema, validate);
  // Notes with a place are about values, all of which the library may accept.
  const notes = unkept?.length === 0 ? found.notes.filter((note) => !PLACE.test(note)) : found.notes;
  return {
    ok: true,
    schema: parsed.schema,
    notes: [...(unkept ?? []).map((each) => `${vendor}: ${each}`), ...notes],
  };
}

/** The place of a note in the JSON Schema. */
const PLACE = /\(#[^)]*\)$/;

const refused = (message: string): StandardReading => ({ ok: false, issues: issuesOf(message) });

/** What the library does not accept in some rows, the most frequent first. */
async function unkeptBy(
  schema: Schema,
  validate: (value: unknown) => StandardResult | Promise<StandardResult>,
): Promise<readonly string[]> {
  const batch = compile(schema, { seed: 0 }).fill(newBatch(), {
    first: 0,
    count: TRIED,
    time: { startMs: 0, stepMs: 1000 },
  });
  const counts = new Map<string, number>();
  for (const text of texts(batch)) {
    const { issues = [] } = await validate(JSON.parse(text));
    for (const { message, path = [] } of issues) {
      const names = path.map((each) => (typeof each === 'object' ? each.key : each));
      // Elements of lists have one place.
      const place = names.map((name) => (typeof name === 'number' ? '*' : String(name))).join('.');
      const words = place === '' ? message : `${place}: ${message}`;
      counts.set(words, (counts.get(words) ?? 0) + 1);
    }
  }
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, 5)
    .map(([words, count]) => `${words}, ${count} times in ${batch.count} rows`);
}
