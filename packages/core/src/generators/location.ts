import { family, type Declared } from './family.ts';
import { decimal } from './kernels/number/decimal.ts';
import { nearby, type NearbyParams } from './kernels/number/coordinates.ts';
import { either, flag, num, options, text } from './params.ts';
import { z } from 'zod/mini';

/** Precisions beyond this are left to faker. */
const MOST_DECIMALS = 10;

const degrees = (summary: string, widest: number): Declared => ({
  summary,
  takes: options({
    min: num(`Lower end. Default ${-widest}`),
    max: num(`Upper end. Default ${widest}`),
    precision: num('Decimals. Default 4'),
  }),
  kernel([given = {}], scope) {
    const { min = -widest, max = widest, precision = 4 } = given as Degrees;
    return precision <= MOST_DECIMALS ? decimal({ min, max, fractionDigits: precision }, scope) : undefined;
  },
});

interface Degrees {
  readonly min?: number;
  readonly max?: number;
  readonly precision?: number;
}

const abbreviated = flag('Short form. Default false');
const variant = z.enum(['alpha-2', 'alpha-3', 'numeric']).check(z.describe('Default alpha-2'));

/** Types of faker's `location` module. */
export const locationTypes = family('location', (faker) => faker.location, {
  buildingNumber: 'A house number',
  cardinalDirection: { summary: 'North, East, South or West', takes: options({ abbreviated }) },
  city: "A city's name",
  continent: 'A continent',
  country: "A country's name",
  countryCode: {
    summary: "A country's ISO 3166 code, two letters unless asked otherwise",
    takes: either(variant, z.strictObject({ variant: z.optional(variant) })),
  },
  county: "A county's name",
  direction: { summary: 'One of eight directions', takes: options({ abbreviated }) },
  language: 'A language with its name and codes',
  latitude: degrees('A latitude with four decimals unless asked otherwise', 90),
  longitude: degrees('A longitude with four decimals unless asked otherwise', 180),
  nearbyGPSCoordinate: {
    summary: 'A latitude/longitude pair within a radius of an origin',
    params: options({
      origin: z.optional(z.array(z.number()).check(z.length(2), z.describe('Latitude and longitude'))),
      radius: num('Greatest distance from the origin. Default 10'),
      isMetric: z.optional(z.boolean().check(z.describe('Kilometres instead of miles. Default false'))),
    }),
    example: { origin: [35.225808, -80.852861], radius: 5, isMetric: true },
    kernel([given], scope) {
      const { origin } = (given ?? {}) as Partial<NearbyParams>;
      return origin === undefined ? undefined : nearby({ ...(given as NearbyParams), origin }, scope);
    },
  },
  ordinalDirection: {
    summary: 'Northeast, Northwest, Southeast or Southwest',
    takes: options({ abbreviated }),
  },
  postalAddress: 'A whole postal address',
  secondaryAddress: 'An apartment or suite',
  state: { summary: "A state's name", takes: options({ abbreviated }) },
  street: "A street's name",
  streetAddress: {
    summary: 'A street with its house number',
    takes: either(
      z.boolean().check(z.describe('With the apartment or suite')),
      z.strictObject({ useFullAddress: flag('With the apartment or suite. Default false') }),
    ),
  },
  timeZone: 'An IANA time zone',
  zipCode: {
    summary: 'A postal code',
    takes: either(
      z.string().check(z.describe('A pattern: # becomes a digit')),
      z.strictObject({
        state: text('Code of a state, such as CA'),
        format: text('A pattern: # becomes a digit'),
      }),
    ),
  },
});
