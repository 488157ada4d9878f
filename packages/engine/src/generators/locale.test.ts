import { describe, expect, test, vi } from 'vitest';
import { parseEntities, parseSchema } from '../schema/parse.ts';
import { tableOf } from './analysis/pools.ts';
import { expectPerson, expectPlace, loadedSchema, type Person, type Place } from '../../test/people.ts';
import { rowsInBatches, rowsOf } from '../../test/rows.ts';
import { compile } from '../rows/writer.ts';
import { loaded } from '../data/store.ts';

type Row = Readonly<Record<string, unknown>>;

const rowsIn = async (schema: object, count = 300): Promise<readonly Row[]> =>
  rowsOf(await loadedSchema(schema), { count }).map((row) => JSON.parse(row) as Row);

const JAPANESE = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u;
const isJapanese = (value: unknown): boolean => JAPANESE.test(String(value));
const share = (rows: readonly Row[], test: (row: Row) => boolean): number =>
  rows.filter(test).length / rows.length;

const FIELDS = {
  first: { type: 'person.firstName' },
  last: { type: 'person.lastName' },
  city: { type: 'location.city' },
};
const WEIGHTS = { de: 5, ja: 1 };

describe('$locale', () => {
  test('sets the locale of all fields', async () => {
    const zip = { type: 'location.zipCode' };
    const month = { type: 'date.month', params: { abbreviated: true } };
    const rows = await rowsIn({ $locale: 'de', ...FIELDS, zip, month });
    const { person, date } = loaded.locale('de').definitions;
    const names = new Set([...(person?.first_name?.female ?? []), ...(person?.first_name?.male ?? [])]);
    for (const row of rows) {
      expect(row['zip']).toMatch(/^\d{5}$/);
      expect(date?.month?.abbr).toContain(row['month']);
    }
    expect(share(rows, ({ first }) => names.has(String(first)))).toBeGreaterThan(0.9);
  });

  test('with weights, draws one locale for a row, also in its objects, lists and choices', async () => {
    const fields = {
      ...FIELDS,
      inner: { type: 'object', fields: FIELDS },
      list: { type: 'object', count: 3, fields: FIELDS },
      several: { type: 'person.firstName', count: { min: 1, max: 4 } },
      different: { type: 'location.city', count: 3, distinct: true, sort: true },
      choice: { type: 'oneOf', params: [{ field: FIELDS.last }, { field: FIELDS.city }] },
      read: { type: 'catbird.template', params: '{{first}} {{last}}' },
      person: { type: 'catbird.person' },
      company: { type: 'catbird.ref', params: 'person.name' },
    };
    const rows = await rowsIn({ $locale: WEIGHTS, ...fields }, 1200);
    for (const row of rows) {
      const { person, ...others } = row;
      const texts = Object.values(others).flatMap((value) =>
        typeof value === 'object'
          ? JSON.stringify(value).match(/"(?:first|last|city|name)":"[^"]+|^\["[^"]+/g)
          : [value],
      );
      expect(new Set(texts.map(isJapanese)).size, JSON.stringify(row)).toBe(1);
      expect(person).toMatchObject({ countryCode: isJapanese(row['first']) ? 'JP' : 'DE' });
    }
    expect(share(rows, ({ first }) => isJapanese(first))).toBeCloseTo(1 / 6, 1);
  });

  test('belongs to the key of per', async () => {
    const user = { type: 'number.int', params: { max: 20 } };
    const rows = await rowsIn({
      $locale: WEIGHTS,
      user,
      name: { ...FIELDS.first, per: 'user' },
      home: { type: 'object', per: 'user', fields: FIELDS },
    });
    const ofUser = new Map<unknown, string>();
    for (const { user: id, name, home } of rows) {
      expect(isJapanese(name)).toBe(isJapanese((home as Row)['first']));
      const text = JSON.stringify([name, home]);
      expect(ofUser.get(id) ?? text).toBe(text);
      ofUser.set(id, text);
    }
    expect(new Set([...ofUser.values()].map(isJapanese)).size).toBe(2);
  });

  test('belongs to the entity, whose unique values differ in all locales', async () => {
    const email = { type: 'internet.email', unique: true };
    const word = { type: 'person.lastName', unique: true };
    const rows = await rowsIn(
      {
        $locale: { de: 1, ja: 1, fr: 1 },
        $entities: { user: { size: 500, fields: { ...FIELDS, email, word } } },
        user: { type: 'catbird.entity', params: { of: 'user', skew: 'inOrder' } },
        ...Object.fromEntries(
          ['first', 'last', 'email', 'word'].map((name) => [
            name,
            { type: 'catbird.ref', params: `user.${name}` },
          ]),
        ),
      },
      500,
    ).catch((error: unknown) => error);
    expect(String(rows)).toContain('distinct values of the locale fr are too few for 500 entities');
    const more = await rowsIn(
      {
        $locale: { de: 1, ja: 1 },
        $entities: { user: { size: 250, fields: { ...FIELDS, email, word } } },
        user: { type: 'catbird.entity', params: { of: 'user', skew: 'inOrder' } },
        ...Object.fromEntries(
          ['first', 'last', 'email', 'word'].map((name) => [
            name,
            { type: 'catbird.ref', params: `user.${name}` },
          ]),
        ),
      },
      250,
    );
    for (const column of ['email', 'word']) expect(new Set(more.map((row) => row[column])).size).toBe(250);
    for (const { first, last, word: unique } of more)
      expect([isJapanese(last), isJapanese(unique)]).toEqual([isJapanese(first), isJapanese(first)]);
  });

  test('of an entity is the same in its table, in draws and in all of its changes', async () => {
    const states = { created: { updated: 9, deleted: 1 }, updated: { updated: 8, deleted: 2 }, deleted: {} };
    const wait = { created: { mean: '5m' }, updated: { mean: '10m' } };
    const schema = await loadedSchema({
      $locale: { de: 1, ja: 1 },
      $entities: { user: { size: 40, fields: FIELDS } },
      step: { type: 'catbird.journey', hidden: true, params: { of: 'user', states, wait } },
      change: {
        type: 'catbird.change',
        params: { of: 'step', ops: { created: 'c', updated: 'u', deleted: 'd' } },
      },
    });
    const [user] = schema.entities ?? [];
    if (user === undefined) throw new Error('The schema has an entity');
    const table = rowsOf(tableOf(user, [user]), { count: 40 }).map((row) => JSON.parse(row) as Row);
    const isOf = new Map(table.map(({ user_id: id, ...row }) => [id, isJapanese(row['first'])]));
    expect(new Set(isOf.values()).size).toBe(2);
    for (const { first, last, city, user_id: id } of table)
      for (const value of [first, last, city]) expect(isJapanese(value)).toBe(isOf.get(id));
    const changes = rowsOf(schema, { count: 200, stepMs: 1000 }).map(
      (row) => (JSON.parse(row) as { change: { before: Row | null; after: Row | null } }).change,
    );
    for (const record of changes.flatMap(({ before, after }) => [before, after]))
      for (const name of Object.keys(FIELDS))
        if (record !== null) expect(isJapanese(record[name]), name).toBe(isOf.get(record['user_id']));
  });

  test('of an entity wins over that of the schema, and entities of a config have their own', async () => {
    const user = { size: 10, $locale: 'ja', fields: FIELDS };
    const rows = await rowsIn({
      $locale: 'de',
      $entities: { user },
      user: { type: 'catbird.entity', params: { of: 'user' } },
      first: { type: 'catbird.ref', params: 'user.first' },
      mine: FIELDS.first,
    });
    expect(share(rows, ({ first }) => isJapanese(first))).toBe(1);
    expect(share(rows, ({ mine }) => isJapanese(mine))).toBe(0);
    expect(parseEntities(JSON.stringify({ user }))).toMatchObject({
      ok: true,
      entities: [{ fields: [{ locale: { shares: [['ja', 1]] } }, {}, {}] }],
    });
  });

  test('of a field wins over that of the schema, and with weights it is drawn for each value', async () => {
    const rows = await rowsIn(
      {
        $locale: { de: 1, ja: 1 },
        ...FIELDS,
        own: { type: 'person.firstName', locale: 'ja' },
        any: { type: 'person.lastName', locale: { de: 1, ja: 1 } },
      },
      600,
    );
    expect(share(rows, ({ own }) => isJapanese(own))).toBe(1);
    expect(share(rows, ({ any, last }) => isJapanese(any) === isJapanese(last))).toBeCloseTo(0.5, 1);
  });

  test('gives way to params that choose a country or a locale', async () => {
    const rows = await rowsIn({
      $locale: 'ja',
      mine: { type: 'catbird.person', params: { country: 'FR' } },
      its: { type: 'catbird.person' },
      place: { type: 'catbird.place' },
      firm: { type: 'catbird.company' },
    });
    for (const row of rows)
      expect(row).toMatchObject({
        mine: { countryCode: 'FR' },
        its: { countryCode: 'JP' },
        place: { countryCode: 'JP' },
        firm: { countryCode: 'JP' },
      });
  });

  test('makes people and places that fit together, in six locales', async () => {
    const $locale = { en: 1, en_GB: 1, de: 1, fr: 1, ja: 1, pt_BR: 1 };
    const who = { type: 'catbird.person' };
    const place = { type: 'catbird.place' };
    const rows = await rowsIn({ $locale, who, place }, 1000);
    const people = rows as unknown as readonly { readonly who: Person; readonly place: Place }[];
    for (const row of people) {
      expectPerson(row.who);
      expectPlace(row.place);
      expect(row.place.countryCode).toBe(row.who.countryCode);
    }
    expect(new Set(people.map((row) => row.who.countryCode)).size).toBe(6);
    expect(new Set(people.map((row) => row.who.email)).size).toBeGreaterThan(990);
  });

  test('makes the same bytes in any batches', async () => {
    const schema = await loadedSchema({
      $locale: { de: 2, ja: 1, pt_BR: 1 },
      ...FIELDS,
      list: { type: 'object', count: { min: 0, max: 3 }, fields: FIELDS },
      text: { type: 'lorem.sentence' },
      person: { type: 'catbird.person' },
    });
    const time = { startMs: 0, stepMs: 1 };
    expect(rowsInBatches(compile(schema, { seed: 1 }), time)).toEqual(
      rowsOf(schema, { count: 300, startMs: 0, stepMs: 1 }),
    );
  });

  test('en makes the same rows as no locale', async () => {
    const fields = { ...FIELDS, email: { type: 'internet.email' }, text: { type: 'lorem.sentence' } };
    const schema = await loadedSchema({ $locale: 'en', ...fields });
    expect(rowsOf(schema, { count: 50 })).toEqual(rowsOf(await loadedSchema(fields), { count: 50 }));
  });
});

