import { expect, test } from 'vitest';
import { CATEGORIES, DEVICES, INDUSTRIES, ISSUERS, MANUFACTURERS } from '../../data/codes.ts';
import { SAMPLE_TABLES } from '../../data/store.ts';
import { TABLES } from '../../data/loaders.ts';
import { loaded, loadResources } from '../../data/store.ts';
import { asciiName } from '../records/ascii.ts';
import { expectPlace, valuesOf, type Place } from '../../../test/people.ts';

const drawn = <Value>(type: string, count: number, params?: object) =>
  valuesOf<Value>({ v: { type: `catbird.${type}`, ...(params && { params }) } }, count);

const shareOf = <Value>(values: readonly Value[], is: (value: Value) => boolean): number =>
  values.filter(is).length / values.length;

test('the names that params accept are those of the tables', async () => {
  const names = ['browsers', 'cards', 'companies', 'products', 'vehicles'] as const;
  await loadResources(names.map((name) => ({ kind: 'table', name })));
  expect(ISSUERS).toEqual(Object.keys(loaded.table('cards')));
  expect(MANUFACTURERS).toEqual(Object.keys(loaded.table('vehicles')));
  expect(CATEGORIES).toEqual(Object.keys(loaded.table('products')));
  expect(INDUSTRIES).toEqual(Object.keys(loaded.table('companies')));
  const { platforms } = loaded.table('browsers');
  expect(DEVICES).toEqual([...new Set(platforms.map(({ device }) => device))].toSorted());
  expect(Object.keys(SAMPLE_TABLES).toSorted()).toEqual(Object.keys(TABLES).toSorted());
});

interface Card {
  readonly issuer: string;
  readonly number: string;
  readonly lastFour: string;
  readonly expires: string;
  readonly securityCode: string;
}

/** First digits and length of numbers (https://en.wikipedia.org/wiki/Payment_card_number). */
const NUMBERS: Readonly<Record<string, RegExp>> = {
  Visa: /^4\d{15}$/,
  Mastercard: /^(5[1-5]\d{14}|2(2[2-9]|[3-6]\d)\d{13})$/,
  'American Express': /^3[47]\d{13}$/,
  JCB: /^35\d{14}$/,
  Discover: /^6(011|5\d\d)\d{12}$/,
  'Diners Club': /^36\d{12}$/,
  UnionPay: /^62\d{14}$/,
};

const luhn = (number: string): number =>
  Array.from(number)
    .toReversed()
    .map((digit, i) => Number(digit) * (i % 2 === 0 ? 1 : 2))
    .reduce((sum, each) => sum + (each > 9 ? each - 9 : each), 0) % 10;

test('cards have numbers of their issuer with a valid check digit', async () => {
  const cards = await drawn<Card>('card', 2000);
  for (const { issuer, number, lastFour, expires, securityCode } of cards) {
    expect(number).toMatch(NUMBERS[issuer] ?? /^$/);
    expect(luhn(number)).toBe(0);
    expect(lastFour).toBe(number.slice(-4));
    expect(expires).toMatch(/^(0[1-9]|1[0-2])\/(2[6-9]|30)$/);
    expect(securityCode).toHaveLength(issuer === 'American Express' ? 4 : 3);
  }
  expect(new Set(cards.map(({ issuer }) => issuer)).size).toBe(7);
  const chosen = await drawn<Card>('card', 3000, { issuer: { JCB: 2, Visa: 1 } });
  expect(shareOf(chosen, ({ issuer }) => issuer === 'JCB')).toBeCloseTo(2 / 3, 1);
});

interface Vehicle {
  readonly manufacturer: string;
  readonly model: string;
  readonly fuel: string;
  readonly year: number;
  readonly vin: string;
}

/** The check digit of an identification number, with values of letters from their table (49 CFR 565.15). */
function vinCheck(vin: string): string {
  const values = Object.fromEntries(
    Array.from('ABCDEFGHJKLMNPRSTUVWXYZ', (letter, i) => [letter, Number('12345678123457923456789'[i])]),
  );
  const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
  const sum = Array.from(vin, (c, i) => (values[c] ?? Number(c)) * (weights[i] ?? 0)).reduce(
    (x, y) => x + y,
    0,
  );
  return sum % 11 === 10 ? 'X' : String(sum % 11);
}

