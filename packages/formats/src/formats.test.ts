import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codePoint } from '../../../test/code-point.ts';
import { fileOf, planned, TIME, writerOf, type Row } from '../test/format-rows.ts';
import { findZone, loadZones } from '../../engine/src/data/zones.ts';
import { kindsOf } from '../../engine/src/generators/analysis/kinds.ts';
import { invalid } from '../../engine/src/model/issue.ts';
import { kindOfValue, unite, type Member } from '../../engine/src/model/kind.ts';
import type { Schema } from '../../engine/src/model/schema.ts';
import { byteLength, newBatch, records, slice, type Batch } from '../../engine/src/rows/batch.ts';
import { loadData } from '../../engine/src/rows/load-data.ts';
import { compile, type RowWriter } from '../../engine/src/rows/writer.ts';
import { parseSchema } from '../../engine/src/schema/parse.ts';
import { templates } from '../../engine/src/templates/index.ts';
import { columnsOf, namesOf } from './table-cells.ts';
import { cloudEvents, jsonArray } from './json.ts';
import { csv } from './csv.ts';
import { objectOf } from './blocks.ts';
import { withFormat, type FormatPlan } from './format.ts';
import { filters } from './text-filters.ts';
import { text } from './text.ts';
import { tsv } from './tsv.ts';

/** The names of the columns of rows. */
const columnNames = (members: Parameters<typeof columnsOf>[0]): readonly string[] =>
  namesOf(columnsOf(members));

const decoder = new TextDecoder();
const filled = (rows: RowWriter, count: number): Batch =>
  rows.fill(newBatch(), { first: 0, count, time: TIME });
const textOf = (plan: FormatPlan, batch: Batch): string => Buffer.from(objectOf(plan, batch)).toString();

