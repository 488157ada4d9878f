import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newBatch } from '@catbird/core';
import { findFormat, objectOf, withFormat } from '@catbird/formats';
import { parseTable as read } from '@catbird/stream';
import { parse } from 'csv-parse/sync';

const parseTable = (text: string, name: string) => read(text, name, parse);

describe('a table', () => {
  test.each<[string, string, string, unknown]>([
    [
      'numbers, booleans, gaps',
      'x.csv',
      'a,b,c\n1,true,x\n-2.5,false,\n,,"y"\n',
      [
        { a: 1, b: true, c: 'x' },
        { a: -2.5, b: false, c: null },
        { a: null, b: null, c: 'y' },
      ],
    ],
    ['a zip code remains text', 'x.csv', 'zip\n01234\n90210', [{ zip: '01234' }, { zip: '90210' }]],
    [
      'quotation marks, separators and line ends in quotation marks',
      'x.csv',
      'a,b\r\n"x, ""y""","1\n2"\r\n',
      [{ a: 'x, "y"', b: '1\n2' }],
    ],
    ['semicolons', 'x.csv', '\uFEFFa;b\n1,5;2\n', [{ a: '1,5', b: 2 }]],
    ['tabs', 'x.tsv', 'a\tb\nx\t\n', [{ a: 'x', b: null }]],
    ['empty lines', 'x.csv', 'a,b\n\n1,2\n\n', [{ a: 1, b: 2 }]],
    ['an empty text is a row, an empty line is not', 'x.csv', 'a\n""\n\n""', [{ a: null }, { a: null }]],
    ['line ends of three kinds', 'x.csv', 'a\n1\r2\r\n3', [{ a: 1 }, { a: 2 }, { a: 3 }]],
    ['separators in a quoted header', 'x.csv', '"a,b,c";d\n1;2', [{ 'a,b,c': 1, d: 2 }]],
    ['space around a value', 'x.csv', 'a,b\n x , 1\n', [{ a: ' x ', b: ' 1' }]],
    ['a column named __proto__', 'x.csv', '__proto__,b\n1,2', [JSON.parse('{"__proto__": 1, "b": 2}')]],
    ['JSON', 'x.json', '[{"a": 1}, [2]]', [{ a: 1 }, [2]]],
    ['JSON lines', 'x.ndjson', '{"a": 1}\n\n{"a": 2}\n', [{ a: 1 }, { a: 2 }]],
    ['only a header', 'x.csv', 'a,b\n', []],
  ])('%s', (_, name, text, rows) => {
    expect(parseTable(text, name)).toEqual(rows);
  });

  test.each([
    ['x.csv', '', 'x.csv is empty'],
    ['x.csv', '\uFEFF\r\n\r\n', 'x.csv is empty'],
    ['x.csv', 'a,a\n1,2', 'x.csv: duplicate column a'],
    ['x.csv', 'a,b\n1,2\n3', 'x.csv:3: expected 2 fields, found 1'],
    ['x.csv', 'a,b\r\n"é\r\n",2\r\n\r\n3,4,5', 'x.csv:5: expected 2 fields, found 3'],
    ['x.csv', 'a\n"b', 'x.csv:2: unclosed quotation mark'],
    ['x.csv', 'a\nb\n\n"c\nd\ne', 'x.csv:4: unclosed quotation mark'],
    [
      'x.csv',
      'a\n"b"c',
      'x.csv:2: misplaced quotation mark. Quote the whole field and double the marks inside: "5"" disk"',
    ],
    [
      'x.csv',
      'a\n5" disk',
      'x.csv:2: misplaced quotation mark. Quote the whole field and double the marks inside: "5"" disk"',
    ],
    ['x.json', '{}', 'x.json must contain an array'],
    ['x.json', '[', 'x.json: invalid JSON: '],
    ['x.json', '[1]', 'x.json: row 1: expected an object or an array'],
    ['x.ndjson', '{}\n7', 'x.ndjson:2: expected an object or an array'],
  ])('%s with %j is rejected: %s', (name, text, message) => {
    expect(() => parseTable(text, name)).toThrow(message);
  });

  test('any text survives', () => {
    const value = fc.string({ unit: 'grapheme' });
    const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
    fc.assert(
      fc.property(fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 9 }), (rows) => {
        // Keeps the columns text.
        const all = [['é', 'é'] as const, ...rows];
        const text = ['a,b', ...all.map((row) => row.map(quoted).join(','))].join('\r\n');
        const read = parseTable(text, 'x.csv') as readonly { a: unknown; b: unknown }[];
        expect(read.map(({ a, b }) => [a ?? '', b ?? ''])).toEqual(all.map((row) => [...row]));
      }),
    );
  });
});

test('reads the CSV that the engine writes', async () => {
  const rows = [
    {
      id: 1,
      name: 'Ada, "the first"',
      note: 'two\nlines',
      price: 1.5,
      isNew: true,
      code: '01234',
      tags: null,
    },
    { id: 2, name: ' ö ', note: null, price: 0.1, isNew: false, code: 'a;b', tags: null },
  ];
  const lines = rows.map((row) => Buffer.from(`${JSON.stringify(row)}\n`));
  let end = 0;
  const ends = Uint32Array.from(lines, ({ length }) => (end += length));
  const batch = { first: 0, count: lines.length, bytes: Buffer.concat(lines), ends };
  const members = Object.keys(rows[0] ?? {}).map((name) => ({ name, kind: { is: 'any' as const } }));
  const plan = await findFormat('csv')?.plan(members, {});
  if (plan?.ok !== true) throw new Error('There is no CSV');
  const extent = { first: 0, count: lines.length, time: { startMs: 0, stepMs: 0 } };
  const written = withFormat({ fill: () => batch }, plan).fill(newBatch(), extent);
  expect(parseTable(Buffer.from(objectOf(plan, written)).toString(), 'rows.csv')).toEqual(rows);
});
