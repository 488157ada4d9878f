import { expect, test } from 'vitest';
import { examples, exampleSchemas } from '../../test/examples.ts';
import { rowsOf } from '../../test/rows.ts';
import { parseSchema } from '../schema/parse.ts';
import { templates } from '../templates/index.ts';

/**
 * Guards the promise that a seed produces the same bytes in every release: golden.json contains rows of every type and template.
 * After an intended change (such as a new version of faker), update it with `npx vitest run packages/engine/src/rows/golden.test.ts -u`
 * and say why in a changeset.
 */
const GOLDEN = './golden.json';
const SEED = 'golden';
/** The first row and one beyond 2^32. */
const ROWS = [0, 2 ** 33 + 5];

/** Of a schema that ends with its entities. */
const FEW_ROWS = [0, 2 ** 12 + 5];

const golden = (
  name: string,
  fields: Parameters<typeof rowsOf>[0],
  rows: readonly number[] = ROWS,
): [string, string][] =>
  rows.map((first) => [`${name} #${first}`, rowsOf(fields, { seed: SEED, first })[0] ?? '']);

test('rows of every type and template match the golden rows', async () => {
  const types = examples.flatMap(({ name, type, args }) =>
    golden(name, [
      { name: 'one', type: type.name, args },
      { name: 'two', type: type.name, args, count: 2 },
    ]),
  );
  const ofSchemas = [...exampleSchemas, ...templates].flatMap(({ name, text }) => {
    const result = parseSchema(text);
    if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.issues)}`);
    return golden(name, result.schema, result.schema.journey?.of === undefined ? ROWS : FEW_ROWS);
  });
  const table = { types: Object.fromEntries(types), schemas: Object.fromEntries(ofSchemas) };
  await expect(`${JSON.stringify(table, undefined, 2)}\n`).toMatchFileSnapshot(GOLDEN);
});
