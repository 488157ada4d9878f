import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases, everyNth } from '../../../../test/long.ts';
import { templates } from '../templates/index.ts';
import { parseSchema } from './parse.ts';
import { renameField } from './rename.ts';

const WORD = { type: 'lorem.word' };
const NUMBER = { type: 'number.int', params: { min: 1, max: 9 } };
const formula = (params: string): object => ({ type: 'catbird.expression', params });
const text = (params: string): object => ({ type: 'catbird.template', params });

function renamed(schema: object, path: string, name: string) {
  const result = renameField(JSON.stringify(schema), path.split('/'), name);
  return result && { ...result, text: JSON.parse(result.text) as unknown };
}

describe('a field gets another name', () => {
  test('in references, templates, expressions, params, conditions, per and lookups', () => {
    const schema = (price: string): object => ({
      [price]: NUMBER,
      copy: { type: 'catbird.ref', params: [price] },
      label: text(`price: {{ ${price} | upper }}, {{price2}} {{${price}}}`),
      total: formula(
        `${price} * 2 + field("${price}") + round(${price} , 1) + (note == "price" ? 1 : price2)`,
      ),
      price2: { type: 'number.int', params: { max: { ref: price } }, if: `${price}>1` },
      note: { ...WORD, per: [price, 'price2'] },
      kind: {
        type: 'catbird.lookup',
        params: { field: price, cases: { price: 1, other: text(`{{${price}}}`) }, default: 'price' },
      },
      price_of: { value: 'price' },
      ref: { type: 'helpers.arrayElement', params: [{ ref: 'price' }] },
    });
    expect(renamed(schema('price'), 'price', 'cost')).toEqual({
      text: schema('cost'),
      followed: ['copy', 'label', 'total', 'price2', 'note', 'kind'],
      left: [],
      isWhole: true,
    });
  });

  test('at the beginning of paths', () => {
    const schema = (item: string): object => ({
      $entities: { product: { size: 3, fields: { price: NUMBER, item: WORD } } },
      [item]: { type: 'catbird.entity', params: { of: 'product' } },
      price: { type: 'catbird.ref', params: `${item}.price` },
      title: text(`{{${item}.price}} {{${item}}}`),
      double: formula(`${item}.price * 2`),
    });
    expect(renamed(schema('item'), 'item', 'thing')).toMatchObject({ text: schema('thing'), left: [] });
  });

  test('along paths into objects', () => {
    const schema = (box: string, size: string): object => ({
      [box]: { type: 'object', fields: { a: { type: 'object', fields: { [size]: NUMBER } } } },
      copy: { type: 'catbird.ref', params: `${box}.a.${size}` },
      title: text(`{{${box}.a.${size}}}`),
      double: formula(`${box}.a.${size} * 2`),
    });
    const before = schema('box', 'size');
    expect(renamed(before, 'box', 'crate')).toMatchObject({ text: schema('crate', 'size'), left: [] });
    expect(renamed(before, 'box/fields/a/fields/size', 'cm')).toMatchObject({ text: schema('box', 'cm') });
  });

  test('in lists that are sorted by it, distinct in it, or added up', () => {
    const schema = (price: string): object => ({
      items: {
        type: 'object',
        count: 3,
        distinct: price,
        sort: { by: price },
        fields: { [price]: NUMBER, name: { type: 'catbird.ref', params: price } },
      },
      sum: formula(`sum(items, "${price}") + sum(items, 'name') + get(price, "price")`),
      price: WORD,
    });
    expect(renamed(schema('price'), 'items/fields/price', 'cost')).toEqual({
      text: schema('cost'),
      followed: ['name', 'sum'],
      left: ['sum'],
      isWhole: true,
    });
  });

  test('and ^ leads past fields that would come first', () => {
    expect(
      renamed(
        { id: NUMBER, item: { type: 'object', fields: { order: { type: 'catbird.ref', params: 'id' } } } },
        'item/fields/order',
        'id',
      ),
    ).toMatchObject({
      text: { id: NUMBER, item: { fields: { id: { params: '^id' } } } },
      followed: ['order'],
    });
    expect(
      renamed(
        { id: NUMBER, item: { type: 'object', fields: { n: NUMBER, order: formula('id + n + ^id') } } },
        'id',
        'n',
      ),
    ).toMatchObject({ text: { n: NUMBER, item: { fields: { order: formula('^n + n + ^n') } } }, left: [] });
  });

  test('that must be quoted in an expression', () => {
    expect(
      renamed({ a: NUMBER, b: formula('a*a + max(a, 1)'), c: text('{{a}}') }, 'a', 'unit "price"'),
    ).toMatchObject({
      text: {
        b: formula('field("unit \\"price\\"")*field("unit \\"price\\"") + max(field("unit \\"price\\""), 1)'),
        c: text('{{unit "price"}}'),
      },
    });
    const quoted = { 'a "b"': NUMBER, c: formula('field("a \\"b\\"") + 1') };
    expect(renamed(quoted, 'a "b"', 'x')).toMatchObject({
      text: { x: NUMBER, c: formula('field("x") + 1') },
    });
  });

  test('but not where it cannot be written', () => {
    const schema = { a: NUMBER, b: text('{{a}}'), c: formula('a + 1') };
    expect(renamed(schema, 'a', 'x}}')).toEqual({
      text: { 'x}}': NUMBER, b: text('{{a}}'), c: formula('field("x}}") + 1') },
      followed: ['c'],
      left: ['b'],
      isWhole: true,
    });
  });

  test('next to fields with errors, which are named as unknown', () => {
    const schema = { a: NUMBER, b: text('{{a}}'), c: { type: 'no.type', params: '{{a}}' } };
    expect(renamed(schema, 'a', 'x')).toMatchObject({ text: { b: text('{{x}}') }, isWhole: false });
    expect(renamed(schema, 'c', 'x')).toBeUndefined();
    expect(renamed(schema, 'd', 'x')).toBeUndefined();
    expect(renameField('{"a"', ['a'], 'b')).toBeUndefined();
  });

  test('and the text stays as it is in all else', () => {
    const written = (name: string): string =>
      `{ "$comment": "a",\r\n  "${name}" :{"type":"number.int","params":{"max":1.50}},\n\t"b": {"type": "catbird.ref", "params": ["${name}"]} }`;
    expect(renameField(written('a'), ['a'], 'c')?.text).toBe(written('c'));
  });
});

