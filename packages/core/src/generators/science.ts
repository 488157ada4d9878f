import { family } from './family.ts';

/** Types of faker's `science` module. */
export const scienceTypes = family('science', (faker) => faker.science, {
  chemicalElement: 'A chemical element: symbol, name and atomic number',
  unit: 'A unit of measurement: name and symbol',
});
