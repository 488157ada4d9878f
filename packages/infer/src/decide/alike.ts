// cspell:words bdfgklmnprstvz aeiou
import { mix } from '@catbird/engine';
import { isPlainWord } from './category-words.ts';
import { formsOf, piecesOf, type Part } from './parts.ts';

const CONSONANTS = 'bdfgklmnprstvz';
const VOWELS = 'aeiou';

/** Characters of a made text, at most. */
const MOST = 60;
/** Texts that are tried until one is new. */
const TRIES = 60;

/** The ranges of fewer texts would say what they are. */
const FEW = 3;

/** Beginnings that say which form a text has, and nothing else. */
const FORMS = /^(?:https?:\/\/(?:www\.)?|\/)/;

/**
 * New texts with the shapes of some texts: as many letters and digits in the same places, the same separators, and nothing else of them.
 * None of them is one of the texts, and all are different.
 *
 * @param name of the field: the same texts get others in another field
 * @param other what stands for text i if its shape has no new text
 */
export function alikeTexts(
  texts: readonly string[],
  name: string,
  other: (i: number) => string,
  start = keyStart(texts),
): string[] {
  const taken = new Set(texts.map((text) => text.toLowerCase()));
  const below = drawsOf(name);
  const rests = texts.map((text) => text.slice(start.length));
  const forms = new Map(
    formsOf(rests)?.flatMap((form) =>
      form.texts.length < FEW && form.parts.some(({ is }) => is !== 'number')
        ? []
        : form.texts.map((text) => [text, form.parts] as const),
    ),
  );
  const all = rests.map((text) => {
    const parts = forms.get(text);
    for (let tries = 0; tries < TRIES; tries++) {
      // Numbers keep their ranges, unless there are no others in them.
      const rest =
        parts === undefined || tries > TRIES / 2
          ? alikeText(text.slice(0, MOST), below)
          : textOfParts(parts, text, below).slice(0, MOST);
      const made = start + rest;
      if (taken.has(made.toLowerCase())) continue;
      taken.add(made.toLowerCase());
      return made;
    }
    return undefined;
  });
  // Too few texts begin as all do: others have new letters there, too.
  if (start !== '' && all.includes(undefined)) return alikeTexts(texts, name, other, '');
  return all.map((made, i) => made ?? other(i));
}

/** A text of a form, with letters like those of a text. */
function textOfParts(parts: readonly Part[], text: string, below: (count: number) => number): string {
  const pieces = piecesOf(text);
  return parts
    .map((part, at) => {
      if (part.is === 'literal') return part.text;
      if (part.is === 'letters') return alikeText(pieces[at] ?? '', below);
      const { min, max, width, decimals } = part;
      const drawn = min + below(Math.min(max - min + 1, 2 ** 32));
      if (decimals === 0) return String(drawn).padStart(width, '0');
      return (drawn / 10 ** decimals).toFixed(decimals);
    })
    .join('');
}

/** Numbers below a count, the same for the same name. */
export function drawsOf(name: string): (count: number) => number {
  let state = name.split('').reduce((sum, character) => mix(sum + character.charCodeAt(0)), 1);
  return (count) => {
    state = mix(state + 0x9e37);
    return (state >>> 0) % count;
  };
}

/** Letters that say nothing, if all texts of a form have them in the same place. */
const MARK = 2;

/** What stands for letters that are the same in all texts of a form. */
export const markOf = (letters: string, below: (count: number) => number): string =>
  letters.length <= MARK || isPlainWord(letters) ? letters : alikeText(letters, below);

/** Few letters before a sign or a digit, which begin the keys of a kind. */
const START = /^[A-Za-z]{1,5}(?:[_#:./-]+(?=.)|(?=\d))/;

/** Whether a field identifies something. */
export const isIdentifier = (field: string): boolean =>
  /(^|[_. -])(id|key|code|no|nr|number|ref|reference|sku)$|[a-z]I[dD]$/i.test(field);

/** What all keys of a kind begin with, and says nothing of any: `ord_` of ord_7f3a, `C` of C100091. Few keys show it if their field identifies something. Empty if there is none. */
export function keyStart(texts: readonly string[], field = ''): string {
  const [first = ''] = texts;
  const start = START.exec(first)?.[0] ?? '';
  const distinct = new Set(texts).size;
  if (start === '' || !texts.every((text) => START.exec(text)?.[0] === start))
    return distinct < MANY ? '' : lettersOfAll(texts);
  return isIdentifier(field) || distinct >= FEW ? start : '';
}

/** The letters that all tokens begin with, if they are few. */
function lettersOfAll(texts: readonly string[]): string {
  const [first = ''] = texts;
  if (!texts.every((text) => /^[\w-]*\d[\w-]*$/.test(text))) return '';
  let common = 0;
  while (common < first.length && texts.every((text) => text[common] === first[common])) common++;
  const [letters = ''] = /^[A-Za-z]*/.exec(first.slice(0, common)) ?? [];
  return letters.length <= MOST_LETTERS ? letters : '';
}

/** Letters that random ones follow, such as the `SM` of SM7f3ac0: at most, and of so many texts that chance does not make them. */
const MOST_LETTERS = 5;
const MANY = 10;

/** Runs of letters alone are read aloud more easily with vowels between consonants. */
export function alikeText(text: string, below: (count: number) => number): string {
  const form = FORMS.exec(text)?.[0] ?? '';
  const rest = text.slice(form.length);
  const made = rest.replaceAll(/[\p{L}\p{M}\p{N}]+/gu, (run) =>
    /\p{N}/u.test(run) || run.length < 3 ? codeLike(run, below) : wordLike(run, below),
  );
  return form + made;
}

const codeLike = (run: string, below: (count: number) => number): string =>
  run
    .split('')
    .map((character, i) => {
      if (/\p{N}/u.test(character)) return i === 0 && character !== '0' ? `${1 + below(9)}` : `${below(10)}`;
      return cased(String.fromCharCode(0x61 + below(26)), character);
    })
    .join('');

function wordLike(run: string, below: (count: number) => number): string {
  const start = below(2);
  return run
    .split('')
    .map((character, i) => {
      const letters = (i + start) % 2 === 0 ? CONSONANTS : VOWELS;
      return cased(letters.charAt(below(letters.length)), character);
    })
    .join('');
}

const cased = (letter: string, like: string): string =>
  /\p{Lu}/u.test(like) ? letter.toUpperCase() : letter;
