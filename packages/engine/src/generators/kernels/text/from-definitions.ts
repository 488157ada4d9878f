import { draw, drawKeys, type Subject } from '../../../numeric/random.ts';
import { literal, pick, pickWeighted } from '../choice/choice.ts';
import { type Cell, type Chunk, type Place, CHUNK_ROWS } from '../engine/cell.ts';
import { SAFE_BYTES } from '../engine/pool.ts';
import { ALPHABETS } from './characters.ts';
import { english, listOf, remembering, type Worded } from './definitions.ts';
import type { Sex } from './person-names.ts';
import { wordingsOf } from './pattern-types.ts';
import { type EncodedWordings, encodeWordings, join, list, TABLE_SHIFT } from './wording.ts';

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

/** Scratch, valid within one call of `column`: for each row the slot of its next part, and the entry drawn for it. */
const slots = new Int32Array(CHUNK_ROWS);
const entries = new Int32Array(CHUNK_ROWS);
/** Scratch: the rows that have a next part. */
const remaining = new Int32Array(CHUNK_ROWS);

/** Writes a JSON string composed of parts: names, cities, addresses. The opening quote is written with the field's name. */
function phrase(encoded: EncodedWordings, place: Place): Cell {
  const { longest } = encoded;
  const { keys, odds } = drawKeys(place.path, longest + 1);
  const lead = literal(`${place.lead}"`);
  return {
    maxBytes: lead.maxBytes + encoded.maxBytes + SAFE_BYTES,
    column(chunk, subject) {
      lead.column(chunk, subject);
      chooseWordings(subject, chunk.rows, encoded, keys[0], odds[0]);
      let { rows } = chunk;
      for (let r = 0; r < rows; r++) remaining[r] = r;
      for (let n = 1; rows > 0; n++) {
        drawParts(subject, rows, encoded, keys[n], odds[n]);
        putParts(chunk, rows, encoded);
        rows = advance(rows, encoded);
      }
    },
  };
}

/*
 * Part by part instead of row by row: wordings have different numbers of parts, and the processor cannot predict where a loop over
 * them ends. Copies of the scratch outside a loop, because only there V8 knows that it is a constant.
 */

/** Chooses a wording for each row. */
function chooseWordings(
  { a, b }: Subject,
  rows: number,
  { table, counts, longest }: EncodedWordings,
  key: number,
  odd: number,
): void {
  const first = slots;
  const k = key | 0;
  const o = odd | 0;
  const shift = TABLE_SHIFT | 0;
  if (counts.length === 1) first.fill(0, 0, rows);
  else for (let r = 0; r < rows; r++) first[r] = table[draw(a[r], b[r], k, o) >>> shift] * longest;
}

/** Draws the entries of the next parts. */
function drawParts(
  { a, b }: Subject,
  rows: number,
  { bases, scales }: EncodedWordings,
  key: number,
  odd: number,
): void {
  const next = slots;
  const drawn = entries;
  const left = remaining;
  const k = key | 0;
  const o = odd | 0;
  for (let i = 0; i < rows; i++) {
    const r = left[i];
    const slot = next[r];
    drawn[i] = bases[slot] + (((draw(a[r], b[r], k, o) >>> 0) * scales[slot]) | 0);
  }
}

/** Copies the drawn entries. Nearly all fit 16 bytes, and two unconditional stores beat a loop. */
function putParts({ view, at }: Chunk, rows: number, { words, places }: EncodedWordings): void {
  const drawn = entries;
  const left = remaining;
  for (let i = 0; i < rows; i++) {
    const r = left[i];
    const entry = drawn[i];
    const p = at[r];
    const w = places[2 * entry];
    const length = places[2 * entry + 1];
    at[r] = p + length;
    const w0 = words[w];
    const w1 = words[w + 1];
    view.setFloat64(p, w0, true);
    view.setFloat64(p + 8, w1, true);
    for (let done = 16; done < length; done += 8) view.setFloat64(p + done, words[w + (done >> 3)], true);
  }
}

/** Moves on to the next parts, and returns how many rows have one. */
function advance(rows: number, { more }: EncodedWordings): number {
  const next = slots;
  const left = remaining;
  let kept = 0;
  for (let i = 0; i < rows; i++) {
    const r = left[i];
    const slot = next[r];
    left[kept] = r;
    kept += more[slot];
    next[r] = slot + 1;
  }
  return kept;
}
