import { alikeText, drawsOf, keyStart, markOf } from './alike.ts';
import { groupedBy } from './column.ts';
import { charactersOf, roomOf } from './patterns.ts';

/** Patterns of keys, at most, and the share of the texts that each describes, at least. */
const PATTERNS = 4;
const LEAST_SHARE = 0.1;
/** Share of the texts that all patterns together must describe. */
const COVERED = 0.5;
const LONGEST = 100;

/** Patterns of a fixed length for keys with the shapes of some texts. Undefined if the texts have no common shapes. */
export function keyPatternsOf(keys: readonly string[], size: number, name: string): string[] | undefined {
  if (keys.some((key) => UNWRITABLE.test(key))) return undefined;
  const below = drawsOf(name);
  const start = keyStart(keys);
  const texts = keys.map((key) => key.slice(start.length));
  const forms = groupedBy(texts, (text) => {
    const form = text.replaceAll(/[\p{L}\p{M}\p{N}]+/gu, (run) => `${run.length};`);
    return /^[ -~]+$/.test(form) && text.length <= LONGEST ? form : undefined;
  });
  const top = [...forms.values()]
    .sort((a, b) => b.length - a.length)
    .filter((same) => same.length >= LEAST_SHARE * texts.length)
    .slice(0, PATTERNS);
  if (top.reduce((sum, same) => sum + same.length, 0) < COVERED * texts.length) return undefined;
  // Those with room for their part of the keys, and so for that of the ones without.
  let kept = [...new Set(top.map((same) => patternOf(same, below)))];
  for (let last = Infinity; kept.length < last;) {
    last = kept.length;
    kept = kept.filter((pattern) => roomOf(pattern) >= Math.ceil(size / last));
  }
  const begin = start.split('').map(literal).join('');
  return kept.length === 0 ? undefined : kept.map((pattern) => begin + pattern);
}

type Below = ReturnType<typeof drawsOf>;

const CLASSES = { digit: '[0-9]', capital: '[A-Z]', letter: '[a-z]' } as const;

const classOf = (character: string): keyof typeof CLASSES | undefined => {
  if (/\p{N}/u.test(character)) return 'digit';
  if (/\p{Lu}/u.test(character)) return 'capital';
  return /[\p{L}\p{M}]/u.test(character) ? 'letter' : undefined;
};

/** The pattern of texts with letters and digits in the same places. Runs that mix them have all that occur in any of them. */
function patternOf(texts: readonly string[], below: Below): string {
  const [first = ''] = texts;
  let pattern = '';
  for (let at = 0; at < first.length;) {
    // An escape of a URL stays one.
    const escape = /^%[0-7][\dA-Fa-f]/.exec(first.slice(at))?.[0];
    if (classOf(first.charAt(at)) === undefined) {
      const isSame = escape !== undefined && texts.every((text) => text.startsWith(escape, at));
      const sign = isSame ? escape : first.charAt(at);
      pattern += literal(sign);
      at += sign.length;
      continue;
    }
    let end = at;
    while (end < first.length && classOf(first.charAt(end)) !== undefined) end++;
    pattern += joined(
      classesOf(
        texts.map((text) => text.slice(at, end)),
        below,
      ),
    );
    at = end;
  }
  return pattern;
}

/** Whether a letter stands between digits, or alone before them: the C of C100091. */
const isMark = (places: readonly (readonly unknown[])[], at: number): boolean =>
  [places[at - 1], places[at + 1]].every((kinds) => kinds === undefined || kinds[0] === 'digit') &&
  places.length > 1;

/** The digits of a place, from the least to the greatest one. */
function digitsOf(letters: readonly string[], isFirst: boolean): string {
  const digits = letters.map(Number);
  const [least, most] = [Math.min(...new Set(digits)), Math.max(...new Set(digits))];
  // The first digit of all, and zeros, say nothing of any.
  if (least === most && letters.length >= MANY && (isFirst || least === 0)) return String(least);
  return least === most || letters.length < MANY ? CLASSES.digit : `[${least}-${most}]`;
}

/** In fewer texts, digits are missing by chance. */
const MANY = 10;

/** The classes of a run, a place after the other: those of its places if each has one, or else of all characters. */
function classesOf(parts: readonly string[], below: Below): readonly string[] {
  const length = parts[0]?.length ?? 0;
  const places = Array.from({ length }, (_, i) => [...new Set(parts.map((part) => classOf(part.charAt(i))))]);
  // What all texts begin with, such as device-, has one new text.
  if (isConstant(parts)) return markOf(parts[0] ?? '', below).split('');
  if (places.some((kinds) => kinds.length > 1))
    return new Array<string>(length).fill(charactersOf(parts.join('')));
  return places.map(([kind = 'letter'], i) => {
    const letters = parts.map((part) => part.charAt(i));
    if (kind === 'digit') return digitsOf(letters, i === 0);
    if (!isConstant(letters)) return CLASSES[kind];
    return isMark(places, i) ? (letters[0] ?? '') : alikeText(letters[0] ?? '', below);
  });
}

const literal = (character: string): string => (/[()|*+?.$]/.test(character) ? `[${character}]` : character);

/** Characters that no pattern writes. */
const UNWRITABLE = /[\\[\]{}^]/;

/** Texts of which chance would not make all begin alike. */
const FEW = 3;

const isConstant = (texts: readonly string[]): boolean =>
  texts.length >= FEW && /\p{L}/u.test(texts[0] ?? '') && texts.every((text) => text === texts[0]);

/** Classes one after the other, equal ones with a count. */
function joined(classes: readonly string[]): string {
  const runs: { each: string; times: number }[] = [];
  for (const each of classes) {
    const last = runs.at(-1);
    if (last?.each === each && each.length > 1) last.times++;
    else runs.push({ each, times: 1 });
  }
  return runs.map(({ each, times }) => (times === 1 ? each : `${each}{${times}}`)).join('');
}

/** What texts of a pattern may begin with, where a number follows: new letters for its classes, and the rest as it is. */
export function prefixOf(pattern: string, name: string): string {
  const end = pattern.search(/\[[^\]]*0-9[^\]]*\](?:\{\d+\})?$/);
  const below = drawsOf(name);
  return pattern
    .slice(0, Math.max(0, end))
    .replaceAll(/\[([^\]]+)\](?:\{(\d+)\})?/g, (_, inner: string, times = '1') =>
      inner.length === 1 ? inner : alikeText(sampleOf(inner).repeat(Number(times)), below),
    );
}

/** A character of a class. */
const sampleOf = (inner: string): string => (inner.includes('0-') ? '1' : inner.charAt(0));
