import type { Tables } from '../../data/tables.ts';
import { endOf, spread, withLuhn, withVinCheck } from '../kernels/record/digits.ts';
import {
  decimal,
  literal,
  oneOf,
  pattern,
  quoted,
  sequence,
  variant,
  type Piece,
} from '../kernels/record/piece.ts';
import { below, byWeights, fraction, remembered, type Pick } from '../kernels/record/pick.ts';
import { maskOf } from './area.ts';
import type { Members } from './place.ts';
import { weightedEntries, weightsOf, type Weighted } from './weighted.ts';

const indexOf = (weights: readonly number[], path: string): Pick => remembered(byWeights(weights, path));

/** Entries with a member each for their values. */
const columns = <Row extends object>(
  rows: readonly Row[],
  index: Pick,
  names: readonly (keyof Row & string)[],
): Members =>
  Object.fromEntries(
    names.map((name) => [
      name,
      (lead: string) =>
        oneOf(
          rows.map((row) => row[name]),
          index,
          lead,
        ),
    ]),
  );

const after =
  (piece: () => Piece) =>
  (lead: string): Piece =>
    sequence([literal(lead), piece()]);

const spaced = (text: string): string => text.replaceAll('_', ' ');

/** Months from the first to the last expiry, from January 2026. */
const MONTHS = 60;

/** The members of a payment card. */
export function cardMembers(table: Tables['cards'], issuers: Weighted | undefined, path: string): Members {
  const cards = weightedEntries(table, issuers);
  const index = indexOf(
    cards.map(({ weight }) => weight),
    `${path}\nissuer`,
  );
  const number = (): Piece =>
    variant(
      cards.map(({ name, entry: [, , forms] }) =>
        withLuhn(
          maskOf(
            forms.map((form) => form.replaceAll(' ', '')),
            `${path}\n${name}`,
          ),
        ),
      ),
      index,
    );
  const codes = cards.map(({ entry: [, digits] }) => pattern('#'.repeat(digits), `${path}\ncode`));
  const expiry = Array.from({ length: MONTHS }, (_, n) => {
    const month = String((n % 12) + 1).padStart(2, '0');
    return `${month}/${26 + Math.floor(n / 12)}`;
  });
  return {
    ...columns(
      cards.map(({ name }) => ({ issuer: name })),
      index,
      ['issuer'],
    ),
    number: (lead) => quoted(lead, number()),
    lastFour: (lead) => quoted(lead, endOf(number(), 4)),
    expires: (lead) => oneOf(expiry, below(MONTHS, `${path}\nexpires`), lead),
    securityCode: (lead) => quoted(lead, variant(codes, index)),
  };
}

const FUELS: Readonly<Record<string, string>> = { p: 'petrol', d: 'diesel', h: 'hybrid', e: 'electric' };
const FUEL_WEIGHTS: Readonly<Record<string, number>> = { p: 5, d: 2, h: 3, e: 3 };
const COLORS = { white: 28, black: 22, grey: 21, silver: 9, blue: 9, red: 6, green: 2, brown: 2, yellow: 1 };
const LAST_YEAR = 2026;
const FIRST_YEARS: Readonly<Record<string, number>> = { e: 2018, h: 2014 };
/** The tenth character of an identification number, from 2010 (ISO 3779). */
const YEAR_CODES = 'ABCDEFGHJKLMNPRST';
const FIRST_YEAR = 2010;

