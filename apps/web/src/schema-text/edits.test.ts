import { invalid, messagesOf, fieldSpecs, formatSchema, templates } from '@catbird/engine';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { difference } from './difference.ts';
import {
  addField,
  addItem,
  duplicateField,
  moveField,
  removeField,
  rename,
  setKey,
  setParam,
} from './edits.ts';
import { fieldAt, readFields, type FieldNode, type FieldTree } from './fields.ts';
import { freeName } from './names.ts';
import { paramsIn } from './params.ts';

function treeOf(text: string): FieldTree {
  const result = readFields(text);
  if (!result.ok) throw new Error(messagesOf(result.issues).join('. '));
  return result.tree;
}

const all = (fields: readonly FieldNode[]): readonly FieldNode[] =>
  fields.flatMap((field) => [field, ...all(field.children)]);

const name = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'é', '日本', 'a b', '"', '\\', '', '😀', '1', 'toString'),
  fc.string({ maxLength: 5 }),
);
const spec = fc.record(
  {
    type: fc.constantFrom('number.int', 'string.uuid'),
    params: fc.dictionary(fc.constantFrom('min', 'max', '__proto__x'), fc.integer(), { maxKeys: 3 }),
    nulls: fc.double({ min: 0, max: 1, noNaN: true }),
  },
  { requiredKeys: ['type'] },
);

/** Layouts in which people write JSON. */
const LAYOUTS: readonly ((json: string) => string)[] = [
  (json) => json,
  (json) => JSON.stringify(JSON.parse(json), null, 4),
  (json) => JSON.stringify(JSON.parse(json), null, '\t').replaceAll('\n', '\r\n'),
  (json) => formatSchema(json),
  (json) => formatSchema(json, Infinity),
];

/** A schema of one to six fields as text, duplicates included, and one with an object around them. */
const schema = fc
  .tuple(
    fc.array(fc.tuple(name, spec), { minLength: 1, maxLength: 6 }),
    fc.nat(LAYOUTS.length - 1),
    fc.boolean(),
  )
  .map(([fields, layout, isNested]) => {
    const members = fields.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',');
    const json = isNested
      ? `{"first":{"type":"lorem.word"},"in":{"type":"object","fields":{${members}}}}`
      : `{${members}}`;
    const isRepeated = new Set(fields.map(([key]) => key)).size < fields.length;
    // Laying out with JSON.parse would lose duplicates and reorder names that are numbers.
    const write = LAYOUTS[isRepeated || /"\d+":/.test(json) ? 3 : layout] ?? String;
    return { text: write(json), base: isNested ? [1] : [], count: fields.length };
  });

/** The members of an object as pairs, in order, duplicates included. */
const pairs = (text: string, base: readonly number[]): readonly (readonly [string, unknown])[] => {
  const { fields } = treeOf(text);
  const holder = base.length === 0 ? fields : (fieldAt(fields, base)?.children ?? []);
  return holder.map(({ member: { key, value } }) => [
    key,
    JSON.parse(text.slice(value.offset, value.offset + value.length)),
  ]);
};

describe('edits do what they would do to the parsed object, and their inverse restores every byte', () => {
  test('rename', () => {
    fc.assert(
      fc.property(schema, fc.nat(), name, ({ text, base, count }, n, to) => {
        const place = [...base, n % count];
        const before = pairs(text, base);
        const renamed = rename(text, place, to);
        expect(pairs(renamed, base)).toEqual(
          before.map(([key, value], i) => [i === n % count ? to : key, value]),
        );
        expect(JSON.parse(rename(renamed, place, before[n % count]?.[0] ?? ''))).toEqual(JSON.parse(text));
      }),
    );
  });

  test('move', () => {
    fc.assert(
      fc.property(schema, fc.nat(), fc.nat(), ({ text, base, count }, from, to) => {
        const [a, b] = [from % count, to % count];
        const before = pairs(text, base);
        const moved = moveField(text, [...base, a], b);
        const taken = before[a];
        expect(pairs(moved, base)).toEqual(
          taken === undefined ? before : before.toSpliced(a, 1).toSpliced(b, 0, taken),
        );
        expect(moved).toHaveLength(text.length);
        expect(moveField(moved, [...base, b], a)).toBe(text);
      }),
    );
  });

  test('add and remove', () => {
    fc.assert(
      fc.property(schema, fc.nat(), name, spec, ({ text, base, count }, n, key, value) => {
        const place = [...base, n % (count + 1)];
        const added = addField(text, place, key, JSON.stringify(value));
        expect(pairs(added, base)).toEqual(
          pairs(text, base).toSpliced(n % (count + 1), 0, [key, JSON.parse(JSON.stringify(value))]),
        );
        expect(removeField(added, place)).toBe(text);
      }),
    );
  });

  test('remove', () => {
    fc.assert(
      fc.property(schema, fc.nat(), ({ text, base, count }, n) => {
        const removed = removeField(text, [...base, n % count]);
        expect(pairs(removed, base)).toEqual(pairs(text, base).toSpliced(n % count, 1));
      }),
    );
  });

  test('duplicate', () => {
    fc.assert(
      fc.property(schema, fc.nat(), name, ({ text, base, count }, n, key) => {
        const at = n % count;
        const copied = duplicateField(text, [...base, at], key);
        const before = pairs(text, base);
        expect(pairs(copied, base)).toEqual(before.toSpliced(at + 1, 0, [key, before[at]?.[1]]));
        expect(removeField(copied, [...base, at + 1])).toBe(text);
      }),
    );
  });

  test('set and remove a key', () => {
    fc.assert(
      fc.property(schema, fc.nat(), fc.jsonValue({ maxDepth: 2 }), ({ text, base, count }, n, value) => {
        const place = [...base, n % count];
        const set = setKey(text, place, 'per', JSON.stringify(value));
        expect(pairs(set, base)).toEqual(
          pairs(text, base).map(([key, old], i) =>
            i === n % count
              ? [key, { ...(old as object), per: JSON.parse(JSON.stringify(value)) }]
              : [key, old],
          ),
        );
        expect(setKey(set, place, 'per', undefined)).toBe(text);
      }),
    );
  });

  test('set a param', () => {
    fc.assert(
      fc.property(schema, fc.nat(), fc.integer(), ({ text, base, count }, n, value) => {
        const place = [...base, n % count];
        const member = fieldAt(treeOf(text).fields, place)?.member;
        if (member === undefined) throw new Error('No field');
        const set = setParam(text, place, paramsIn(member.value, undefined), ['max', String(value)]);
        const [, old] = pairs(text, base)[n % count] ?? [];
        const { params = {} } = old as { params?: object };
        expect(pairs(set, base)[n % count]?.[1]).toEqual({
          ...(old as object),
          params: { ...params, max: value },
        });
        expect(pairs(set, base).toSpliced(n % count, 1)).toEqual(pairs(text, base).toSpliced(n % count, 1));
      }),
    );
  });
});

