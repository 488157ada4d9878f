import { ALPHABETS } from './alphabets.ts';
import type { Cell, Place } from '../engine/cell.ts';
import { pick, pickWeighted } from '../choice/choice.ts';
import { english, remembering, type Worded } from './definitions.ts';
import { listOf } from './list-types.ts';
import type { Sex } from './names.ts';
import { encodeWordings, type EncodedWordings } from './encoded-wordings.ts';
import { phrase } from './phrase.ts';
import { wordingsOf } from './pattern-types.ts';
import { join, list } from './wording.ts';

/** Encoded wordings by type, created on first use: encoding the names takes some 10 ms. */
const encodedOf = remembering<EncodedWordings | undefined>();

/** Longer lists are shared between fields. Shorter ones are encoded with the field's name. */
const PICK_LIMIT = 512;

/** A cell for a type that picks from a list or fills a pattern of lists, without arguments other than a sex; undefined for other types. */
export function fromDefinitions(type: string, place: Place & Worded, sex?: Sex): Cell | undefined {
  const { lexicon = english } = place;
  const values = listOf(type, lexicon);
  if (type === 'internet.httpStatusCode') return statusCode(place);
  if (values !== undefined && (values.length <= PICK_LIMIT || typeof values[0] !== 'string'))
    return pick(values, place);
  const encoded = encodedOf(lexicon, `${type} ${sex ?? ''}`, () => {
    const wordings =
      values === undefined ? wordingsOf(type, sex, lexicon) : list(values as readonly string[]);
    return wordings && encodeWordings(wordings);
  });
  return encoded && phrase(encoded, place);
}

const LETTERS = ALPHABETS.UPPER;
/** Letters and digits with equal total weight, because faker first flips a coin between them. */
const LETTER_OR_DIGIT = [
  ...LETTERS.flatMap((letter) => ALPHABETS.DIGITS.map(() => letter)),
  ...ALPHABETS.DIGITS.flatMap((digit) => LETTERS.map(() => digit)),
];
export const SYMBOLS: Readonly<Record<string, readonly string[]>> = {
  '#': ALPHABETS.DIGITS,
  '?': LETTERS,
  '*': LETTER_OR_DIGIT,
};

/** A text from a pattern in which # is a digit, ? a letter and * either; undefined for an empty pattern. */
export function symbolPattern(pattern: string, place: Place): Cell | undefined {
  if (pattern === '') return undefined;
  const pieces = pattern.split(/([#?*])/).map((piece) => {
    const symbols = SYMBOLS[piece];
    return symbols === undefined ? piece : list(symbols);
  });
  return phrase(encodeWordings(join(...pieces)), place);
}

/** One of the texts, chosen uniformly. */
export function oneText(texts: readonly string[], place: Place): Cell {
  return texts.length <= PICK_LIMIT ? pick(texts, place) : phrase(encodeWordings(list(texts)), place);
}

/** A uniform class of codes, then a uniform code of this class. */
function statusCode(place: Place): Cell {
  const classes = Object.values(english.definitions().internet.http_status_code);
  return pickWeighted(
    classes.flat(),
    classes.flatMap((codes) => codes.map(() => 1 / codes.length)),
    place,
  );
}
