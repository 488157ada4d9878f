import fc from 'fast-check';
import { expect } from 'vitest';
import { misfits } from './kinds.ts';
import { generatorTypes } from '../src/generators/catalogue.ts';
import type { Schema } from '../src/model/schema.ts';
import { newBatch, texts } from '../src/rows/batch.ts';
import { loadData } from '../src/rows/load-data.ts';
import { compile, type RowWriter } from '../src/rows/writer.ts';
import { kindsOf } from '../src/generators/analysis/kinds.ts';
import { parseSchema } from '../src/schema/parse.ts';
import { NOON } from './rows.ts';

/** More than a chunk of rows, so that values are kept, and drawn again. */
const ROWS = 400;
const TIME = { startMs: NOON, stepMs: 977 };

type Json = Readonly<Record<string, unknown>>;

/** Fields of the types that need no other field. */
const LEAVES: readonly Json[] = generatorTypes
  .filter(({ name, exampleSchema }) => exampleSchema === undefined && !['object', 'oneOf'].includes(name))
  .map(({ name, example }) => ({ type: name, ...(example !== undefined && { params: example }) }));

/** What a field is made from: which of its kinds, which of the fields before it, and which of its options. */
interface Plan {
  readonly kind: number;
  readonly leaf: Json;
  readonly other: number;
  readonly per: number;
  readonly option: number;
  readonly inner: readonly Plan[];
}

/** Plans of fields with so many levels of others in them. */
const plans = (depth: number): fc.Arbitrary<Plan> =>
  fc.record({
    kind: fc.nat(11),
    leaf: fc.constantFrom(...LEAVES),
    other: fc.nat(20),
    per: fc.nat(20),
    option: fc.nat(11),
    inner: depth === 0 ? fc.constant([]) : fc.array(plans(depth - 1), { maxLength: 3 }),
  });
const plan = plans(2);

/** Fields that read others, by the name of one before them. */
const readers: readonly ((name: string, plan: Plan) => Json)[] = [
  (name) => ({ type: 'catbird.ref', params: name }),
  (name) => ({ type: 'catbird.template', params: `<{{${name}}}> {{${name}|upper}}` }),
  (name) => ({ type: 'catbird.expression', params: `${name} == null ? 'none' : string(${name}) + '!'` }),
  (name, { leaf }) => ({
    type: 'catbird.lookup',
    params: { field: name, cases: { true: 1, a: [{ value: 1 }, { value: 'x' }] }, default: leaf },
  }),
];

/** A field by its plan. @param before names that it may read */
function fieldOf(all: Plan, before: readonly string[], name: string): Json {
  const { kind, leaf, other, inner } = all;
  const read = before[other % Math.max(1, before.length)];
  const reader = readers[kind - 4];
  if (kind === 0)
    return { type: 'catbird.key', params: { name, size: 30, form: 'text', prefix: 'a_long_key_' } };
  if (kind === 1 && inner.length > 0) return { type: 'object', fields: fieldsOf(inner, before, `${name}_`) };
  if (kind === 2 && inner.length > 0)
    return { type: 'oneOf', params: inner.map((each) => ({ field: fieldOf(each, before, `${name}_`) })) };
  if (kind === 3) return { type: 'catbird.entity', params: { of: 'thing' } };
  return reader === undefined || read === undefined ? leaf : reader(read, all);
}

const OPTIONS: readonly ((read: string | undefined) => Json)[] = [
  () => ({ nulls: 0.3 }),
  () => ({ missing: 0.3 }),
  () => ({ count: 3 }),
  () => ({ count: { min: 0, max: 3 } }),
  () => ({ hidden: true }),
  (read) => (read === undefined ? {} : { if: `${read} != null` }),
];

/** The fields of an object. */
function fieldsOf(plans: readonly Plan[], outer: readonly string[], prefix: string): Json {
  const fields: Record<string, unknown> = {};
  const before = [...outer];
  plans.forEach((each, i) => {
    const name = `${prefix}f${i}`;
    const at = (n: number): string | undefined => before[n % Math.max(1, before.length)];
    const per = each.per < 10 ? at(each.per) : undefined;
    fields[name] = {
      ...fieldOf(each, before, name),
      ...OPTIONS[each.option]?.(at(each.other)),
      ...(per !== undefined && { per }),
    };
    before.push(name);
  });
  return fields;
}

/** A schema by the plans of its fields and its entity's. */
const schemaOf = (fields: readonly Plan[], thing: readonly Plan[]): Json => ({
  $entities: { thing: { size: 40, fields: { name: { type: 'lorem.words' }, ...fieldsOf(thing, [], 'e_') } } },
  drawn: { type: 'catbird.entity', params: { of: 'thing' } },
  name: { type: 'catbird.ref', params: 'drawn.name' },
  ...Object.fromEntries(thing.map((_, i) => [`read${i}`, { type: 'catbird.ref', params: `drawn.e_f${i}` }])),
  ...fieldsOf(fields, ['drawn', 'name'], ''),
});

/** All rows of the schema. */
const wholeOf = (schema: Schema): readonly string[] => [
  ...texts(compile(schema, { seed: 1 }).fill(newBatch(), { first: 0, count: ROWS, time: TIME })),
];

const rowAt = (writer: RowWriter, first: number): string =>
  [...texts(writer.fill(newBatch(), { first, count: 1, time: TIME }))].join();

/**
 * The rows of any schema are valid JSON of the kinds that are known beforehand, and each has the same bytes alone as among all others.
 *
 * @returns the share of plans that were schemas
 */
export async function anySchema(numRuns: number): Promise<number> {
  let tried = 0;
  let valid = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(plan, { minLength: 1, maxLength: 8 }),
      fc.array(plan, { maxLength: 2 }),
      async (fields, thing) => {
        tried++;
        const text = JSON.stringify(schemaOf(fields, thing));
        const parsed = parseSchema(text);
        if (!parsed.ok) return;
        valid++;
        await loadData(parsed.schema);
        const whole = wholeOf(parsed.schema);
        const kinds = kindsOf(parsed.schema);
        for (const row of whole) expect(misfits(JSON.parse(row), kinds), text).toEqual([]);
        const writer = compile(parsed.schema, { seed: 1 });
        for (const first of [ROWS - 1, 0, 150, 37, 150, 38])
          expect(rowAt(writer, first), text).toBe(whole[first]);
        const stepped = writer.fill(newBatch(), { first: 1, step: 3, count: 100, time: TIME });
        expect([...texts(stepped)], text).toEqual(Array.from({ length: 100 }, (_, i) => whole[1 + 3 * i]));
      },
    ),
    { numRuns },
  );
  return valid / tried;
}