test.each(templates)('every field of $name can be edited and restored', ({ text, schema: parsed }) => {
  const fields = all(treeOf(text).fields);
  expect(
    treeOf(text)
      .fields.filter(({ kind }) => kind !== 'note')
      .map((each) => each.name),
  ).toEqual(Object.keys(fieldSpecs(parsed)));
  for (const { place, name: old, kind } of fields) {
    expect(rename(rename(text, place, 'ü'), place, old)).toBe(text);
    expect(
      removeField(duplicateField(text, place, 'copy'), [...place.slice(0, -1), (place.at(-1) ?? 0) + 1]),
    ).toBe(text);
    if (kind === 'note') continue;
    expect(setKey(setKey(text, place, 'missing', '0.5'), place, 'missing', undefined)).toBe(text);
  }
});

test('what is added looks like the rest', () => {
  const long = '{"type": "helpers.arrayElement", "params": ["one value", "another value", "a third value"]}';
  expect(addField('{}', [0], 'a', '{"type":"lorem.word"}')).toBe('{\n  "a": { "type": "lorem.word" }\n}');
  expect(addField('{"a":{"type":"x"}}', [1], 'b', '{"type": "y", "params": [1, " "]}')).toBe(
    '{"a":{"type":"x"},"b":{"type":"y","params":[1," "]}}',
  );
  expect(addField('{\n\t"a": {"type": "x"}\n}', [1], 'b', long)).toBe(
    '{\n\t"a": {"type": "x"},\n\t"b": {\n\t\t"type": "helpers.arrayElement",\n\t\t"params": [\n\t\t\t"one value",\n\t\t\t"another value",\n\t\t\t"a third value"\n\t\t]\n\t}\n}',
  );
});

test('numbers stay as they are written', () => {
  const text = '{\n  "a": { "type": "number.float", "params": { "min": 1.50, "max": 1e3 } }\n}';
  const params = paramsIn(fieldAt(treeOf(text).fields, [0])?.member.value ?? treeOf(text).root, undefined);
  expect(setParam(text, [0], params, ['max', '2.500'])).toBe(
    '{\n  "a": { "type": "number.float", "params": { "min": 1.50, "max": 2.500 } }\n}',
  );
  const list = '{"a": {"type": "t", "params": [1.0, 2.0]}}';
  const [field] = treeOf(list).fields;
  const items = field && paramsIn(field.member.value, { kind: 'list' });
  if (items?.kind !== 'value' || items.node.kind !== 'array') throw new Error('No list');
  expect(addItem(list, items.node, '3.0')).toBe('{"a": {"type": "t", "params": [1.0, 2.0, 3.0]}}');
});

test('text that is no schema has no fields, and the line of the mistake', () => {
  expect(readFields('{\n  "a": {"type": "x"\n  "b": 1\n}')).toEqual(invalid('Line 2 doesn’t parse'));
  expect(readFields('[]')).toEqual(invalid('A schema is an object of fields'));
  expect(readFields('')).toEqual(invalid('Line 1 doesn’t parse'));
});

test('a free name counts on', () => {
  expect(freeName('a', [])).toBe('a');
  expect(freeName('a', ['a', 'a_2'])).toBe('a_3');
  expect(freeName('a_2', ['a_2'])).toBe('a_3');
});

test('a difference turns one text into the other', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (before, after) => {
      const { from, to, insert } = difference(before, after);
      expect(before.slice(0, from) + insert + before.slice(to)).toBe(after);
    }),
  );
});

test('the name of a type is a field, and becomes an object once it has more to say', () => {
  const text = '{"id": "string.uuid", "n": "number.int"}';
  const [id, n] = treeOf(text).fields;
  expect([id, n].map((field) => [field?.kind, field?.type])).toEqual([
    ['field', 'string.uuid'],
    ['field', 'number.int'],
  ]);
  const place = n?.place ?? [];
  expect(setKey(text, place, 'type', '"number.float"')).toBe('{"id": "string.uuid", "n": "number.float"}');
  expect(setKey(text, place, 'nulls', '0.1')).toBe(
    '{"id": "string.uuid", "n": { "type": "number.int", "nulls": 0.1 }}',
  );
  expect(setParam(text, place, { kind: 'none' }, ['max', '5'])).toBe(
    '{"id": "string.uuid", "n": { "type": "number.int", "params": { "max": 5 } }}',
  );
  expect(setKey(text, place, 'nulls', undefined)).toBe(text);
});
