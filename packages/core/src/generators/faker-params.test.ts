import { faker } from '@faker-js/faker';
import { expect, test } from 'vitest';
import { keysAt } from '../schema/known-keys.ts';
import { generatorTypes } from './catalogue.ts';

/** Methods whose first argument is data or an extent, and those of words, which pass their options on whole. */
const UNTOLD =
  /^(catbird|helpers|object|oneOf|lorem)|^string\.(fromCharacters|nanoid|sample|symbol)|^word\.(?!words$)/;

/** What JSON cannot hold, and what is read of a value that is made a text. */
const UNWRITABLE = ['distributor', 'toString', 'valueOf'];

/** What a method of faker reads from its options. */
function optionsRead(name: string): readonly string[] {
  const [family = '', method = ''] = name.split('.');
  const read = new Set<string>();
  const options = new Proxy(
    {},
    {
      get(_, key) {
        if (typeof key === 'string') read.add(key);
        return undefined;
      },
    },
  );
  const module = (faker as unknown as Readonly<Record<string, Readonly<Record<string, unknown>>>>)[family];
  const make = module?.[method];
  if (typeof make !== 'function') throw new Error(`Faker has no ${name}`);
  try {
    (make as (given: unknown) => unknown)(options);
  } catch {
    // Some cannot do without a value: what they asked for is known by then.
  }
  return [...read].filter((key) => !UNWRITABLE.includes(key));
}

test('the params of each of faker’s methods are those that it reads: a new one changes its declaration', () => {
  const types = generatorTypes.filter(({ name }) => !UNTOLD.test(name));
  expect(types.length).toBeGreaterThan(200);
  const unlike = types.flatMap(({ name, params }) => {
    const declared = keysAt(params, [0]).toSorted();
    const read = optionsRead(name).toSorted();
    return JSON.stringify(declared) === JSON.stringify(read) ? [] : [{ name, declared, read }];
  });
  expect(unlike).toEqual([]);
});
