import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSchema } from '../schema/parse.ts';
import { templates } from '../templates/index.ts';
import { newBatch, texts } from './batch.ts';
import { csvColumns, csvHeader, csvRecord } from './csv.ts';
import { compile } from './writer.ts';

const CASES: readonly (readonly [what: string, row: object, record: string])[] = [
  ['numbers and booleans as they are', { a: 1.5, b: true }, '1.5,true\n'],
  ['null and missing fields as nothing', { a: null }, ',\n'],
  ['an empty text in quotation marks', { a: '', b: 'x' }, '"",x\n'],
  ['commas, quotation marks and newlines in quotation marks', { a: 'x, y', b: '5" \n' }, '"x, y","5"" \n"\n'],
  ['texts with escapes', { a: 'ö\\"', b: '\u0001\t' }, '"ö\\""","\u0001\t"\n'],
  ['objects and lists as JSON', { a: { b: [1, '}'] }, b: [] }, '"{""b"":[1,""}""]}",[]\n'],
  ['a text that looks like null', { a: 'null', b: '{}' }, 'null,{}\n'],
  ['names in any order', { b: 1, a: 2 }, '2,1\n'],
];

test.each(CASES)('CSV has %s', (_, row, record) => {
  expect(csvRecord(JSON.stringify(row), ['a', 'b'])).toBe(record);
});

test('a number keeps every digit', () => {
  expect(csvRecord('{"a":12345678901234567890,"b":1.10}', ['a', 'b'])).toBe('12345678901234567890,1.10\n');
});

test('a header quotes names, too', () => {
  expect(csvHeader(['id', 'last, first', '__proto__'])).toBe('id,"last, first",__proto__\n');
});

/** The cells of a record: a reader of RFC 4180 that knows nothing of the writer. */
function cellsOf(record: string): string[] {
  const cells = `,${record.slice(0, -1)}`.match(/,(?:"(?:[^"]|"")*"|[^,]*)/g) ?? [];
  return cells.map((cell) =>
    cell
      .slice(1)
      .replace(/^"([\s\S]*)"$/, '$1')
      .replaceAll('""', '"'),
  );
}

test('a reader of CSV finds the values that were written', () => {
  const value = fc.oneof(
    fc.string({ minLength: 1, unit: 'grapheme' }),
    // JSON has no infinities.
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.jsonValue({ maxDepth: 2 }),
  );
  fc.assert(
    fc.property(value, value, (a, b) => {
      const row = JSON.stringify({ a, b });
      const read = cellsOf(csvRecord(row, ['a', 'b']));
      const asText = (each: unknown): string =>
        typeof each === 'string' ? each : each === null ? '' : JSON.stringify(each);
      expect(read).toEqual([asText(a), asText(b)]);
    }),
  );
});

test('the columns of every template are the members of its rows', () => {
  for (const { name, text } of templates) {
    const parsed = parseSchema(text);
    if (!parsed.ok) throw new Error(name);
    const columns = csvColumns(parsed.schema);
    const batch = compile(parsed.schema, { seed: 42 }).fill(newBatch(), {
      first: 0,
      count: 3,
      time: { startMs: Date.UTC(2026, 0, 1), stepMs: 1000 },
    });
    for (const line of texts(batch))
      for (const member of Object.keys(JSON.parse(line) as object)) expect(columns, name).toContain(member);
  }
});
