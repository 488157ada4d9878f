import avsc from 'avsc';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { kindsOf } from '../generators/kinds.ts';
import type { Kind, Member } from '../model/kind.ts';
import { newBatch, records } from '../rows/batch.ts';
import { loadData } from '../rows/load-data.ts';
import { compile, type RowWriter } from '../rows/writer.ts';
import { parseSchema } from '../schema/parse.ts';
import { templates } from '../templates/index.ts';
import { avro } from './avro.ts';
import { withFormat, type FormatPlan } from './format.ts';

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

const planned = (members: readonly Member[]): FormatPlan => {
  const plan = avro.plan(members, {});
  if ('problems' in plan) throw new Error(plan.problems.join('\n'));
  return plan;
};

/** avsc's own numbers are exact only up to 2^52. */
const long = avsc.types.LongType.__with({
  fromBuffer: (bytes: Buffer) => Number(bytes.readBigInt64LE()),
  toBuffer: (n: number) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(BigInt(n));
    return bytes;
  },
  fromJSON: Number,
  toJSON: Number,
  isValid: Number.isSafeInteger,
  compare: (a: number, b: number) => a - b,
});

/** The rows of a batch as a reader of Avro gives them. */
function read(plan: FormatPlan, rows: RowWriter, count: number): readonly unknown[] {
  const type = avsc.Type.forSchema(JSON.parse(plan.schemaText ?? '') as avsc.Schema, {
    wrapUnions: false,
    registry: { long },
  });
  const time = { startMs: Date.UTC(2026, 0, 1), stepMs: 977 };
  const batch = withFormat(rows, plan).fill(newBatch(), { first: 0, count, time });
  return [...records(batch)].map((bytes) => JSON.parse(JSON.stringify(type.fromBuffer(Buffer.from(bytes)))));
}

/** What a reader of Avro gives for a value of JSON: times are numbers, and what is missing is null. */
function asRead(value: unknown, kind: Kind): unknown {
  if (value === null || value === undefined) return null;
  if (kind.is === 'instant') return Date.parse(String(value));
  if (kind.is === 'date') return Date.parse(String(value)) / 86_400_000;
  if (kind.is === 'list') return (value as readonly unknown[]).map((each) => asRead(each, kind.of));
  if (kind.is === 'object') return rowAsRead(value, kind.members);
  if (kind.is === 'map')
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, asRead(each, kind.of)]));
  return typeof value === 'string' ? value.toWellFormed() : value;
}
const rowAsRead = (row: unknown, members: readonly Member[]): unknown =>
  Object.fromEntries(
    members.map(({ name, kind }) => [name, asRead((row as Readonly<Record<string, unknown>>)[name], kind)]),
  );

test.each(templates.map(({ name, text }) => ({ name, text })))(
  'a reader of Avro reads the rows of $name',
  async ({ text }) => {
    const parsed = parseSchema(text);
    if (!parsed.ok) throw new Error(text);
    await loadData(parsed.schema);
    const members = kindsOf(parsed.schema);
    const rows = compile(parsed.schema, { seed: 5 });
    const time = { startMs: Date.UTC(2026, 0, 1), stepMs: 977 };
    const lines = [...records(rows.fill(newBatch(), { first: 0, count: 300, time }))];
    const expected = lines.map((line) => rowAsRead(JSON.parse(Buffer.from(line).toString()), members));
    expect(read(planned(members), rows, 300)).toEqual(expected);
  },
);

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '"\\', '\u0000', '😀', '\ud800', '\ud83d\ude00', 'a\nb', 'x'.repeat(300)),
);
/** Values of each kind. */
const KINDS: readonly (readonly [Kind, fc.Arbitrary<Json>])[] = [
  [{ is: 'text' }, text],
  [{ is: 'uuid' }, fc.uuid()],
  [
    { is: 'instant' },
    fc
      .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString()),
  ],
  [
    { is: 'date' },
    fc
      .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10)),
  ],
  [{ is: 'boolean' }, fc.boolean()],
  [{ is: 'integer', min: -(2 ** 31), max: 2 ** 31 - 1 }, fc.integer()],
  [{ is: 'integer' }, fc.maxSafeInteger()],
  [
    { is: 'number' },
    fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom(-0, 2 ** 53, 1e-7, 1e300, 0.1, 5),
    ),
  ],
  [
    { is: 'list', of: { is: 'integer', nullable: true } },
    fc.array(fc.option(fc.maxSafeInteger()), { maxLength: 4 }),
  ],
  [
    { is: 'map', of: { is: 'text' } },
    fc.dictionary(
      text.filter((key) => key.isWellFormed() && key !== '__proto__'),
      text,
      { maxKeys: 3 },
    ),
  ],
  [
    { is: 'union', of: [{ is: 'text' }, { is: 'number' }, { is: 'list', of: { is: 'boolean' } }] },
    fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.array(fc.boolean())),
  ],
  [
    {
      is: 'object',
      members: [
        { name: 'x', kind: { is: 'text' }, optional: true },
        { name: 'y', kind: { is: 'number' } },
      ],
    },
    fc.record({ x: text, y: fc.integer() }, { requiredKeys: ['y'] }),
  ],
];

const field = fc.constantFrom(...KINDS).chain(([kind, values]) =>
  fc.record({
    kind: fc.boolean().map((isNullable): Kind => (isNullable ? { ...kind, nullable: true } : kind)),
    isOptional: fc.boolean(),
    values: fc.array(values, { minLength: 5, maxLength: 5 }),
    gaps: fc.array(fc.nat(4), { minLength: 5, maxLength: 5 }),
  }),
);

test('a reader of Avro reads any values of any kinds', () => {
  fc.assert(
    fc.property(fc.array(field, { minLength: 1, maxLength: 5 }), (fields) => {
      const members = fields.map(({ kind, isOptional }, i): Member => ({
        name: `f${i}`,
        kind,
        ...(isOptional && { optional: true as const }),
      }));
      const rows = Array.from({ length: 5 }, (_, r) =>
        Object.fromEntries(
          fields.flatMap(({ kind, isOptional, values, gaps }, i) => {
            if (isOptional && gaps[r] === 0) return [];
            return [[`f${i}`, kind.nullable === true && gaps[r] === 1 ? null : values[r]]];
          }),
        ),
      );
      const lines = rows.map((row) => Buffer.from(`${JSON.stringify(row)}\n`));
      let end = 0;
      const ends = Uint32Array.from(lines, (line) => (end += line.length));
      const writer: RowWriter = {
        fill: (batch) =>
          Object.assign(batch, { first: 0, count: 5, bytes: new Uint8Array(Buffer.concat(lines)), ends }),
      };
      expect(read(planned(members), writer, 5)).toEqual(
        rows.map((row) => JSON.parse(JSON.stringify(rowAsRead(row, members)))),
      );
    }),
    { numRuns: 300 },
  );
});

test('fields that Avro cannot have are named, with what to do', () => {
  const members: readonly Member[] = [
    { name: 'a b', kind: { is: 'text' } },
    { name: 'o', kind: { is: 'object', members: [{ name: 'x', kind: { is: 'any' } }] } },
  ];
  expect(avro.plan(members, { name: '1' })).toEqual({
    problems: [
      'The name of an Avro record has letters, digits and _ between its dots, not "1"',
      'a b: names in Avro have letters, digits and _, and begin with no digit. Rename the field',
      'o.x: its type is not known before it is written, so it has none in Avro. Hide the field, or make it of one type',
    ],
  });
});
