import { family, type Declared } from './family.ts';
import { decimal } from './kernels/decimal.ts';
import { nearby, type NearbyParams } from './kernels/place.ts';
import { num, options } from './params.ts';
import { z } from 'zod/mini';

/** Precisions beyond this are left to faker. */
const MOST_DECIMALS = 10;

const degrees = (summary: string, widest: number): Declared => ({
  summary,
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

/** Types of faker's `location` module. */
export const locationTypes = family('location', (faker) => faker.location, {
  buildingNumber: 'A house number',
  cardinalDirection: 'North, East, South or West',
  city: "A city's name",
  continent: 'A continent',
  country: "A country's name",
  countryCode: "A country's ISO 3166 code, two letters unless asked otherwise",
  county: "A county's name",
  direction: 'One of eight directions',
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
  ordinalDirection: 'Northeast, Northwest, Southeast or Southwest',
  postalAddress: 'A whole postal address',
  secondaryAddress: 'An apartment or suite',
  state: "A state's name",
  street: "A street's name",
  streetAddress: 'A street with its house number',
  timeZone: 'An IANA time zone',
  zipCode: 'A postal code',
});