/** Values that break careless writers. */
const value = fc.oneof(
  fc.string({ unit: codePoint }),
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
        const plan = planned(csv.plan(members, { delimiter, quote, null: '\\N' }));
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

test.each([',', 'a,b', '"', 'a\nb'])('%j cannot stand for null', (text) => {
  expect(csv.plan([], { null: text })).toEqual(
    invalid(
      `null must be free of the delimiter, quotation marks and line breaks, and is ${JSON.stringify(text)}`,
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
  expect(write({ spreadsheetSafe: true, noHeader: true })).toBe('"",,x y,1,"\'=1"," x"\n');
  expect(csv.plan([], { delimiter: '"' })).toHaveProperty('issues');
  const members: readonly Member[] = [
    { name: 'a.b', kind: { is: 'text' } },
    { name: 'a', kind: { is: 'object', members: [{ name: 'b', kind: { is: 'text' } }] } },
  ];
  for (const format of [csv, tsv])
    expect(format.plan(members, {})).toEqual(
      invalid('a.b: a field and the member of an object have the same column. Rename one of them'),
    );
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
  const plan = planned(csv.plan(members, { noHeader: true }));
  expect(textOf(plan, filled(withFormat(rows, plan), 4))).toBe(`1,x\n${lines.slice(1).join('')}`);
});

const LOG: readonly Member[] = [
  { name: 'timestamp', kind: { is: 'instant' } },
  { name: 'ip', kind: { is: 'text' } },
  { name: 'user', kind: { is: 'text', nullable: true } },
  {
    name: 'request',
    kind: {
      is: 'object',
      nullable: true,
      members: [
        { name: 'method', kind: { is: 'text' } },
        { name: 'path', kind: { is: 'text' } },
      ],
    },
  },
  { name: 'status', kind: { is: 'integer' } },
  { name: 'bytes', kind: { is: 'integer' }, optional: true },
  { name: 'list', kind: { is: 'list', of: { is: 'integer' } } },
];
const ROWS: readonly Row[] = [
  {
    timestamp: '2026-01-05T07:08:09.010Z',
    ip: '10.0.0.1',
    user: null,
    request: { method: 'GET', path: '/a b?c="d"\\' },
    status: 200,
    list: [1, 2],
  },
  {
    timestamp: '2026-12-31T23:59:59.999Z',
    ip: '::1',
    user: 'Zoë\n2',
    request: null,
    status: 404,
    bytes: 0,
    list: [],
  },
];
const lines = (line: string): readonly string[] =>
  String(fileOf(planned(text.plan(LOG, { line })), writerOf(ROWS), 2))
    .split('\n')
    .slice(0, -1);

test.each([
  ['{{ip}} - {{user|dash}} {{bytes|dash}}', ['10.0.0.1 - - -', '::1 - Zoë\\n2 0']],
  ['[{{timestamp|clf}}]', ['[05/Jan/2026:07:08:09 +0000]', '[31/Dec/2026:23:59:59 +0000]']],
  ['{{timestamp|rfc3164}}', ['Jan  5 07:08:09', 'Dec 31 23:59:59']],
  ['{{timestamp|epoch}} {{timestamp|epoch_ms}}', ['1767596889 1767596889010', '1798761599 1798761599999']],
  ['{{request.path}}', ['/a b?c="d"\\', '']],
  ['"{{ request.path | escape }}"', ['"/a b?c=\\"d\\"\\\\"', '""']],
  ['{{request.path|quote}} {{status|quote}}', ['"/a b?c=\\"d\\"\\\\" "200"', ' "404"']],
  ['{{request.path|url}}', ['%2Fa%20b%3Fc%3D%22d%22%5C', '']],
  ['{{list}} {{request}}', ['[1,2] {"method":"GET","path":"/a b?c=\\"d\\"\\\\"}', '[] ']],
  [
    '{{status}}: {{*|logfmt}};',
    [
      '200: timestamp=2026-01-05T07:08:09.010Z ip=10.0.0.1 request.method=GET request.path="/a b?c=\\"d\\"\\\\" list="[1,2]";',
      '404: timestamp=2026-12-31T23:59:59.999Z ip=::1 user="Zoë\\n2" bytes=0 list="[]";',
    ],
  ],
  ['{{request.path|cef}} {{user|cef}}', ['/a b?c\\="d"\\\\ ', ' Zoë\\n2']],
  ['{{ip}}{{user|trace}}', ['10.0.0.1', '::1', 'Zoë', '2']],
  ['{{ip}} {{none?|dash}}', ['10.0.0.1 -', '::1 -']],
])('rows become the line %s', (line, expected) => {
  expect(lines(line)).toEqual(expected);
});

test('times are those of a time zone, if there is one', async () => {
  await loadZones('Asia/Kolkata');
  const zone = findZone('Asia/Kolkata');
  const line = '{{timestamp|clf}} {{timestamp|rfc3164}} {{timestamp|rfc5424}} {{timestamp|epoch}}';
  const plan = planned(text.plan(LOG, { line }, undefined, zone));
  expect(
    String(fileOf(plan, writerOf(ROWS), 2))
      .trim()
      .split('\n'),
  ).toEqual([
    '05/Jan/2026:12:38:09 +0530 Jan  5 12:38:09 2026-01-05T12:38:09.010+05:30 1767596889',
    '01/Jan/2027:05:29:59 +0530 Jan  1 05:29:59 2027-01-01T05:29:59.999+05:30 1798761599',
  ]);
});

test('mistakes in a line are named, with what to do', () => {
  expect(text.plan(LOG, { line: '{{ipp}} {{ip|clf}} {{ip|cfl}}' })).toEqual(
    invalid(
      'line: Unknown field ipp. Did you mean ip?',
      'line: ip is no time as ISO 8601 in UTC with milliseconds, which clf needs. Remove the filter',
      `line: Unknown filter cfl. Filters: ${Object.keys(filters).join(', ')}, dash`,
    ),
  );
  expect(text.plan(LOG, {})).toHaveProperty('issues');
  for (const line of ['{{', '}}', '{{*', '{{{{', 'x'])
    expect(text.plan(LOG, { line })).toEqual(invalid('line has no field. Write one as {{name}}'));
  for (const line of ['{{}}', '{{ }}', '{{?}}', '{{|clf}}'])
    expect(text.plan(LOG, { line })).toEqual(invalid('line: Write a field as {{name}}'));
  expect(text.plan(LOG, { line: '{{ip|}}' })).toEqual(
    invalid('line: ip has no filter behind its |. Remove it, or name one'),
  );
});

test('rows become one JSON array, in any batches', () => {
  fc.assert(
    fc.property(rowsOfAny, fc.nat(5), (rows, less) => {
      const atOnce = Math.max(1, rows.length - less);
      const file = fileOf(planned(jsonArray.plan([], {})), writerOf(rows), rows.length, atOnce);
      expect(JSON.parse(String(file))).toEqual(JSON.parse(JSON.stringify(rows)));
    }),
  );
  expect(String(fileOf(planned(jsonArray.plan([], {})), writerOf([]), 0))).toBe('[\n]\n');
});

test('events in structured mode have an id, a time, and the row as their data', () => {
  const read = (settings: Parameters<typeof cloudEvents.plan>[1]): unknown =>
    JSON.parse(
      `[${String(fileOf(planned(cloudEvents.plan(LOG, settings)), writerOf(ROWS), 2, 1))
        .trim()
        .replaceAll('\n', ',')}]`,
    );
  const event = (id: string, row: Row) => ({
    specversion: '1.0',
    source: '/shop',
    type: 'catbird.event',
    id,
    time: row['timestamp'],
    datacontenttype: 'application/json',
    data: row,
  });
  expect(read({ source: '/shop' })).toEqual(ROWS.map((row, i) => event(String(i), row)));
  expect(read({ source: '/shop', idField: 'status' })).toEqual(
    ROWS.map((row) => event(String(row['status']), row)),
  );
  const batched = planned(cloudEvents.plan(LOG, { batched: true }));
  expect(JSON.parse(String(fileOf(batched, writerOf(ROWS), 2, 1)))).toHaveLength(2);
  expect(cloudEvents.plan(LOG, { idField: 'user' })).toHaveProperty('issues');
});
