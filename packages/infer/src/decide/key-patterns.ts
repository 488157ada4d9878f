import { alikeText, drawsOf, markOf } from './alike.ts';

/** Patterns of keys, at most, and the share of the texts that each describes, at least. */
const PATTERNS = 4;
const LEAST_SHARE = 0.1;
/** Share of the texts that all patterns together must describe. */
const COVERED = 0.5;
const LONGEST = 100;

/** Patterns of a fixed length for keys with the shapes of some texts. Undefined if the texts have no common shapes. */
export function keyPatternsOf(texts: readonly string[], size: number, name: string): string[] | undefined {
  if (texts.some((text) => UNWRITABLE.test(text))) return undefined;
  const below = drawsOf(name);
  const forms = new Map<string, string[]>();
  for (const text of texts) {
    const form = text.replaceAll(/[\p{L}\p{M}\p{N}]+/gu, (run) => `${run.length};`);
    if (!/^[ -~]+$/.test(form) || text.length > LONGEST) continue;
    const same = forms.get(form);
    if (same === undefined) forms.set(form, [text]);
    else same.push(text);
  }
  const top = [...forms.values()]
    .sort((a, b) => b.length - a.length)
    .filter((same) => same.length >= LEAST_SHARE * texts.length)
    .slice(0, PATTERNS);
  if (top.reduce((sum, same) => sum + same.length, 0) < COVERED * texts.length) return undefined;
  const all = [
    ...new Map(top.map((same) => patternOf(same, below)).map((each) => [each.pattern, each])).values(),
  ];
  // Those with room for their part of the keys, and so for that of the ones without.
  let kept = all;
  for (let last = Infinity; kept.length < last;) {
    last = kept.length;
    kept = kept.filter(({ room }) => room >= Math.ceil(size / last));
  }
  return kept.length === 0 ? undefined : kept.map(({ pattern }) => pattern);
}

type Below = ReturnType<typeof drawsOf>;

/** Characters of a place, how many there are, and how often they follow one another. */
type Class = readonly [each: string, size: number, times: number];

const CLASSES = { digit: ['[0-9]', 10], capital: ['[A-Z]', 26], letter: ['[a-z]', 26] } as const;

const classOf = (character: string): keyof typeof CLASSES | undefined => {
  if (/\p{N}/u.test(character)) return 'digit';
  if (/\p{Lu}/u.test(character)) return 'capital';
  return /[\p{L}\p{M}]/u.test(character) ? 'letter' : undefined;
};

/** The pattern of texts with letters and digits in the same places. Runs that mix them have all that occur in any of them. */
function patternOf(
  texts: readonly string[],
  below: Below,
): { readonly pattern: string; readonly room: number } {
  const [first = ''] = texts;
  let pattern = '';
  let room = 1;
  for (let at = 0; at < first.length;) {
    const kind = classOf(first.charAt(at));
    // An escape of a URL stays one.
    const escape = /^%[0-7][\dA-Fa-f]/.exec(first.slice(at))?.[0];
    if (kind === undefined) {
      const isSame = escape !== undefined && texts.every((text) => text.startsWith(escape, at));
      const sign = isSame ? escape : first.charAt(at);
      pattern += literal(sign);
      at += sign.length;
      continue;
    }
    let end = at;
    while (end < first.length && classOf(first.charAt(end)) !== undefined) end++;
    const parts = texts.map((text) => text.slice(at, end));
    const classes = classesOf(parts, below);
    pattern += joined(classes);
    room *= classes.reduce((product, [, size, times]) => product * size ** times, 1);
    at = end;
  }
  return { pattern, room };
}

/** Whether a letter stands between digits, or alone before them: the C of C100091. */
const isMark = (places: readonly (readonly unknown[])[], at: number): boolean =>
  [places[at - 1], places[at + 1]].every((kinds) => kinds === undefined || kinds[0] === 'digit') &&
  places.length > 1;

/** The digits of a place, from the least to the greatest one. */
function digitsOf(letters: readonly string[], isFirst: boolean): readonly [each: string, size: number] {
  const digits = letters.map(Number);
  const [least, most] = [Math.min(...new Set(digits)), Math.max(...new Set(digits))];
  // The first digit of all, and zeros, say nothing of any.
  if (least === most && letters.length >= MANY && (isFirst || least === 0)) return [String(least), 1];
  return least === most || letters.length < MANY ? CLASSES.digit : [`[${least}-${most}]`, most - least + 1];
}

