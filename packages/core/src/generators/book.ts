import { family } from './family.ts';

/** Types of faker's `book` module. */
export const bookTypes = family('book', (faker) => faker.book, {
  author: 'A book author',
  format: 'A book format, such as Hardcover',
  genre: 'A book genre',
  publisher: 'A book publisher',
  series: 'A book series',
  title: 'A book title',
});
