import { draw, drawKey, mix } from '../numeric/random.ts';

/** Texts with as many letters and digits are ids that differ by chance: UUIDs, and ids of traces. */
const RANDOM_LENGTH = 16;

const UUID = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

/**
 * The id of a row in a further pass, as JSON: the same for the same id in the same pass, and another one in every other pass. Numbers grow
 * by `step` per pass, short texts get the number of the pass, and long ones other letters and digits.
 *
 * @param pass from 1
 */
export function newId(json: string, pass: number, step: number): string {
  if (!json.startsWith('"'))
    return /^-?\d+$/.test(json) ? String(BigInt(json) + BigInt(pass) * BigInt(step)) : json;
  const text = json.slice(1, -1);
  if (text === '') return json;
  const isRandom = text.replace(/[^\da-z]/gi, '').length >= RANDOM_LENGTH && !text.includes('\\');
  return isRandom ? `"${scrambled(text, pass)}"` : `"${text}-${pass + 1}"`;
}

/** A text with other letters and digits at the same places. */
function scrambled(text: string, pass: number): string {
  const { key, odd } = drawKey(text, pass);
  const isHex = /^[\da-f]*$/i.test(text.replace(/[^\da-z]/gi, ''));
  const isUuid = UUID.test(text);
  return text.replaceAll(/[\da-z]/gi, (letter, at: number) => {
    // The version and the variant of a UUID stay.
    if (isUuid && (at === 14 || at === 19)) return letter;
    const letters = isHex ? HEX : /\d/.test(letter) ? DIGITS : LETTERS;
    const drawn = letters[(draw(mix(at + 1), mix(~at), key, odd) >>> 0) % letters.length] ?? letter;
    return letter === letter.toLowerCase() ? drawn : drawn.toUpperCase();
  });
}

const DIGITS = '0123456789';
const HEX = `${DIGITS}abcdef`;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