test.each(['de', 'ja', 'ru', 'ar', 'th', 'zh_CN', 'el', 'mk'])(
  'addresses of %s are in ASCII',
  async (locale) => {
    const types = ['email', 'exampleEmail', 'username', 'domainName', 'url'];
    const fields = Object.fromEntries(types.map((name) => [name, { type: `internet.${name}` }]));
    const provider = { type: 'internet.email', params: { provider: 'shop.example' } };
    for (const row of await rowsIn({ $locale: locale, ...fields, provider }))
      for (const text of Object.values(row)) expect(text).toMatch(/^[\w.@:/+-]+$/);
  },
);

test('compile names a locale that is missing', async () => {
  // Other tests have loaded locales.
  vi.resetModules();
  const { compile: compileAnew, loadData, parseSchema: parseAnew } = await import('../index.ts');
  const result = parseAnew(JSON.stringify({ $locale: 'hr', city: { type: 'location.city' } }));
  if (!result.ok) throw new Error('The schema is valid');
  expect(() => compileAnew(result.schema, { seed: 1 })).toThrow(
    'Field "city": The texts of the locale hr are not loaded. Call `await loadData(schema)` before `compile`',
  );
  await loadData(result.schema);
  expect(() => compileAnew(result.schema, { seed: 1 })).not.toThrow();
});

