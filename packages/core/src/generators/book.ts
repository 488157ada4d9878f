import { family } from './family.ts';

/** Types of faker's `book` module. */
export const bookTypes = family('book', (faker) => faker.book, {
  author: "A book's author",
  format: "A book's format, such as hardcover",
  genre: "A book's genre",
  publisher: 'A publishing house',
  series: 'A book series',
  title: "A book's title",
});
