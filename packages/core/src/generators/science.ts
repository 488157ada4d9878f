import { objectOf } from '../model/kind.ts';
import { family } from './family.ts';

/** Types of faker's `science` module. */
export const scienceTypes = family('science', (faker) => faker.science, {
  chemicalElement: {
    summary: 'A chemical element: symbol, name and atomic number',
    kind: objectOf({ symbol: 'text', name: 'text', atomicNumber: 'integer' }),
  },
  unit: {
    summary: 'A unit of measurement: name and symbol',
    kind: objectOf({ name: 'text', symbol: 'text' }),
  },
});
