import { family, isBare } from './family.ts';
import { ALPHABETS } from './kernels/alphabets.ts';
import { characters } from './kernels/characters.ts';

/** Letters that no digit looks like. */
const DISTINCT = ALPHABETS.UPPER.filter((letter) => !'OIL'.includes(letter));

/** Types of faker's `airline` module. */
export const airlineTypes = family('airline', (faker) => faker.airline, {
  aircraftType: 'Kind of aircraft: regional, narrowbody or widebody',
  airline: 'An airline with its name and IATA code',
  airplane: 'An aircraft model with its name and IATA code',
  airport: 'An airport with its name and IATA code',
  flightNumber: 'Digits of a flight number',
  recordLocator: {
    summary: 'A booking reference of six characters',
    kernel: (args, scope) =>
      isBare(args) ? characters({ alphabet: DISTINCT, min: 6, max: 6 }, scope) : undefined,
  },
  seat: 'A seat in a cabin, such as 12F',
});