describe('what a locale lacks', () => {
  const notesOf = (schema: object): readonly string[] => {
    const result = parseSchema(JSON.stringify(schema));
    return (result.ok ? result.notes : result.issues).map(
      ({ severity, message }) => `${severity}: ${message}`,
    );
  };

  test('is English, with a note for each locale', async () => {
    const county = { type: 'location.county' };
    const bear = { type: 'animal.bear' };
    expect(notesOf({ $locale: { de: 1, ja: 1 }, county, bear, ...FIELDS })).toEqual([
      'note: de has no data for location.county and animal.bear: English is used',
      'note: ja has no data for location.county: English is used',
    ]);
    const [row] = await rowsIn({ $locale: 'de', bear }, 1);
    expect(loaded.locale('en').definitions.animal?.bear).toContain(row?.['bear']);
  });

  test('of people is a country', () => {
    expect(notesOf({ $locale: 'th', who: { type: 'catbird.person' } })).toEqual([
      'note: th has no data for catbird.person: English is used',
    ]);
  });

  test('is not noted if it has all', () => {
    expect(notesOf({ $locale: 'de', ...FIELDS, id: { type: 'string.uuid' } })).toEqual([]);
    expect(notesOf({ $locale: 'en_GB', ...FIELDS, bear: { type: 'animal.bear' } })).toEqual([]);
  });
});