test.each(everyNth(4, templates))(
  'all fields of $name can be renamed, one after the other, and back',
  ({ text: before }) => {
    const schema = JSON.parse(before) as Record<string, { fields?: object } | undefined>;
    // Inner fields first: their paths have the names of the objects around them.
    const paths = Object.entries(schema)
      .filter(([name]) => !name.startsWith('$'))
      .flatMap(([name, field]) => [
        ...Object.keys(field?.fields ?? {}).map((each) => [name, 'fields', each]),
        [name],
      ]);
    const steps = paths.slice(0, 6).map((path, i) => ({ path, name: `a name ${i}` }));
    const rename = (text: string, path: readonly string[], name: string): string => {
      const result = renameField(text, path, name);
      expect(result, path.join('.')).toMatchObject({ left: [], isWhole: true });
      return result?.text ?? '';
    };
    const there = steps.reduce((text, { path, name }) => rename(text, path, name), before);
    const parsed = parseSchema(there);
    expect(parsed.ok, JSON.stringify(parsed)).toBe(true);
    const back = steps
      .toReversed()
      .reduce((text, { path, name }) => rename(text, [...path.slice(0, -1), name], path.at(-1) ?? ''), there);
    // Names stay in quotes that they no longer need.
    expect(back.replaceAll(/field\(\\"(\w+)\\"\)/g, '$1')).toBe(before);
  },
);

test('any names may change as long as they can be written', () => {
  const name = fc.constantFrom(
    'a',
    'b',
    'a.b',
    '^a',
    'true',
    'sum',
    'é',
    '日本',
    'x y',
    '"',
    "'",
    '\\',
    '1',
    '-',
  );
  fc.assert(
    fc.property(name, name, (from, to) => {
      fc.pre(from !== to);
      const schema = {
        [from]: NUMBER,
        q: { type: 'catbird.ref', params: from },
        r: text(`{{${from}}}`),
        s: formula(`1 + field(${JSON.stringify(from)})`),
      };
      const result = renamed(schema, from, to);
      expect(result).toMatchObject({ text: { q: { params: to }, r: text(`{{${to}}}`) }, left: [] });
      const parsed = parseSchema(JSON.stringify(result?.text));
      expect(parsed.ok, JSON.stringify(parsed)).toBe(true);
    }),
    { numRuns: cases(15) },
  );
});
