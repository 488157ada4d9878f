import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { expect, expectTypeOf, test } from 'vitest';
import * as z from 'zod';
import { rows } from './generate.ts';
import { OptionsError } from './given.ts';
import { stream } from './send.ts';
import type { Row } from './row.ts';

const zod = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  status: z.enum(['paid', 'open']),
  quantity: z.int().min(1).max(9),
  tags: z.array(z.string()).max(3),
  customer: z.object({ email: z.email(), vip: z.boolean().nullable() }),
  note: z.string().optional(),
  // Its format is one of Zod, and its pattern says all.
  code: z.string().startsWith('A-').max(9),
});
const order = v.object({
  id: v.pipe(v.string(), v.uuid()),
  status: v.picklist(['paid', 'open']),
  quantity: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(9)),
  note: v.optional(v.string()),
});
const valibot = toStandardJsonSchema(order);
/** Times repeat, too. */
const SAME = { seed: 42, count: 500, from: '2026-01-01T00:00:00Z' };

const arktype = type({
  id: 'string.uuid',
  status: "'paid' | 'open'",
  quantity: '1 <= number.integer <= 9',
  'note?': 'string',
});

test.each([
  ['Zod', zod],
  ['Valibot', valibot],
  ['ArkType', arktype],
])('rows of a schema of %s are accepted by it, the same for a seed', async (_, schema) => {
  const made: unknown[] = [];
  for await (const row of rows(schema, SAME)) {
    made.push(row);
    expect(await schema['~standard'].validate(row)).not.toHaveProperty('issues');
  }
  expect(made).toHaveLength(500);
  expect(new Set(made.map((row) => (row as Row<typeof arktype>).status))).toEqual(new Set(['paid', 'open']));
  const again: unknown[] = [];
  for await (const row of rows(schema, SAME)) again.push(row);
  expect(again).toEqual(made);
});

test('rows have the type of what the schema accepts', async () => {
  expectTypeOf<Row<typeof zod>>().toEqualTypeOf<z.input<typeof zod>>();
  expectTypeOf<Row<typeof valibot>>().toEqualTypeOf<v.InferInput<typeof order>>();
  expectTypeOf<Row<typeof arktype>>().toEqualTypeOf<typeof arktype.inferIn>();
  for await (const { customer } of rows(zod, { count: 1 }))
    expectTypeOf(customer.email).toEqualTypeOf<string>();
});

test('a stream takes such a schema, and its rows have times', async () => {
  const lines: Uint8Array[] = [];
  const options = { seed: 1, eps: 1000, limit: 20, from: '2026-01-01T00:00:00Z' } as const;
  const { done } = stream({
    schema: zod,
    destination: 'log',
    ...options,
    write: (bytes) => void lines.push(bytes),
  });
  expect(await done).toMatchObject({ accepted: 20, generated: 20 });
  const sent = new TextDecoder().decode(Buffer.concat(lines)).trim().split('\n');
  for (const line of sent) zod.parse(JSON.parse(line));
  expect(sent).toHaveLength(20);
});

/** What a list of rows ends with. */
const failure = async (schema: Parameters<typeof rows>[0]): Promise<unknown> =>
  rows(schema, { seed: 1, count: 1 })
    .next()
    .catch((error: unknown) => error);

test('what JSON Schema cannot say is an error, or a note to those who ask for notes', async () => {
  const checked = z
    .object({ low: z.int().min(0).max(9), high: z.int().min(0).max(9) })
    .refine(({ low, high }) => low <= high, {
      message: 'low is above high',
      path: ['low'],
    });
  const error = await failure(checked);
  expect(error).toBeInstanceOf(OptionsError);
  expect(error).toHaveProperty(
    'message',
    expect.stringMatching(
      /^zod: low: low is above high, \d+ times in 100 rows\nRows would not keep this\..* onNote/,
    ),
  );
  const notes: string[] = [];
  const made = rows(checked, { seed: 1, count: 3, onNote: (note) => notes.push(note) });
  expect(await made.next()).toMatchObject({ done: false });
  expect(notes).toEqual([expect.stringContaining('low is above high')]);
});

test.each([
  [
    z.object({ at: z.date() }),
    /^zod cannot describe the schema as JSON Schema: Date .* ISO texts for dates$/,
  ],
  [toStandardJsonSchema(v.object({ at: v.date() })), /^valibot cannot describe .* "date"/],
  // Its JSON Schema of a date is a text, which it does not accept.
  [type({ at: 'Date' }), /^arktype: at: at must be a Date/],
  [z.string(), /^zod: rows need an object with members\./],
  // A schema of Valibot by itself has no JSON Schema.
  [v.object({ id: v.string() }), /^valibot: the schema has no JSON Schema\. .*toStandardJsonSchema/],
])('a schema without JSON Schema says what to do', async (schema, message) => {
  const error = await failure(schema as Parameters<typeof rows>[0]);
  expect(error).toBeInstanceOf(OptionsError);
  expect((error as OptionsError).message.split('\n')[0]).toMatch(message);
});
