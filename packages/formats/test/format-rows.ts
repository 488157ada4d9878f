import fc from 'fast-check';
import { codePoint } from '../../../test/code-point.ts';
import type { Kind, Member } from '../../engine/src/model/kind.ts';
import { messagesOf, type Result } from '../../engine/src/model/issue.ts';
import type { FormatPlan } from '../src/format.ts';
import { newFile } from '../src/blocks.ts';
import { withFormat } from '../src/format.ts';
import { newBatch } from '../../engine/src/rows/batch.ts';
import type { RowWriter } from '../../engine/src/rows/writer.ts';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };
export type Row = Readonly<Record<string, unknown>>;

/** A plan that must be valid. */
export const planned = (plan: Result<FormatPlan>): FormatPlan => {
  if (!plan.ok) throw new Error(messagesOf(plan.issues).join('\n'));
  return plan;
};

/** A writer of these rows as lines of JSON, which end with the last row. */
export const writerOf = (rows: readonly Row[]): RowWriter => ({
  fill(batch, { first, count }) {
    const lines = rows
      .slice(first, first + count)
      .map((row) => new TextEncoder().encode(`${JSON.stringify(row)}\n`));
    let end = 0;
    const ends = Uint32Array.from(lines, (line) => (end += line.length));
    const bytes = new Uint8Array(end);
    lines.forEach((line, i) => bytes.set(line, (ends[i] ?? 0) - line.length));
    return Object.assign(batch, { first, count: lines.length, bytes, ends });
  },
});

export const TIME = { startMs: Date.UTC(2026, 0, 1), stepMs: 977 };

/** The file of the first rows of a writer, in batches of a size. */
export function fileOf(plan: FormatPlan, rows: RowWriter, count: number, atOnce = count): Buffer {
  const writer = withFormat(rows, plan);
  const file = newFile(plan);
  const batch = newBatch();
  const pieces = [Buffer.from(file.begin())];
  for (let first = 0; first < count; first += atOnce) {
    const filled = writer.fill(batch, { first, count: Math.min(atOnce, count - first), time: TIME });
    pieces.push(Buffer.from(file.add(filled)));
  }
  return Buffer.concat([...pieces, Buffer.from(file.end())]);
}

export const anyText = fc.oneof(
  fc.string({ unit: codePoint }),
  fc.constantFrom('', '"\\', '\u0000', '😀', '\ud800', '\ud83d\ude00', 'a\nb', 'x'.repeat(300)),
);
const instant = fc.date({
  min: new Date('0001-01-01'),
  max: new Date('9999-12-31'),
  noInvalidDate: true,
});

/** Values of each kind. */
export const KINDS: readonly (readonly [Kind, fc.Arbitrary<Json>])[] = [
  [{ is: 'text' }, anyText],
  [{ is: 'uuid' }, fc.uuid()],
  [{ is: 'instant' }, instant.map((date) => date.toISOString())],
  [{ is: 'date' }, instant.map((date) => date.toISOString().slice(0, 10))],
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
  [{ is: 'list', of: { is: 'text' } }, fc.array(anyText, { maxLength: 4 })],
  [{ is: 'list', of: { is: 'number' } }, fc.array(fc.integer(), { maxLength: 40 })],
  [
    { is: 'map', of: { is: 'text' } },
    fc.dictionary(
      anyText.filter((key) => key.isWellFormed() && key !== '__proto__'),
      anyText,
      { maxKeys: 3 },
    ),
  ],
  [
    { is: 'union', of: [{ is: 'text' }, { is: 'number' }, { is: 'boolean' }] },
    fc.oneof(anyText, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean()),
  ],
  [
    {
      is: 'object',
      members: [
        { name: 'x', kind: { is: 'text' }, optional: true },
        { name: 'y', kind: { is: 'number' } },
      ],
    },
    fc.record({ x: anyText, y: fc.integer() }, { requiredKeys: ['y'] }),
  ],
];
/** A kind that not every format has. */
export const NULLS_IN_LIST: readonly [Kind, fc.Arbitrary<Json>] = [
  { is: 'list', of: { is: 'integer', nullable: true } },
  fc.array(fc.option(fc.maxSafeInteger()), { maxLength: 4 }),
];

const ROWS = 5;

/** Five rows of up to five fields of these kinds, some of which may be null or missing. */
export const rowsOf = (
  kinds: typeof KINDS,
): fc.Arbitrary<{ readonly members: readonly Member[]; readonly rows: readonly Row[] }> =>
  fc
    .array(
      fc.constantFrom(...kinds).chain(([kind, values]) =>
        fc.record({
          kind: fc.boolean().map((isNullable): Kind => (isNullable ? { ...kind, nullable: true } : kind)),
          isOptional: fc.boolean(),
          values: fc.array(values, { minLength: ROWS, maxLength: ROWS }),
          gaps: fc.array(fc.nat(4), { minLength: ROWS, maxLength: ROWS }),
        }),
      ),
      { minLength: 1, maxLength: 5 },
    )
    .map((fields) => ({
      members: fields.map(({ kind, isOptional }, i): Member => ({
        name: `f${i}`,
        kind,
        ...(isOptional && { optional: true as const }),
      })),
      rows: Array.from({ length: ROWS }, (_, r) =>
        Object.fromEntries(
          fields.flatMap(({ kind, isOptional, values, gaps }, i) =>
            isOptional && gaps[r] === 0
              ? []
              : [[`f${i}`, kind.nullable === true && gaps[r] === 1 ? null : values[r]]],
          ),
        ),
      ),
    }));

/** What a reader gives for a value of JSON. @param one reads what is no list, map or object */
export function asRead(value: unknown, kind: Kind, one: (value: unknown, kind: Kind) => unknown): unknown {
  if (value === null || value === undefined) return null;
  if (kind.is === 'list') return (value as readonly unknown[]).map((each) => asRead(each, kind.of, one));
  if (kind.is === 'object') return rowAsRead(value as Row, kind.members, one);
  if (kind.is === 'map')
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, asRead(each, kind.of, one)]));
  return one(value, kind);
}
export const rowAsRead = (
  row: Row,
  members: readonly Member[],
  one: (value: unknown, kind: Kind) => unknown,
): Row => Object.fromEntries(members.map(({ name, kind }) => [name, asRead(row[name], kind, one)]));
