import { faker } from '@faker-js/faker';
import { afterEach, expect, test, vi } from 'vitest';
import { rowsOf } from '../../test/rows.ts';
import { keysAt } from '../schema/known-keys.ts';
import { loadData } from '../rows/load-data.ts';
import { parseSchema } from '../schema/parse.ts';
import { generatorTypes } from './catalogue.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Types whose first argument is data or an extent, and word types, which pass all options on. */
const EXCLUDED =
  /^(catbird|helpers|object|oneOf|lorem)|^string\.(fromCharacters|nanoid|sample|symbol)|^word\.(?!words$)/;

/** An option that JSON cannot represent, and members that string conversion reads. */
const UNWRITABLE = ['distributor', 'toString', 'valueOf'];

/** The options that a faker method reads. */
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
    // Some methods need a value, but have read their options by then.
  }
  return [...read].filter((key) => !UNWRITABLE.includes(key));
}

test('declares exactly the params that each faker method reads', () => {
  const types = generatorTypes.filter(({ name }) => !EXCLUDED.test(name));
  expect(types.length).toBeGreaterThan(200);
  const unlike = types.flatMap(({ name, params }) => {
    const declared = keysAt(params, [0]).toSorted();
    const read = optionsRead(name).toSorted();
    return JSON.stringify(declared) === JSON.stringify(read) ? [] : [{ name, declared, read }];
  });
  expect(unlike).toEqual([]);
});

test('no type reads the system clock', async () => {
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
    await loadData(result.schema);
    const { fields } = result.schema;
    vi.setSystemTime('2001-02-03T04:05:06Z');
    const before = rowsOf(fields, { count: 3 });
    vi.setSystemTime('2040-02-03T04:05:06Z');
    expect(rowsOf(fields, { count: 3 }), spec.type).toEqual(before);
  }
});
