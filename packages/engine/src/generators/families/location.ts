import { family, type Declared } from './family.ts';
import { decimal } from '../kernels/number/decimal.ts';
import { nearby, type NearbyParams } from '../kernels/number/coordinates.ts';
import { described, either, flag, num, optional, options, text } from './params.ts';
import * as z from 'zod/mini';
import { listOf, objectOf } from '../../model/kind.ts';

/** Faker handles higher precisions. */
const MAX_DECIMALS = 10;

const degrees = (summary: string, widest: number): Declared => ({
  summary,
  kind: { is: 'number' },
  takes: options({
    min: num(`Minimum. Default ${-widest}`),
    max: num(`Maximum. Default ${widest}`),
    precision: num('Decimal places. Default 4'),
  }),
  kernel([given = {}], scope) {
    const { min = -widest, max = widest, precision = 4 } = given as Degrees;
    return precision <= MAX_DECIMALS ? decimal({ min, max, fractionDigits: precision }, scope) : undefined;
  },
});

interface Degrees {
  readonly min?: number;
  readonly max?: number;
  readonly precision?: number;
}

const abbreviated = flag('Abbreviate. Default false');
const variant = described(z.enum(['alpha-2', 'alpha-3', 'numeric']), 'Default alpha-2');

/** Types of faker's `location` module. */
export const locationTypes = family('location', (faker) => faker.location, {
  buildingNumber: 'A house number',
  cardinalDirection: { summary: 'North, East, South or West', takes: options({ abbreviated }) },
  city: 'A city',
  continent: 'A continent',
  country: 'A country',
  countryCode: {
    summary: 'An ISO 3166 country code, two letters by default',
    takes: either(variant, z.strictObject({ variant: z.optional(variant) })),
  },
  county: 'A county',
  direction: { summary: 'One of eight compass directions', takes: options({ abbreviated }) },
  language: {
    summary: 'A language: name and ISO 639 codes',
    kind: objectOf({ name: 'text', alpha2: 'text', alpha3: 'text' }),
  },
  latitude: degrees('A latitude, with four decimal places by default', 90),
  longitude: degrees('A longitude, with four decimal places by default', 180),
  nearbyGPSCoordinate: {
    summary: 'A latitude/longitude pair within a radius of an origin',
    params: options({
      origin: optional(z.array(z.number()).check(z.length(2)), 'Latitude and longitude'),
      radius: num('Maximum distance from the origin. Default 10'),
      isMetric: flag('Radius in kilometres instead of miles. Default false'),
    }),
    example: { origin: [35.225808, -80.852861], radius: 5, isMetric: true },
    kind: listOf({ is: 'number' }),
    kernel([given], scope) {
      const { origin } = (given ?? {}) as Partial<NearbyParams>;
      return origin === undefined ? undefined : nearby({ ...(given as NearbyParams), origin }, scope);
    },
  },
  ordinalDirection: {
    summary: 'Northeast, Northwest, Southeast or Southwest',
    takes: options({ abbreviated }),
  },
  postalAddress: 'A full postal address',
  secondaryAddress: 'An apartment or suite number',
  state: { summary: 'A state', takes: options({ abbreviated }) },
  street: 'A street name',
  streetAddress: {
    summary: 'A street name with a house number',
    takes: either(
      described(z.boolean(), 'Include the apartment or suite number'),
      z.strictObject({ useFullAddress: flag('Include the apartment or suite number. Default false') }),
    ),
  },
  timeZone: 'An IANA time zone',
  zipCode: {
    summary: 'A postal code',
    takes: either(
      described(z.string(), 'Pattern: # becomes a digit'),
      z.strictObject({
        state: text('State code, such as CA'),
        format: text('Pattern: # becomes a digit'),
      }),
    ),
  },
});