test('vehicles are models of their manufacturer with a valid identification number', async () => {
  for (const { manufacturer, model, fuel, year, vin } of await drawn<Vehicle>('vehicle', 2000)) {
    const [, wmi = '', models = ''] = loaded.table('vehicles')[manufacturer] ?? [];
    const entry = models.split(' ').find((text) => text.startsWith(`${model.replaceAll(' ', '_')}:`)) ?? '';
    expect(entry.split(':')[2], model).toContain(fuel === 'petrol' ? 'p' : fuel[0]);
    expect(vin).toMatch(/^[A-HJ-NPR-Z0-9]{17}$/);
    expect(vin.slice(0, 3)).toBe(wmi);
    expect(vin[8]).toBe(vinCheck(vin));
    expect(year).toBeGreaterThanOrEqual(fuel === 'electric' ? 2018 : 2010);
    expect(year).toBeLessThanOrEqual(2026);
  }
});

interface Browser {
  readonly browser: string;
  readonly version: string;
  readonly os: string;
  readonly device: string;
  readonly viewportWidth: number;
  readonly userAgent: string;
}

const SYSTEMS: Readonly<Record<string, RegExp>> = {
  Windows: /Windows NT/,
  macOS: /Macintosh/,
  Linux: /X11; Linux/,
  Android: /Android/,
  iOS: /iPhone/,
};

test('browsers have the user agent of their version and system, and viewports of their device', async () => {
  const browsers = await drawn<Browser>('browser', 4000);
  for (const { version, os, device, viewportWidth, userAgent } of browsers) {
    expect(userAgent).toContain(version);
    expect(userAgent).toMatch(SYSTEMS[os] ?? /^$/);
    expect(viewportWidth < 500).toBe(device === 'mobile');
  }
  expect(Math.abs(shareOf(browsers, ({ browser }) => browser === 'Chrome') - 0.71)).toBeLessThan(0.04);
  const mobile = await drawn<Browser>('browser', 300, { device: 'mobile' });
  expect(shareOf(mobile, ({ device }) => device === 'mobile')).toBe(1);
});

interface Product {
  readonly category: string;
  readonly name: string;
  readonly brand: string;
  readonly price: number;
}

test('products have a brand and a price of their category', async () => {
  for (const { category, name, brand, price } of await drawn<Product>('product', 2000)) {
    const [, brands = '', products = ''] = loaded.table('products')[category] ?? [];
    expect(brands.split(' ')).toContain(brand.replaceAll(' ', '_'));
    const kind = name.slice(brand.length + 1).replaceAll(' ', '_');
    const [, low, high] =
      products
        .split(' ')
        .find((text) => text.startsWith(`${kind}:`))
        ?.split(':') ?? [];
    expect(price).toBeGreaterThanOrEqual(Number(low));
    expect(price).toBeLessThanOrEqual(Number(high));
  }
});

interface Company extends Place {
  readonly name: string;
  readonly industry: string;
  readonly domain: string;
  readonly website: string;
  readonly email: string;
  readonly employees: number;
  readonly founded: number;
}

test('companies have a domain of their name and a legal form of their country', async () => {
  const country = { DE: 1, FR: 1, GB: 1, US: 1 };
  for (const company of await drawn<Company>('company', 1000, { country })) {
    expectPlace(company);
    const { name, domain, website, email, employees, founded, countryCode } = company;
    const { companies, suffix } = loaded.country(countryCode);
    const forms = companies.filter((each) => name.endsWith(each.slice(2)));
    const form = forms.toSorted((a, b) => b.length - a.length)[0] ?? '';
    expect(form, name).not.toBe('');
    const words = name.slice(0, name.length - form.length + 2).split(' ');
    const last = asciiName(words.slice(0, -1).join(' '), countryCode === 'DE' ? 'de' : 'en');
    expect(domain).toBe(`${last}-${words.at(-1)?.toLowerCase()}.${suffix}`);
    expect(website).toBe(`https://www.${domain}`);
    expect(email.split('@')[1]).toBe(domain);
    expect(employees).toBeGreaterThanOrEqual(2);
    expect(founded).toBeLessThanOrEqual(2025);
  }
});
