import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { COUNTRIES, LOCALES, ROMANISED } from '../../packages/engine/src/data/loaders.ts';
import type { CountryFile } from '../../packages/engine/src/data/country.ts';
import { romanisedFile } from './romanised.ts';
import { citiesOf } from './places.ts';

const DATA = fileURLToPath(new URL('../../packages/engine/src/data/', import.meta.url));

test.each(Object.keys(COUNTRIES))(
  'cities of %s are those of the packages (`CATBIRD_LONG=1 npx vitest run places -u` updates them)',
  async (country) => {
    const path = `${DATA}countries/country-${country.toLowerCase()}.json`;
    const file = JSON.parse(readFileSync(path, 'utf8')) as CountryFile;
    const text = `${JSON.stringify({ ...file, ...citiesOf(country, file) }, null, 2)}\n`;
    await expect(text).toMatchFileSnapshot(path);
  },
);

const BY_HAND = ['ja'];

test.each(Object.keys(ROMANISED).filter((locale) => !BY_HAND.includes(locale)))(
  'names of %s in ASCII are those of the package (`CATBIRD_LONG=1 npx vitest run places -u` updates them)',
  async (locale) => {
    const { faker } = (await LOCALES[locale]?.()) ?? {};
    const text = romanisedFile(faker?.rawDefinitions.person);
    await expect(text).toMatchFileSnapshot(`${DATA}romanised/romanised-${locale}.json`);
  },
);