/** In fewer texts, digits are missing by chance. */
const MANY = 10;

/** The classes of a run: those of its places if each has one, or else of all characters. */
function classesOf(parts: readonly string[], below: Below): Class[] {
  const length = parts[0]?.length ?? 0;
  const places = Array.from({ length }, (_, i) => [...new Set(parts.map((part) => classOf(part.charAt(i))))]);
  // What all texts begin with, such as device-, has one new text.
  if (isConstant(parts))
    return markOf(parts[0] ?? '', below)
      .split('')
      .map((each) => [each, 1, 1] as const);
  if (places.every((kinds) => kinds.length === 1))
    return places.map(([kind = 'letter'], i): Class => {
      const letters = parts.map((part) => part.charAt(i));
      if (kind !== 'digit' && isConstant(letters))
        return [isMark(places, i) ? (letters[0] ?? '') : alikeText(letters[0] ?? '', below), 1, 1] as const;
      return [...(kind === 'digit' ? digitsOf(letters, i === 0) : CLASSES[kind]), 1] as const;
    });
  const text = parts.join('');
  const isHex = /\p{N}/u.test(text) && !/[g-z]/i.test(text);
  const kinds = [
    ...(/\p{N}/u.test(text) ? [['0-9', 10] as const] : []),
    ...(/\p{Lu}/u.test(text) ? [isHex ? (['A-F', 6] as const) : (['A-Z', 26] as const)] : []),
    ...(/\p{Ll}/u.test(text) ? [isHex ? (['a-f', 6] as const) : (['a-z', 26] as const)] : []),
  ];
  return [
    [`[${kinds.map(([range]) => range).join('')}]`, kinds.reduce((sum, [, size]) => sum + size, 0), length],
  ];
}

const literal = (character: string): string => (/[()|*+?.$]/.test(character) ? `[${character}]` : character);

/** Characters that no pattern writes. */
const UNWRITABLE = /[\\[\]{}^]/;

/** Texts of which chance would not make all begin alike. */
const FEW = 3;

const isConstant = (texts: readonly string[]): boolean =>
  texts.length >= FEW && /\p{L}/u.test(texts[0] ?? '') && texts.every((text) => text === texts[0]);

/** Classes one after the other, equal ones with a count. */
function joined(classes: readonly Class[]): string {
  const runs: { each: string; times: number }[] = [];
  for (const [each, , times] of classes) {
    const last = runs.at(-1);
    if (last?.each === each && each.length > 1) last.times += times;
    else runs.push({ each, times });
  }
  return runs.map(({ each, times }) => (times === 1 ? each : `${each}{${times}}`)).join('');
}

/** Texts that a pattern has: of each class, as many as it has characters. */
export function roomOf(pattern: string): number {
  let room = 1;
  for (const [, inner = '', times = '1'] of pattern.matchAll(/\[([^\]]+)\](?:\{(\d+)\})?/g)) {
    const ranges = [...inner.matchAll(/(.)-(.)/g)].map(
      ([, from = '', to = '']) => to.charCodeAt(0) - from.charCodeAt(0) + 1,
    );
    room *=
      Math.max(
        1,
        ranges.reduce((sum, each) => sum + each, 0),
      ) ** Number(times);
  }
  return room;
}

/** What texts of a pattern may begin with, where a number follows: new letters, and separators as they are. */
export function prefixOf(pattern: string, name: string): string {
  const end = pattern.search(/\[[^\]]*0-9[^\]]*\](?:\{\d+\})?$/);
  const start = pattern.slice(0, Math.max(0, end));
  const letters = start.replaceAll(/\[([^\]]+)\](?:\{(\d+)\})?/g, (_, inner: string, times = '1') =>
    sampleOf(inner).repeat(Number(times)),
  );
  return alikeText(letters, drawsOf(name));
}

/** A character of a class. */
function sampleOf(inner: string): string {
  if (inner.length === 1) return inner;
  if (inner.includes('0-')) return '1';
  return inner.charAt(0);
}
