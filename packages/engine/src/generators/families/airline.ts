import { objectOf } from '../../model/kind.ts';
import { family } from './family.ts';
import { ALPHABETS } from '../kernels/text/alphabets.ts';
import { characters } from '../kernels/text/characters.ts';
import { choice, flag, isBare, options, size } from './params.ts';

/** Letters that cannot be mistaken for a digit. */
const DISTINCT = ALPHABETS.UPPER.filter((letter) => !'OIL'.includes(letter));

/** Types of faker's `airline` module. */
export const airlineTypes = family('airline', (faker) => faker.airline, {
  aircraftType: 'An aircraft type: regional, narrowbody or widebody',
  airline: {
    summary: 'An airline: name and IATA code',
    kind: objectOf({ name: 'text', iataCode: 'text' }),
  },
  airplane: {
    summary: 'An aircraft model: name and IATA code',
    kind: objectOf({ name: 'text', iataTypeCode: 'text' }),
  },
  airport: {
    summary: 'An airport: name and IATA code',
    kind: objectOf({ name: 'text', iataCode: 'text' }),
  },
  flightNumber: {
    summary: 'A flight number without the airline code',
    takes: options({
      length: size('Number of digits. Default 1 to 4'),
      addLeadingZeros: flag('Pad with zeros to four digits. Default false'),
    }),
  },
  recordLocator: {
    summary: 'A six-character booking reference',
    takes: options({
      allowNumerics: flag('Include digits. Default false'),
      allowVisuallySimilarCharacters: flag('Include 0, O, 1, I and L. Default false'),
    }),
    kernel: (args, scope) =>
      isBare(args) ? characters({ alphabet: DISTINCT, min: 6, max: 6 }, scope) : undefined,
  },
  seat: {
    summary: 'A seat in a cabin, such as 12F',
    takes: options({
      aircraftType: choice(['narrowbody', 'regional', 'widebody'], 'Aircraft type. Default narrowbody'),
    }),
  },
});
