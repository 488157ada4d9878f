import {
  compile,
  loadData,
  newBatch,
  parseSchema,
  texts,
  type EventTime,
  type RowWriter,
} from '@catbird/engine';
import { format } from 'prettier';

/** The seed of all examples. */
export const SEED = 42;

/** Event times of all examples: one row per second. */
const TIME: EventTime = { startMs: Date.UTC(2026, 0, 1, 12), stepMs: 1000 };

/**
 * A writer of a schema's rows, with the data that it needs.
 *
 * @throws Error if the schema has any issue, notes included
 */
export async function writerOf(text: string): Promise<RowWriter> {
  const result = parseSchema(text);
  const issues = result.ok ? result.notes : result.issues;
  if (!result.ok || issues.length > 0)
    throw new Error(`${text}\n${issues.map(({ message }) => message).join('\n')}`);
  await loadData(result.schema);
  return compile(result.schema, { seed: SEED });
}

/** The first rows of a schema, as JSON texts. */
export const firstRows = async (text: string, count: number): Promise<readonly string[]> => [
  ...texts((await writerOf(text)).fill(newBatch(), { first: 0, count, time: TIME })),
];

/** A fenced code block. */
export const block = (language: string, lines: readonly string[]): string =>
  ['```' + language, ...lines, '```'].join('\n');

/** Text escaped for a table cell. */
export const cell = (text: string): string => text.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ');

/** Paragraphs as Markdown, formatted like the rest of the project. */
export const formatted = (parts: readonly string[]): Promise<string> =>
  format(parts.join('\n\n'), {
    parser: 'markdown',
    singleQuote: true,
    printWidth: 110,
  });
