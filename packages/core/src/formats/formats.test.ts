import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { kindsOf } from '../generators/kinds.ts';
import { kindOfValue, unite, type Member } from '../model/kind.ts';
import type { Schema } from '../model/schema.ts';
import { byteLength, newBatch, records, slice, type Batch } from '../rows/batch.ts';
import { loadData } from '../rows/load-data.ts';
import { compile, type RowWriter } from '../rows/writer.ts';
import { parseSchema } from '../schema/parse.ts';
import { templates } from '../templates/index.ts';
import { columnNames } from './columns.ts';
import { csv } from './csv.ts';
import { withFormat, type FormatPlan, type FormatProblems } from './format.ts';
import { tsv } from './tsv.ts';

type Row = Readonly<Record<string, unknown>>;

const decoder = new TextDecoder();
const planned = (plan: FormatPlan | FormatProblems): FormatPlan => {
  if ('problems' in plan) throw new Error(plan.problems.join('\n'));
  return plan;
};

/** A writer of these rows as lines of JSON, as many as there are. */
const writerOf = (rows: readonly Row[]): RowWriter => ({
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

const TIME = { startMs: Date.UTC(2026, 0, 1), stepMs: 1 };
const filled = (rows: RowWriter, count: number): Batch =>
  rows.fill(newBatch(), { first: 0, count, time: TIME });
const textOf = (plan: FormatPlan, batch: Batch): string =>
  decoder.decode(plan.head ?? new Uint8Array(0)) + decoder.decode(batch.bytes.subarray(0, byteLength(batch)));

/** Values that break careless writers. */
const value = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    '"',
    ',',
    ';',
    '\t',
    'a\nb',
    '\r',
    '\u0000',
    ' x ',
    '\\',
    '\\N',
    '=1+1',
    '😀',
    'null',
    'a"b',
  ),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -0, 2 ** 53, 1e-7, 1e21, 0.1, 123_456_789_012_345.6),
  fc.boolean(),
  fc.constant(null),
);
const row = fc.record(
  {
    a: value,
    'b "quoted", \n': value,
    list: fc.array(value, { maxLength: 3 }),
    o: fc.option(fc.record({ x: value, y: value }, { requiredKeys: ['x'] })),
    last: value,
  },
  { requiredKeys: ['a', 'o', 'last'] },
);
const rowsOfAny = fc.array(row, { minLength: 1, maxLength: 12 });

/** The fields of rows by what they have. */
function membersOf(rows: readonly Row[]): readonly Member[] {
  const kind = unite(rows.map(kindOfValue));
  return kind.is === 'object' ? inOrder(kind.members) : [];
}
/** Rows have their members in one order. */
const ORDER = ['a', 'b "quoted", \n', 'list', 'o', 'x', 'y', 'last'];
const inOrder = (members: readonly Member[]): readonly Member[] =>
  members
    .map((member) => {
      const { kind } = member;
      return kind.is === 'object' ? { ...member, kind: { ...kind, members: inOrder(kind.members) } } : member;
    })
    .toSorted((a, b) => ORDER.indexOf(a.name) - ORDER.indexOf(b.name));
const ordered = (given: Row): Row =>
  Object.fromEntries(
    Object.entries(given)
      .toSorted(([a], [b]) => ORDER.indexOf(a) - ORDER.indexOf(b))
      .map(([name, inner]) => [name, name === 'o' && inner !== null ? ordered(inner as Row) : inner]),
  );

/** The cells of a row, by name: null and missing are the same, lists are JSON. */
function cellsOf(given: unknown, names: readonly string[]): Record<string, string | null> {
  const at = (name: string): unknown => {
    const [first = '', ...rest] = names.includes(name) && name.startsWith('o.') ? name.split('.') : [name];
    return rest.reduce<unknown>(
      (inner, key) => (inner as Row | null | undefined)?.[key],
      (given as Row)[first],
    );
  };
  return Object.fromEntries(
    names.map((name) => {
      const inner = at(name) ?? null;
      const isText = typeof inner === 'string';
      return [name, inner === null ? null : isText ? inner.toWellFormed() : JSON.stringify(inner)];
    }),
  );
}

