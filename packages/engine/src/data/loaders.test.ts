import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COUNTRIES, ROMANISED, TABLES } from './loaders.ts';

const folder = (name: string): URL => new URL(`./${name}/`, import.meta.url);

test.each([
  ['countries', COUNTRIES, (code: string) => `country-${code.toLowerCase()}.json`],
  ['romanised', ROMANISED, (locale: string) => `romanised-${locale}.json`],
  ['tables', TABLES, (name: string) => `${name}.json`],
] as const)('every file in %s can be loaded by its name', async (name, loaders, fileOf) => {
  const files = Object.keys(loaders).map(fileOf);
  expect(files.toSorted()).toEqual(readdirSync(folder(name)).toSorted());
  const contents = await Promise.all(Object.values(loaders).map((load) => load()));
  files.forEach((file, n) => {
    const text = readFileSync(new URL(file, folder(name)), 'utf8');
    expect(contents[n]?.default, file).toEqual(JSON.parse(text));
  });
});
