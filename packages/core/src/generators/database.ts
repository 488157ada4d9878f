import { family } from './family.ts';
import { ALPHABETS } from './kernels/text/alphabets.ts';
import { characters } from './kernels/text/characters.ts';

/** Types of faker's `database` module. */
export const databaseTypes = family('database', (faker) => faker.database, {
  collation: "A collation's name",
  column: "A column's name",
  engine: "A storage engine's name",
  mongodbObjectId: {
    summary: 'A MongoDB object id, 24 hexadecimal digits',
    kernel: (_, scope) => characters({ alphabet: ALPHABETS.HEX_LOWER, min: 24, max: 24 }, scope),
  },
  type: "A column type's name",
});
