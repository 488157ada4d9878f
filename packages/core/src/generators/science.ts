import { family } from './family.ts';

/** Types of faker's `science` module. */
export const scienceTypes = family('science', (faker) => faker.science, {
  chemicalElement: 'A chemical element with symbol, name and number',
  unit: 'A unit of measurement with name and symbol',
});
