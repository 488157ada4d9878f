import { ALPHABETS } from './alphabets.ts';
import type { Cell, Place } from './cell.ts';
import { pick, pickWeighted } from './choice.ts';
import { definitions } from './definitions.ts';
import { listOf } from './lists.ts';
import type { Sex } from './names.ts';
import { phrase, phrasebook, type Phrasebook } from './phrase.ts';
import { wordingsOf } from './vocabulary.ts';
import { join, list, type Wordings } from './wording.ts';

function booksOf() {
  const books = new Map<string, Phrasebook>();
  return (id: string, make: () => Wordings): Phrasebook => {
    const book = books.get(id) ?? phrasebook(make());
    books.set(id, book);
    return book;
  };
}

/** Phrasebooks by type, made when first asked for: encoding the names takes some 10 ms. */
const bookOf = booksOf();

/** Longer lists are cheaper to share between fields than to have each with the field's name. */
const PICK_LIMIT = 512;

/** A type that is one of a list, or a pattern of lists, without arguments but perhaps for one sex; undefined when it is neither. */
export function said(type: string, place: Place, sex?: Sex): Cell | undefined {
  const values = listOf(type);
  if (type === 'internet.httpStatusCode') return statusCode(place);
  if (values !== undefined && (values.length <= PICK_LIMIT || typeof values[0] !== 'string'))
    return pick(values, place);
  const wordings = values === undefined ? wordingsOf(type, sex) : () => list(values as readonly string[]);
  return wordings && phrase(bookOf(`${type} ${sex ?? ''}`, wordings), place);
}

const LETTERS = ALPHABETS.UPPER;
/** As many letters as digits, so that half are letters, as faker throws a coin first. */
const LETTER_OR_DIGIT = [
  ...LETTERS.flatMap((letter) => ALPHABETS.DIGITS.map(() => letter)),
  ...ALPHABETS.DIGITS.flatMap((digit) => LETTERS.map(() => digit)),
];
const SYMBOLS: Readonly<Record<string, readonly string[]>> = {
  '#': ALPHABETS.DIGITS,
  '?': LETTERS,
  '*': LETTER_OR_DIGIT,
};

/** A pattern in which # is a digit, ? a letter and * either; undefined for an empty one. */
export function replaced(pattern: string, place: Place): Cell | undefined {
  if (pattern === '') return undefined;
  const pieces = pattern.split(/([#?*])/).map((piece) => {
    const symbols = SYMBOLS[piece];
    return symbols === undefined ? piece : list(symbols);
  });
  return phrase(phrasebook(join(...pieces)), place);
}

/** One of the texts. */
export function oneText(texts: readonly string[], place: Place): Cell {
  return texts.length <= PICK_LIMIT ? pick(texts, place) : phrase(phrasebook(list(texts)), place);
}

/** A class of codes, then one of it. */
function statusCode(place: Place): Cell {
  const classes = Object.values(definitions().internet.http_status_code);
  return pickWeighted(
    classes.flat(),
    classes.flatMap((codes) => codes.map(() => 1 / codes.length)),
    place,
  );
}
