import { readSample, type Sample } from '../src/infer.ts';
import type { Draft } from '../src/draft.ts';
import { loadData } from '../../engine/src/rows/load-data.ts';
import { parseSchema } from '../../engine/src/schema/parse.ts';
import { rowsOf } from '../../engine/test/rows.ts';

/** Reads rows as a sample. */
export const sampleOf = (rows: readonly object[]): Promise<Sample> =>
  readSample(
    (async function* () {
      yield new TextEncoder().encode(rows.map((row) => JSON.stringify(row)).join('\n'));
    })(),
  );

/** Rows of a draft, parsed. @throws if its schema is invalid */
export async function draftedRows({ schema }: Draft, count = 500): Promise<Record<string, unknown>[]> {
  const parsed = parseSchema(JSON.stringify(schema));
  if (!parsed.ok) throw new Error(parsed.issues.map(({ message }) => message).join('\n'));
  await loadData(parsed.schema);
  return rowsOf(parsed.schema, { count }).map((row) => JSON.parse(row) as Record<string, unknown>);
}
