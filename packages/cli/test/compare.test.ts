import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { here } from './here.ts';

let folder = '';
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'catbird-compare-'))));
afterAll(() => rm(folder, { recursive: true }));

const EVENTS = Array.from({ length: 800 }, (_, n) =>
  JSON.stringify({
    at: new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString(),
    amount: (n * 37) % 200,
    state: n % 5 === 0 ? 'cancelled' : 'delivered',
  }),
).join('\n');

test('an inferred schema is alike its sample, over the time of the sample, too', async () => {
  const schema = join(folder, 'schema.json');
  await writeFile(schema, (await here(['infer', '-', '--quiet'], { input: EVENTS })).out);
  const args = ['compare', '-', '--schema', schema, '--seed', '1'];
  const { out, code } = await here(args, { input: EVENTS });
  expect(code).toBe(0);
  expect(out).toMatch(/^at +[▁-█ ]+ +0\.0\d\d distribution +✓ alike$/m);
  expect(out).toMatch(/^state +█▂ +█▂ +0\.0\d\d shares of values +✓ alike$/m);
  expect(out).toContain('3 fields: 3 alike. Compared 800 rows of the sample with 1,000 generated ones.');
  const json = await here([...args, '--json', '-n', '500'], { input: EVENTS });
  expect(JSON.parse(json.out)).toMatchObject({
    rows: { original: 800, generated: 500 },
    fields: [
      { path: 'at' },
      { path: 'amount', verdict: 'alike', measure: 'distribution' },
      { path: 'state' },
    ],
  });
});

test('a schema that makes something else differs', async () => {
  const schema = join(folder, 'other.json');
  const amount = { type: 'number.int', params: { min: 0, max: 50 }, nulls: 0.3 };
  await writeFile(
    schema,
    JSON.stringify({ amount, state: { type: 'lorem.word' }, id: { type: 'string.uuid' } }),
  );
  const { out } = await here(['compare', '-', '--schema', schema, '--seed', '1'], { input: EVENTS });
  expect(out).toMatch(/^at .*✗ missing in the generated rows$/m);
  expect(out).toMatch(
    /^amount .* 0\.7\d\d distribution +✗ different: number 100 % → \d\d %, null 0 % → \d\d %$/m,
  );
  expect(out).toMatch(/^id .*✗ only in the generated rows$/m);
});

test.each([
  [['compare', '-', '--schema', '-'], 'SAMPLE and --schema cannot both be stdin'],
  [['compare', '-'], 'No rows found in stdin'],
  [['compare', '-', '--template', 'Nope'], 'Nope'],
])('%j is refused', async (args, message) => {
  const { code, err } = await here(args, { input: '' });
  expect(code).toBe(2);
  expect(err).toContain(message);
});