test('a reader of CSV reads the values of any rows, with any delimiter', () => {
  fc.assert(
    fc.property(
      rowsOfAny,
      fc.constantFrom(',', ';', '|', '\t'),
      fc.constantFrom('needed', 'all'),
      (given, delimiter, quote) => {
        const rows = given.map(ordered);
        const members = membersOf(rows);
        const plan = planned(csv.plan(members, { delimiter, quote: quote as 'needed', null: '\\N' }));
        const batch = filled(withFormat(writerOf(rows), plan), rows.length);
        const names = columnNames(members);
        const read: unknown = parse(textOf(plan, batch), {
          delimiter,
          columns: true,
          record_delimiter: '\n',
          cast: (cell, { quoting, header }) => (cell === '\\N' && !quoting && !header ? null : cell),
        });
        expect(read).toEqual(rows.map((each) => cellsOf(each, names)));
      },
    ),
  );
});

test('an empty text differs from null, and only cells that need it are quoted', () => {
  const rows = [{ a: '', b: null, c: 'x y', d: 1, e: '=1', f: ' x' }];
  const write = (settings: Parameters<typeof csv.plan>[1]): string => {
    const plan = planned(csv.plan(membersOf2(rows), settings));
    return textOf(plan, filled(withFormat(writerOf(rows), plan), 1));
  };
  expect(write({})).toBe('a,b,c,d,e,f\n"",,x y,1,=1," x"\n');
  expect(write({ spreadsheetSafe: true, header: false })).toBe('"",,x y,1,"\'=1"," x"\n');
  expect(csv.plan([], { delimiter: '"' })).toHaveProperty('problems');
});
const membersOf2 = (rows: readonly Row[]): readonly Member[] => {
  const kind = unite(rows.map(kindOfValue));
  return kind.is === 'object' ? kind.members : [];
};

/** Reads TSV as Postgres documents it for COPY. */
const readTsv = (text: string): readonly (readonly (string | null)[])[] =>
  text
    .slice(0, -1)
    .split('\n')
    .map((line) =>
      line
        .split('\t')
        .map((cell) =>
          cell === '\\N'
            ? null
            : cell.replaceAll(
                /\\(.)/gs,
                (_, letter: string) =>
                  ({ b: '\b', t: '\t', n: '\n', v: '\v', f: '\f', r: '\r' })[letter] ?? letter,
              ),
        ),
    );

test('TSV reads back as Postgres reads it', () => {
  fc.assert(
    fc.property(rowsOfAny, (given) => {
      const rows = given.map(ordered);
      const members = membersOf(rows);
      const plan = planned(tsv.plan(members, {}));
      const [names = [], ...cells] = readTsv(
        textOf(plan, filled(withFormat(writerOf(rows), plan), rows.length)),
      );
      expect(names).toEqual(columnNames(members));
      expect(cells).toEqual(rows.map((each) => Object.values(cellsOf(each, columnNames(members)))));
    }),
  );
});

test.each(templates.map(({ name, text }) => ({ name, text })))(
  'CSV of $name has the same bytes in any batches, and within a limit of bytes',
  async ({ text }) => {
    const parsed = parseSchema(text);
    if (!parsed.ok) throw new Error(text);
    const schema: Schema = parsed.schema;
    await loadData(schema);
    const plan = planned(csv.plan(kindsOf(schema), {}));
    const rows = withFormat(compile(schema, { seed: 3 }), plan);
    const whole = [...records(filled(rows, 200))].map((each) => decoder.decode(each));
    expect(parse(whole.join('\n')).length).toBe(200);
    const limited = rows.fill(newBatch(), { first: 20, count: 180, maxBytes: 2000, time: TIME });
    expect(byteLength(limited)).toBeLessThanOrEqual(2000);
    expect([...records(slice(limited, 1, limited.count))].map((each) => decoder.decode(each))).toEqual(
      whole.slice(21, 20 + limited.count),
    );
  },
);

test('a row that is malformed on purpose stays as it is', () => {
  const lines = ['{"a":1,"b":"x"}\n', '{"a":1,"b":"x\n', '{"a":2}\n', 'nonsense\n'];
  const bytes = new TextEncoder().encode(lines.join(''));
  let end = 0;
  const ends = Uint32Array.from(lines, (line) => (end += line.length));
  const rows: RowWriter = { fill: (batch) => Object.assign(batch, { first: 0, count: 4, bytes, ends }) };
  const members: readonly Member[] = [
    { name: 'a', kind: { is: 'integer' } },
    { name: 'b', kind: { is: 'text' } },
  ];
  const plan = planned(csv.plan(members, { header: false }));
  expect(textOf(plan, filled(withFormat(rows, plan), 4))).toBe(`1,x\n${lines.slice(1).join('')}`);
});
