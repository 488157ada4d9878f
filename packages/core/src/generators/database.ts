import { family } from './family.ts';
import { ALPHABETS } from './kernels/text/alphabets.ts';
import { characters } from './kernels/text/characters.ts';

/** Types of faker's `database` module. */
export const databaseTypes = family('database', (faker) => faker.database, {
  collation: 'A database collation',
  column: 'A column name',
  engine: 'A storage engine',
  mongodbObjectId: {
    summary: 'A MongoDB ObjectId: 24 hexadecimal digits',
    kernel: (_, scope) => characters({ alphabet: ALPHABETS.HEX_LOWER, min: 24, max: 24 }, scope),
  },
  type: 'A column type',
});
