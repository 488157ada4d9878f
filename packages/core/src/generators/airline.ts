import { family, isBare } from './family.ts';
import { ALPHABETS } from './kernels/text/alphabets.ts';
import { characters } from './kernels/text/characters.ts';
import { choice, flag, options, size } from './params.ts';

/** Letters that no digit looks like. */
const DISTINCT = ALPHABETS.UPPER.filter((letter) => !'OIL'.includes(letter));

/** Types of faker's `airline` module. */
export const airlineTypes = family('airline', (faker) => faker.airline, {
  aircraftType: 'Kind of aircraft: regional, narrowbody or widebody',
  airline: 'An airline with its name and IATA code',
  airplane: 'An aircraft model with its name and IATA code',
  airport: 'An airport with its name and IATA code',
  flightNumber: {
    summary: 'Digits of a flight number',
    takes: options({
      length: size('Digits. Default 1 to 4'),
      addLeadingZeros: flag('Fill up with zeros to four digits. Default false'),
    }),
  },
  recordLocator: {
    summary: 'A booking reference of six characters',
    takes: options({
      allowNumerics: flag('With digits, too. Default false'),
      allowVisuallySimilarCharacters: flag('With 0, O, 1, I and L, too. Default false'),
    }),
    kernel: (args, scope) =>
      isBare(args) ? characters({ alphabet: DISTINCT, min: 6, max: 6 }, scope) : undefined,
  },
  seat: {
    summary: 'A seat in a cabin, such as 12F',
    takes: options({
      aircraftType: choice(['narrowbody', 'regional', 'widebody'], 'Kind of aircraft. Default narrowbody'),
    }),
  },
});