/** The members of a vehicle. */
export function vehicleMembers(
  table: Tables['vehicles'],
  makers: Weighted | undefined,
  path: string,
): Members {
  const rows = weightedEntries(table, makers).flatMap(({ name, weight, entry: [, wmi, models] }) =>
    models.split(' ').flatMap((text, _, all) => {
      const [model = '', type = '', fuels = 'p'] = text.split(':');
      const sum = Array.from(fuels).reduce((total, fuel) => total + (FUEL_WEIGHTS[fuel] ?? 1), 0);
      return Array.from(fuels, (fuel) => ({
        manufacturer: name,
        model: spaced(model),
        type,
        fuel: FUELS[fuel] ?? fuel,
        wmi,
        from: FIRST_YEARS[fuel] ?? FIRST_YEAR,
        weight: ((weight / all.length) * (FUEL_WEIGHTS[fuel] ?? 1)) / sum,
      }));
    }),
  );
  const index = indexOf(
    rows.map(({ weight }) => weight),
    `${path}\nvehicle`,
  );
  const from = Int32Array.from(rows, (row) => row.from);
  const at = fraction(`${path}\nyear`);
  // More of them are new than old.
  const year = remembered((a, b) => {
    const first = from[index(a, b)] ?? FIRST_YEAR;
    return LAST_YEAR - Math.floor((LAST_YEAR + 1 - first) * at(a, b) * at(a, b));
  });
  const vin = (): Piece =>
    withVinCheck(
      sequence([
        variant(
          rows.map(({ wmi }) => literal(wmi)),
          index,
        ),
        pattern('[ABCDEFGHJKLMNPRSTUVWXYZ][ABCDEFGHJKLMNPRSTUVWXYZ]###0', `${path}\nvin`),
        variant(
          Array.from(YEAR_CODES, (code) => literal(code)),
          (a, b) => year(a, b) - FIRST_YEAR,
        ),
        pattern('[ABCDEFGHJKLMNPRSTUVWXYZ]######', `${path}\nserial`),
      ]),
    );
  return {
    ...columns(rows, index, ['manufacturer', 'model', 'type', 'fuel']),
    year: after(() => decimal(year, 0)),
    color: (lead) => oneOf(Object.keys(COLORS), byWeights(Object.values(COLORS), `${path}\ncolor`), lead),
    vin: (lead) => quoted(lead, vin()),
  };
}

/** The members of a browser. */
export function browserMembers(
  { platforms, versions }: Tables['browsers'],
  devices: Weighted | undefined,
  path: string,
): Members {
  const given = devices === undefined ? undefined : new Map(weightsOf(devices));
  const totals = new Map<string, number>();
  for (const { device, share } of platforms) totals.set(device, (totals.get(device) ?? 0) + share);
  const chosen = platforms.filter(({ device }) => given?.has(device) !== false);
  const rows = (chosen.length === 0 ? platforms : chosen).flatMap(
    ({ share, browser, os, versions: own = versions[browser] ?? {}, device, viewports, agent }) => {
      const weight =
        given === undefined ? share : (share / (totals.get(device) ?? 1)) * (given.get(device) ?? 1);
      const [versionSum, viewportSum] = [own, viewports].map((weights) =>
        Object.values(weights).reduce((sum, each) => sum + each, 0),
      );
      return Object.entries(own).flatMap(([version, part]) =>
        Object.entries(viewports).map(([viewport, view]) => {
          const [width, height] = viewport.split('x').map(Number);
          return {
            browser,
            version,
            os,
            device,
            viewportWidth: width,
            viewportHeight: height,
            userAgent: agent.replaceAll('{v}', version),
            weight: weight * (part / (versionSum ?? 1)) * (view / (viewportSum ?? 1)),
          };
        }),
      );
    },
  );
  const index = indexOf(
    rows.map(({ weight }) => weight),
    `${path}\nbrowser`,
  );
  return columns(rows, index, [
    'browser',
    'version',
    'os',
    'device',
    'viewportWidth',
    'viewportHeight',
    'userAgent',
  ]);
}

/** Cents of prices, with their weights. */
const CENTS = [99, 49, 95, 0];
const CENT_WEIGHTS = [55, 15, 15, 15];

/** The members of a product. */
export function productMembers(
  table: Tables['products'],
  categories: Weighted | undefined,
  path: string,
): Members {
  const rows = weightedEntries(table, categories).flatMap(
    ({ name: category, weight, entry: [, brands, products] }) =>
      products.split(' ').flatMap((text, _, all) =>
        brands.split(' ').map((each, __, makers) => {
          const [product = '', low, high] = text.split(':');
          const brand = spaced(each);
          return {
            category,
            brand,
            name: `${brand} ${spaced(product)}`,
            low: Number(low),
            high: Number(high),
            weight: weight / all.length / makers.length,
          };
        }),
      ),
  );
  const index = indexOf(
    rows.map(({ weight }) => weight),
    `${path}\nproduct`,
  );
  const [lows, highs] = [
    Float64Array.from(rows, ({ low }) => low),
    Float64Array.from(rows, ({ high }) => high),
  ];
  const price = spread(lows, highs, index, fraction(`${path}\nprice`));
  const cents = byWeights(CENT_WEIGHTS, `${path}\ncents`);
  const codes = rows.map(({ category }) =>
    pattern(`${category.slice(0, 3).toUpperCase()}-#####`, `${path}\nnumber`),
  );
  return {
    sku: (lead) => quoted(lead, variant(codes, index)),
    ...columns(rows, index, ['category', 'name', 'brand']),
    price: after(() => decimal((a, b) => Math.floor(price(a, b)) * 100 + (CENTS[cents(a, b)] ?? 0), 2)),
  };
}
