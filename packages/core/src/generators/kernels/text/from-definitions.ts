import { ALPHABETS } from './alphabets.ts';
import type { Cell, Place } from '../engine/cell.ts';
import { pick, pickWeighted } from '../choice/choice.ts';
import { definitions } from './definitions.ts';
import { listOf } from './list-types.ts';
import type { Sex } from './names.ts';
import { phrase, encodeWordings, type EncodedWordings } from './phrase.ts';
import { wordingsOf } from './pattern-types.ts';
import { join, list, type Wordings } from './wording.ts';

function encodedOnce() {
  const known = new Map<string, EncodedWordings>();
  return (id: string, make: () => Wordings): EncodedWordings => {
    const encoded = known.get(id) ?? encodeWordings(make());
    known.set(id, encoded);
    return encoded;
  };
}

/** Phrasebooks by type, made when first asked for: encoding the names takes some 10 ms. */
const encodedOf = encodedOnce();

/** Longer lists are cheaper to share between fields than to have each with the field's name. */
const PICK_LIMIT = 512;

/** A type that is one of a list, or a pattern of lists, without arguments but perhaps for one sex; undefined when it is neither. */
export function fromDefinitions(type: string, place: Place, sex?: Sex): Cell | undefined {
  const values = listOf(type);
  if (type === 'internet.httpStatusCode') return statusCode(place);
  if (values !== undefined && (values.length <= PICK_LIMIT || typeof values[0] !== 'string'))
    return pick(values, place);
  const wordings = values === undefined ? wordingsOf(type, sex) : () => list(values as readonly string[]);
  return wordings && phrase(encodedOf(`${type} ${sex ?? ''}`, wordings), place);
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
export function symbolPattern(pattern: string, place: Place): Cell | undefined {
  if (pattern === '') return undefined;
  const pieces = pattern.split(/([#?*])/).map((piece) => {
    const symbols = SYMBOLS[piece];
    return symbols === undefined ? piece : list(symbols);
  });
  return phrase(encodeWordings(join(...pieces)), place);
}

/** One of the texts. */
export function oneText(texts: readonly string[], place: Place): Cell {
  return texts.length <= PICK_LIMIT ? pick(texts, place) : phrase(encodeWordings(list(texts)), place);
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
