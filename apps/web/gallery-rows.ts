import {
  compile,
  loadData,
  newBatch,
  parseSchema,
  texts,
  newTiming,
  timelineOf,
  templates,
  type Template,
} from '@catbird/engine';

const seed = '42';
/** The row of every template. Early rows of journeys are all first steps. */
const row = 40;
const fromMs = Date.UTC(2026, 0, 1);

/** Fields of a row, and characters of a value, that a card has room for. */
const MAX_FIELDS = 8;
const MAX_CHARACTERS = 48;

async function rowOf({ name, text }: Template): Promise<(readonly [string, string])[]> {
  const parsed = parseSchema(text);
  if (!parsed.ok) throw new Error(`The template "${name}" has issues: ${JSON.stringify(parsed.issues)}`);
  await loadData(parsed.schema);
  const time =
    parsed.schema.journey === undefined
      ? { startMs: fromMs, stepMs: 1000 }
      : timelineOf(parsed.schema, newTiming({ fromMs, eps: 1 }), seed);
  const batch = compile(parsed.schema, { seed }).fill(newBatch(), { first: row, count: 1, time });
  const value: unknown = JSON.parse([...texts(batch)][0] ?? '{}');
  return (
    Object.entries(value ?? {})
      // Every event has a time, and it is long and dull.
      .filter(([field]) => field !== 'timestamp')
      .slice(0, MAX_FIELDS)
      .map(([field, each]: [string, unknown]) => [field, shown(each)] as const)
  );
}

const shown = (value: unknown): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, MAX_CHARACTERS);

/** A row of every template by name, as declared in src/gallery/gallery-rows.d.ts. Made on import: later, Vite loads no more modules. */
export const galleryRows = Object.fromEntries(
  await Promise.all(templates.map(async (template) => [template.name, await rowOf(template)] as const)),
);
