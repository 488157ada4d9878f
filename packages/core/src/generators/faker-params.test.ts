import { faker } from '@faker-js/faker';
import { afterEach, expect, test, vi } from 'vitest';
import { rowsOf } from '../../test/rows.ts';
import { keysAt } from '../schema/known-keys.ts';
import { parseSchema } from '../schema/parse.ts';
import { generatorTypes } from './catalogue.ts';

afterEach(() => {
  vi.useRealTimers();
});

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

test('no type reads the machine’s clock: a date that nobody asked for is refused', () => {
  const alone = generatorTypes.filter(({ exampleSchema }) => exampleSchema === undefined);
  const specs = alone.map(({ name, example }) => ({
    type: name,
    ...(example !== undefined && { params: example }),
  }));
  const more = [
    { type: 'string.uuid', params: { version: 7 } },
    { type: 'date.birthdate', params: { mode: 'year', min: 1960, max: 1990 } },
    { type: 'date.past', params: { years: 0.5 } },
  ];
  for (const spec of [...specs, ...more]) {
    const result = parseSchema(JSON.stringify({ value: spec }));
    if (!result.ok) throw new Error(`${spec.type}: ${result.issues[0]?.message}`);
    const { fields } = result.schema;
    vi.setSystemTime('2001-02-03T04:05:06Z');
    const before = rowsOf(fields, { count: 3 });
    vi.setSystemTime('2040-02-03T04:05:06Z');
    expect(rowsOf(fields, { count: 3 }), spec.type).toEqual(before);
  }
});
