import { draw, drawKey } from '@catbird/engine';
import { parseRegex, type RegexPart } from './regex.ts';

/** What texts must be. */
export interface TextRules {
  /** Regular expressions of JavaScript, each of which matches a part of the text. */
  readonly patterns: readonly string[];
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Whether a text is allowed. Default: all are. */
  readonly isAllowed?: (text: string) => boolean;
}

/** Texts that are offered, and tries to find them. */
const TEXTS = 24;
const TRIES = 200;

/** The longest text that is made. */
const MOST_CHARS = 2_000;

/** Some texts of which all keep the rules. Empty if none was found. */
export function textsOf(rules: TextRules): string[] {
  const { patterns, minLength = 0 } = rules;
  const sources = patterns.map(parseRegex).filter((each) => each !== undefined);
  const isAllowed = testOf(rules);
  const found = new Set<string>();
  if (sources.length === 0 || isAllowed === undefined || minLength > MOST_CHARS) return [];
  for (let n = 0; n < TRIES && found.size < TEXTS; n++) {
    const random = randomOf(n);
    // Shorter texts are tried as well as longer ones: bounds and other patterns decide.
    const text = madeOf(sources[n % sources.length] ?? [], random, n % 3);
    const candidates = text.length < minLength ? padding(text, minLength, random) : [text];
    for (const each of candidates) if (isAllowed(each)) found.add(each);
  }
  return [...found].slice(0, TEXTS);
}

/** Whether a text keeps all rules. Undefined if a pattern is invalid. */
function testOf(rules: TextRules): ((text: string) => boolean) | undefined {
  const { patterns, minLength = 0, maxLength = Infinity, isAllowed } = rules;
  const tests = patterns.map(regExp).filter((each) => each !== undefined);
  if (tests.length < patterns.length) return undefined;
  return (text) => {
    const { length } = Array.from(text);
    if (length < minLength || length > maxLength) return false;
    return tests.every((test) => test.test(text)) && isAllowed?.(text) !== false;
  };
}

/** A regular expression as JSON Schema has it: with Unicode if it can be. */
export function regExp(source: string): RegExp | undefined {
  for (const flags of ['u', ''])
    try {
      return new RegExp(source, flags);
    } catch {
      // Without Unicode, more escapes are allowed; if it is still invalid, it has no meaning.
      continue;
    }
  return undefined;
}

type Random = (below: number) => number;

/** Numbers that are the same on every machine. */
function randomOf(seed: number): Random {
  const { key, odd } = drawKey('definition', 0);
  let n = 0;
  return (below) => Math.floor(((draw(seed, n++, key, odd) >>> 0) / 2 ** 32) * below);
}

function madeOf(
  alternatives: readonly (readonly RegexPart[])[],
  random: Random,
  spread: number,
  isDeep = false,
): string {
  const sequence = alternatives[random(alternatives.length)] ?? [];
  let text = '';
  for (const { min, max, characters, group } of sequence) {
    const most = isDeep ? min : Math.min(max, min + spread * 2);
    const times = Math.min(min + random(most - min + 1), MOST_CHARS);
    for (let i = 0; i < times && text.length < MOST_CHARS; i++)
      text +=
        characters === undefined
          ? madeOf(group ?? [[]], random, spread, text.length > 200)
          : (characters[random(characters.length)] ?? '');
  }
  return text;
}

/** A text made longer on either side: patterns without anchors allow it. Anchored ones repeat their last character. */
function padding(text: string, length: number, random: Random): string[] {
  const missing = Math.max(0, length - text.length);
  const word = Array.from({ length: missing }, () => 'abcdefghijklmnopqrstuvwxyz'[random(26)]).join('');
  return [text + word, word + text, text + (text.at(-1) ?? 'a').repeat(missing)];
}

/** A regular expression as `helpers.fromRegExp` takes it: classes of letters and digits, and characters, with counts. Undefined for others. */
export function asClasses(source: string): string | undefined {
  if (!/^\^.*\$$/s.test(source) || source.endsWith('\\$')) return undefined;
  const alternatives = parseRegex(source);
  const [only] = alternatives ?? [];
  if (only === undefined || alternatives?.length !== 1) return undefined;
  const parts = only.filter(({ group }) => group?.length !== 1 || group[0]?.length !== 0).map(classText);
  return parts.every((part) => part !== undefined) && parts.length > 0 ? parts.join('') : undefined;
}

function classText({ characters, min, max }: RegexPart): string | undefined {
  if (characters === undefined || max > 1_000) return undefined;
  const times = min === 1 && max === 1 ? '' : min === max ? `{${min}}` : `{${min},${max}}`;
  const [first = ''] = characters;
  if (characters.length === 1) {
    if (!/[A-Za-z0-9 _:@#=;%~'"/-]/.test(first)) return undefined;
    return times === '' || /[A-Za-z0-9]/.test(first) ? first + times : undefined;
  }
  if (!characters.every((c) => /^[A-Za-z0-9]$/.test(c))) return undefined;
  return `[${ranges([...new Set(characters)].toSorted())}]${times}`;
}

function ranges(sorted: readonly string[]): string {
  let text = '';
  for (let i = 0; i < sorted.length;) {
    let j = i;
    while ((sorted[j + 1]?.charCodeAt(0) ?? 0) === (sorted[j]?.charCodeAt(0) ?? 0) + 1) j++;
    text += j - i < 2 ? sorted.slice(i, j + 1).join('') : `${sorted[i]}-${sorted[j]}`;
    i = j + 1;
  }
  return text;
}
