import { compile, newBatch, parseSchema, texts, type EventTime, type RowWriter } from '@catbird/core';
import { format } from 'prettier';

/** The seed of all examples. */
export const SEED = 42;
/** Event times of all examples: a row a second from here. */
const TIME: EventTime = { startMs: Date.UTC(2026, 0, 1, 12), stepMs: 1000 };

/**
 * The writer of a schema's rows.
 *
 * @throws Error when there is anything to say about the schema, notes included
 */
export function writerOf(text: string): RowWriter {
  const result = parseSchema(text);
  const said = result.ok ? result.notes : result.issues;
  if (!result.ok || said.length > 0)
    throw new Error(`${text}\n${said.map(({ message }) => message).join('\n')}`);
  return compile(result.schema, { seed: SEED });
}

/** The first rows of a schema, as JSON texts. */
export const firstRows = (text: string, count: number): readonly string[] => [
  ...texts(writerOf(text).fill(newBatch(), { first: 0, count, time: TIME })),
];

/** A block of code. */
export const block = (language: string, lines: readonly string[]): string =>
  ['```' + language, ...lines, '```'].join('\n');

/** A text in a cell of a table. */
export const cell = (text: string): string => text.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ');

/** Markdown as the project formats it. */
export const formatted = (parts: readonly string[]): Promise<string> =>
  format(parts.join('\n\n'), {
    parser: 'markdown',
    singleQuote: true,
    printWidth: 110,
  });