describe('mistakes', () => {
  const NAME = { type: 'person.firstName' };
  test.each([
    [
      { $locale: 'de-DE', a: NAME },
      'error',
      '$locale: Unknown locale de-DE',
      'Did you mean de or de_AT or de_CH?',
    ],
    [{ $locale: 'pt-br', a: NAME }, 'error', '$locale: Unknown locale pt-br', 'Did you mean pt_BR?'],
    [{ $locale: { jaa: 1 }, a: NAME }, 'error', '$locale: Unknown locale jaa', /Did you mean/],
    [{ $locale: 'xx', a: NAME }, 'error', '$locale: Unknown locale xx', /^Locales: af_ZA, /],
    [{ $locale: {}, a: NAME }, 'error', '$locale names no locale', /"de"/],
    [
      { $locale: { de: 0 }, a: NAME },
      'error',
      '$locale: The weight of de must be a number greater than 0',
      /"de"/,
    ],
    [{ $locale: 5, a: NAME }, 'error', '$locale must be a locale, or locales with weights', /"de"/],
    [
      { a: { ...NAME, locale: 'dee' } },
      'error',
      'person.firstName: locale: Unknown locale dee',
      /Did you mean de/,
    ],
    [{ $locale: { de: 1e308, ja: 1e308 }, a: NAME }, 'error', '$locale: The weights are too large', /"de"/],
    [
      { a: { type: 'number.int', locale: 'de' } },
      'error',
      'number.int: locale has no effect: values are the same in all locales',
      'Remove it',
    ],
    [
      { a: { type: 'object', locale: 'de', fields: { a: NAME } } },
      'error',
      'object: locale has no effect: values are the same in all locales',
      'Set it on the fields inside',
    ],
    [
      { $locale: 'de', a: { type: 'number.int' } },
      'warning',
      '$locale has no effect: the values of all fields are the same in all locales',
      'Remove it',
    ],
    [
      { o: { type: 'object', fields: { $locale: 'de', a: NAME } } },
      'error',
      '$locale is reserved',
      'Set it at the top of the schema or of an entity, or "locale" on a field',
    ],
    [
      { locale: 'de', a: NAME },
      'error',
      'Field locale must be an object with a type',
      'Did you mean $locale?',
    ],
    [
      { a: { type: 'internet.email', params: { locale: 'de' } } },
      'error',
      'internet.email: Unknown param locale',
      'Move locale out of params, beside type',
    ],
  ])('%j', (schema, severity, message, hint) => {
    const result = parseSchema(JSON.stringify(schema));
    const [issue] = result.ok ? result.notes : result.issues;
    expect(issue?.severity).toBe(severity);
    expect(issue?.message).toMatch(message);
    if (hint !== undefined) expect(issue?.hint).toMatch(hint);
  });
});
