import { compile, newBatch, parseSchema, texts } from '@catbird/core';
import { findTemplate, formatSchema } from '@catbird/core/internal/templates';

/** Has short rows that are easy to read. */
const template = 'eCommerce Transactions';
const seed = 42;
/** Rows before the first visible one. Their sizes fill the strip of ticks from the start. */
const before = 232;
const shown = 12;
/** Event time of row 0, and the interval between rows, at which the page also shows them. */
const time = { startMs: Date.UTC(2026, 0, 1), stepMs: 900 };

/** The rows of the landing page, as declared in src/steps/landing/landing-rows.d.ts. */
export function makeLandingRows() {
  const found = findTemplate(template);
  if (found === undefined) throw new Error(`Missing template "${template}", which the landing page shows`);
  const { timestamp, ...fields } = found.schema;
  if (timestamp === undefined) throw new Error(`The template "${template}" has no timestamp`);
  // The timestamp comes last: it is long and dull, and a narrow window shows only the start of a row.
  const parsed = parseSchema(formatSchema({ ...fields, timestamp }));
  if (!parsed.ok) throw new Error(`The template "${template}" has issues: ${JSON.stringify(parsed.issues)}`);
  const batch = compile(parsed.schema, { seed }).fill(newBatch(), { first: 0, count: before + shown, time });
  const rows = [...texts(batch)];
  return {
    template,
    seed,
    first: before,
    stepMs: time.stepMs,
    rows: rows.slice(before),
    sizes: rows.map((row) => Buffer.byteLength(row)),
  };
}
