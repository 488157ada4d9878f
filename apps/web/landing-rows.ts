import {
  compile,
  loadData,
  newBatch,
  parseSchema,
  texts,
  timesOver,
  findTemplate,
  formatSchema,
} from '@catbird/engine';

/** Has short values that are easy to read, and visits that move from page to page. */
const template = 'Web Sessions';
const seed = 42;
/** The columns of the table on the landing page, the narrowest window's last. */
const COLUMNS = [
  'timestamp',
  'page',
  'path',
  'referrer',
  'device',
  'browser',
  'country',
  'load_ms',
  'revenue',
] as const;
/** Rows that were counted before the first one that the page adds, of which the last few are shown. */
const before = 560;
const shown = 15;
const later = 280;
const stepMs = 400;
const firstMs = Date.UTC(2026, 10, 25, 14);

type Value = string | number | null;

/** The rows of the landing page, as declared in src/steps/landing/landing-rows.d.ts. */
export async function makeLandingRows() {
  const found = findTemplate(template);
  if (found === undefined) throw new Error(`Missing template "${template}", which the landing page shows`);
  const parsed = parseSchema(formatSchema(found.schema));
  if (!parsed.ok) throw new Error(`The template "${template}" has issues: ${JSON.stringify(parsed.issues)}`);
  await loadData(parsed.schema);
  const rows = before + later;
  const times = timesOver(parsed.schema, String(seed), { rows, firstMs, lastMs: firstMs + rows * stepMs });
  if (!times.ok) throw new Error(JSON.stringify(times.issues));
  const batch = compile(parsed.schema, { seed }).fill(newBatch(), {
    first: 0,
    count: rows,
    time: times.value,
  });
  const all = Array.from(texts(batch), rowOf);
  const first = before - shown;
  return {
    template,
    seed,
    first,
    before,
    stepMs,
    /** The figures count all rows, of which only these fields are needed. */
    counted: {
      page: counts(all.slice(0, first), 'page'),
      device: counts(all.slice(0, first), 'device'),
      load_ms: all.slice(0, first).map((row) => Number(row.get('load_ms'))),
      revenue: all.slice(0, first).reduce((sum, row) => sum + Number(row.get('revenue') ?? 0), 0),
    },
    columns: COLUMNS.map((name) =>
      packed(
        name,
        all.slice(first).map((row) => row.get(name) ?? null),
      ),
    ),
  };
}

/** The texts and numbers of a row by their fields. */
function rowOf(text: string): ReadonlyMap<string, Value> {
  const fields: unknown = JSON.parse(text);
  const values = new Map<string, Value>();
  for (const [name, value] of Object.entries(Object(fields)))
    if (typeof value === 'string' || typeof value === 'number') values.set(name, value);
  return values;
}

/** Repeated texts once, so that the page loads less. */
function packed(name: string, values: readonly Value[]) {
  const words = [...new Set(values)];
  return words.length < values.length / 2
    ? { name, words, of: values.map((value) => words.indexOf(value)) }
    : { name, words: values, of: undefined };
}

const counts = (
  rows: readonly ReadonlyMap<string, Value>[],
  name: string,
): Readonly<Record<string, number>> => {
  const found: Record<string, number> = {};
  for (const row of rows) {
    const value = String(row.get(name));
    found[value] = (found[value] ?? 0) + 1;
  }
  return found;
};
