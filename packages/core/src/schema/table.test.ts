import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rowsOf } from '../../test/rows.ts';
import { parseSchema } from './parse.ts';
import { parseTable } from './table.ts';

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
    ['a zip code stays a text', 'x.csv', 'zip\n01234\n90210', [{ zip: '01234' }, { zip: '90210' }]],
    [
      'quotation marks, separators and lines within',
      'x.csv',
      'a,b\r\n"x, ""y""","1\n2"\r\n',
      [{ a: 'x, "y"', b: '1\n2' }],
    ],
    ['semicolons', 'x.csv', '\uFEFFa;b\n1,5;2\n', [{ a: '1,5', b: 2 }]],
    ['tabs', 'x.tsv', 'a\tb\nx\t\n', [{ a: 'x', b: null }]],
    ['empty lines', 'x.csv', 'a,b\n\n1,2\n\n', [{ a: 1, b: 2 }]],
    [
      'a column called as a prototype is',
      'x.csv',
      '__proto__,b\n1,2',
      [JSON.parse('{"__proto__": 1, "b": 2}')],
    ],
    ['JSON', 'x.json', '[{"a": 1}, [2]]', [{ a: 1 }, [2]]],
    ['JSON lines', 'x.ndjson', '{"a": 1}\n\n{"a": 2}\n', [{ a: 1 }, { a: 2 }]],
    ['only names', 'x.csv', 'a,b\n', []],
  ])('%s', (_, name, text, rows) => {
    expect(parseTable(text, name)).toEqual(rows);
  });

  test.each([
    ['x.csv', '', 'x.csv is empty'],
    ['x.csv', 'a,a\n1,2', 'x.csv has two columns that are called a'],
    ['x.csv', 'a,b\n1,2\n3', 'x.csv:3 has 1 fields, and the first line 2'],
    ['x.csv', 'a\n"b', 'x.csv:2 has a quotation mark out of place'],
    ['x.csv', 'a\n"b"c', 'x.csv:2 has a quotation mark out of place'],
    ['x.json', '{}', 'x.json holds no list'],
    ['x.json', '[1]', 'x.json: row 1 is neither an object nor a list'],
    ['x.ndjson', '{}\n7', 'x.ndjson:2 is neither an object nor a list'],
  ])('%s with %j says what is wrong', (name, text, message) => {
    expect(() => parseTable(text, name)).toThrow(message);
  });

  test('any texts come back', () => {
    const value = fc.string({ unit: 'grapheme' });
    const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
    fc.assert(
      fc.property(fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 9 }), (rows) => {
        // A text among the values keeps the column one of texts.
        const all = [['é', 'é'] as const, ...rows];
        const text = ['a,b', ...all.map((row) => row.map(quoted).join(','))].join('\r\n');
        const read = parseTable(text, 'x.csv') as readonly { a: unknown; b: unknown }[];
        expect(read.map(({ a, b }) => [a ?? '', b ?? ''])).toEqual(all.map((row) => [...row]));
      }),
    );
  });
});

describe('a dataset in a file', () => {
  const schema = (file: string): string =>
    JSON.stringify({ v: { type: 'catbird.dataset', params: { file, column: 'b', inOrder: true } } });

  test('has the rows of the file', () => {
    const result = parseSchema(schema('x.csv'), { files: (name) => parseTable('a,b\n1,x\n2,y\n', name) });
    if (!result.ok) throw new Error(JSON.stringify(result.issues));
    expect(rowsOf(result.schema.fields, { count: 3 })).toEqual(['{"v":"x"}', '{"v":"y"}', '{"v":"x"}']);
  });

  test('is an issue at its name where it cannot be read', () => {
    const messages = (files?: (name: string) => readonly unknown[]): unknown => {
      const result = parseSchema(schema('x.csv'), files && { files });
      return result.ok ? [] : result.issues.map(({ message, path, code }) => ({ message, path, code }));
    };
    const issue = (text: string): unknown => [
      { message: `catbird.dataset: ${text}`, path: ['v', 'params', 'file'], code: 'params' },
    ];
    expect(messages()).toEqual(
      issue('Cannot read x.csv: only the command line reads files. Put the rows into the schema instead'),
    );
    expect(messages((name) => parseTable('', name))).toEqual(issue('x.csv is empty'));
  });
});
