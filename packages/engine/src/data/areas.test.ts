import parsePhone from 'libphonenumber-js/max';
import { postcodeValidator } from 'postcode-validator';
import { expect, test } from 'vitest';
import { COUNTRIES } from './loaders.ts';
import { loaded, loadResources } from './store.ts';

/** A text of a form, with the first character of each class. */
const filled = (form: string): string =>
  form
    .replaceAll(/\[(.)[^\]]*\]/g, '$1')
    .replaceAll('#', '5')
    .replaceAll('!', '3')
    .replaceAll(/[?@]/g, 'A');

const COUNTRIES_WITHOUT = ['AR', 'GR', 'MX', 'NG', 'TW', 'VN'];

test('postal codes of cities are known in all countries but a few', async () => {
  const files = await Promise.all(Object.values(COUNTRIES).map((load) => load()));
  const without = Object.keys(COUNTRIES).filter((_, n) => files[n]?.default.areas === undefined);
  expect(without).toEqual(COUNTRIES_WITHOUT);
});

const COUNTRIES_WITH = Object.keys(COUNTRIES).filter((code) => !COUNTRIES_WITHOUT.includes(code));

test.each(COUNTRIES_WITH)('codes of cities of %s are valid', async (code) => {
  await loadResources([{ kind: 'country', code }]);
  const { areas, cities } = loaded.country(code);
  const { postal = '', phones = '' } = areas ?? {};
  expect(cities.filter((city) => city.postal.length > 0).length / cities.length).toBeGreaterThan(0.85);
  for (const each of new Set(cities.flatMap((city) => city.postal))) {
    const text = filled(postal.replace('{}', each));
    expect(postcodeValidator(text, code), text).toBe(true);
  }
  for (const each of new Set(cities.flatMap((city) => city.phones))) {
    const text = filled(phones.replace('{}', each));
    const number = parsePhone(text);
    expect(number?.isValid() === true && number.country === code, text).toBe(true);
  }
});

test.each([
  ['DE', 'Berlin', /^1[0-4]/],
  ['DE', 'Köln', /^5[01]/],
  ['US', 'New York City', /^1[01]/],
  ['US', 'Los Angeles', /^90/],
  ['FR', 'Paris', /^(75|92)/],
  ['FR', 'Marseille', /^13/],
  ['GB', 'Manchester', /^M\d/],
  ['JP', 'Tokyo', /^1/],
  ['JP', 'Osaka', /^5[3-5]/],
  ['ES', 'Madrid', /^28/],
  ['IT', 'Roma', /^00/],
  ['BR', 'Rio de Janeiro', /^2[0-3]/],
  ['CA', 'Vancouver', /^V/],
])('postal codes of %s %s begin as they should', async (code, name, beginning) => {
  await loadResources([{ kind: 'country', code }]);
  const codes = loaded.country(code).cities.find((each) => each.name === name)?.postal ?? [];
  expect(codes.length).toBeGreaterThan(0);
  for (const each of codes) expect(each).toMatch(beginning);
});

test.each([
  ['US', 'New York City', '212'],
  ['US', 'Los Angeles', '213'],
  ['US', 'Chicago', '312'],
  ['CA', 'Toronto', '416'],
  ['BR', 'São Paulo', '11'],
  ['BR', 'Salvador', '71'],
])('phone numbers of %s %s have its area code', async (code, name, area) => {
  await loadResources([{ kind: 'country', code }]);
  expect(loaded.country(code).cities.find((each) => each.name === name)?.phones).toContain(area);
});
