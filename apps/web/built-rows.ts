import { compile, loadData, newBatch, parseSchema, templates, texts, timesOver } from '@catbird/engine';
import { firstDestinations, laterDestinations } from '@catbird/send';
import { bestOf, shownOf } from './src/gallery/shown-rows.ts';

/** Whose rows the landing page shows first: short values, and visits that move from page to page. */
const SHOWCASE = {
  template: 'Web Sessions',
  paths: ['page', 'load_ms', 'device', 'country', 'referrer', 'session_id'],
};
const seed = '42';
const rows = 600;
const firstMs = Date.UTC(2026, 10, 25, 14);
const stepMs = 400;

/** Rows of a template as they would be sent. */
async function linesOf(name: string): Promise<readonly string[]> {
  const parsed = parseSchema(templates.find((template) => template.name === name)?.text ?? '');
  if (!parsed.ok) throw new Error(`The template "${name}" has issues: ${JSON.stringify(parsed.issues)}`);
  await loadData(parsed.schema);
  const times = timesOver(parsed.schema, seed, { rows, firstMs, lastMs: firstMs + rows * stepMs });
  if (!times.ok) throw new Error(JSON.stringify(times.issues));
  const range = { first: 0, count: rows, time: times.value };
  return [...texts(compile(parsed.schema, { seed }).fill(newBatch(), range))];
}

/** What the landing page shows first, as declared in src/gallery/built-rows.d.ts. Made on import: later, Vite loads no more modules. */
export const landing = {
  names: templates.map(({ name }) => name),
  template: SHOWCASE.template,
  seed,
  shown: shownOf(await linesOf(SHOWCASE.template), SHOWCASE.paths),
};

/** What is below it. */
export const gallery = {
  cards: await Promise.all(
    // The richest are the last.
    templates
      .toReversed()
      .map(async ({ name, summary }) => ({ name, summary, ...bestOf(shownOf(await linesOf(name))) })),
  ),
  destinations: [...firstDestinations, ...laterDestinations].map(({ name, title }) => ({ name, title })),
};
