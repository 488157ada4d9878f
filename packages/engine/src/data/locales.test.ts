import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { LOCALES } from './loaders.ts';
import { locales } from './codes.ts';
import { generatorTypes } from '../generators/catalogue.ts';
import { localeTypesFile } from '../../test/locale-types.ts';

const FILE = fileURLToPath(new URL('./locale-types.json', import.meta.url));

test('types that follow a locale, and what locales lack, are those of faker (`npx vitest run locales -u` updates them)', async () => {
  const types = generatorTypes.map(({ name }) => ({ name, isAscii: name.startsWith('internet.') }));
  await expect(await localeTypesFile(types)).toMatchFileSnapshot(FILE);
});

test('every locale can be loaded', () => {
  expect(locales).toEqual(['en', ...Object.keys(LOCALES)].toSorted());
});
