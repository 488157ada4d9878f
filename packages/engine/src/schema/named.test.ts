import { describe, expect, test } from 'vitest';
import { parseSchema } from './parse.ts';

const hintsOf = (schema: object): readonly (string | undefined)[] => {
  const result = parseSchema(JSON.stringify(schema));
  return result.ok ? [] : result.issues.map(({ hint }) => hint);
};

describe('a wrong schema gets a hint that works', () => {
  test.each([
    ['string', 'Did you mean lorem.word?'],
    ['timestamp', 'Did you mean catbird.timestampNow?'],
    ['int', 'Did you mean number.int?'],
    ['Name', 'Did you mean person.fullName?'],
    ['date', 'Did you mean date.recent?'],
    ['number.itn', 'Did you mean number.int?'],
    ['array', 'Use the type of the elements and add a count: {"type": "number.int", "count": 3}'],
    ['nope', 'Press Ctrl+Space in the editor or run catbird list types to see all types'],
    [
      'nope.nope',
      'Press Ctrl+Space in the editor or run catbird list types to see all types. For a type of a package, name the package: --types PACKAGE, or types in a config or a program',
    ],
  ])('the type %s', (type, hint) => {
    expect(hintsOf({ a: { type } })).toEqual([hint]);
  });

  test.each([
    ['a constant', 5, 'For a constant, write "a": {"value": 5}'],
    ['null', null, 'For a constant, write "a": {"value": null}'],
    ['a long text', 'x'.repeat(99), 'For a constant, write "a": {"value": …}'],
    ['a text', 'many words', 'For a constant, write "a": {"value": "many words"}'],
    ['a nested object', { city: 'Bern' }, 'An object needs a type: "a": {"type": "object", "fields": {…}}'],
    [
      'a list of objects',
      [{ city: 'Bern' }],
      'For a list of objects, write "a": {"type": "object", "count": 3, "fields": {…}}',
    ],
    ['params without a type', { params: { min: 1 } }, 'Write "a": {"type": "string.uuid"}'],
    ['an empty object', {}, 'Write "a": {"type": "string.uuid"}'],
  ])('%s instead of a field spec', (_, a, hint) => {
    expect(hintsOf({ a })).toEqual([hint]);
  });

  test.each([
    ['now', 'now is a function: write now()'],
    ['pric', 'Did you mean price?'],
    ['zzz', 'Available fields: price, v'],
  ])('the expression %s', (params, hint) => {
    const schema = { price: { type: 'number.int' }, v: { type: 'catbird.expression', params } };
    expect(hintsOf(schema)).toEqual([hint]);
  });

  test('the suggested constant is valid', () => {
    expect(hintsOf({ a: { value: 5 } })).toEqual([]);
  });
});
