import { family } from './family.ts';

/** Types of faker's `database` module. */
export const databaseTypes = family('database', (faker) => faker.database, {
  collation: "A collation's name",
  column: "A column's name",
  engine: "A storage engine's name",
  mongodbObjectId: 'A MongoDB object id, 24 hexadecimal digits',
  type: "A column type's name",
});
