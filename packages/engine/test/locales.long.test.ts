import { Faker } from '@faker-js/faker';
import { expect, test } from 'vitest';
import { locales } from '../src/data/codes.ts';
import { loaded } from '../src/data/store.ts';
import { generatorTypes } from '../src/generators/catalogue.ts';
import { textsOf } from '../src/generators/compile/localised.ts';
import { loadedSchema } from './people.ts';
import { rowsOf } from './rows.ts';

const types = generatorTypes.filter(({ locale }) => locale !== undefined);
const COUNT = 40;
const SAMPLES = 600;

const shapeOf = (value: unknown): string =>
  String(value)
    .replaceAll(/\p{L}+/gu, 'a')
    .replaceAll(/\d/g, '0');

/** Shapes of what faker itself makes. */
function shapesOf(locale: string, type: string): ReadonlySet<string> {
  const [family = '', method = ''] = type.split('.');
  const faker = new Faker({ locale: loaded.locale(locale).definitions, seed: 3 });
  const modules = faker as unknown as Record<string, Record<string, () => unknown>>;
  return new Set(Array.from({ length: SAMPLES }, () => shapeOf(modules[family]?.[method]?.())));
}

test.each(locales)('all types work in %s', async (locale) => {
  for (const type of types) {
    const schema = await loadedSchema({ $locale: locale, v: { type: type.name } });
    const values = rowsOf(schema, { count: COUNT }).map((row) => (JSON.parse(row) as { v: unknown }).v);
    for (const value of values) {
      expect(String(value), type.name).not.toMatch(/\{\{|undefined/);
      if (type.locale?.isAscii === true) expect(value, type.name).toMatch(/^[\x20-\x7e]+$/);
    }
    if (!['location.zipCode', 'phone.number'].includes(type.name)) continue;
    const shapes = shapesOf(locale, type.name);
    for (const value of values) expect([...shapes], type.name).toContain(shapeOf(value));
  }
  // Creates the texts once.
  expect(textsOf(loaded.locale(locale), false)).toBe(textsOf(loaded.locale(locale), false));
});
