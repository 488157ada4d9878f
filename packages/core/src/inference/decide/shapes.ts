import { tally, textsOf, type Column } from './column.ts';
import type { Decision, Spec } from './decision.ts';
import { run } from './pattern.ts';
import { withKey } from './repeats.ts';

/** Shapes that describe a column, and the share of texts they must cover. */
const SHAPES = { most: 24, share: 0.9, chars: 120 };

type Class = 'digit' | 'capital' | 'letter' | 'other';

const CLASSES: Readonly<Record<Exclude<Class, 'other'>, string>> = {
  digit: '[0-9]',
  capital: '[A-Z]',
  letter: '[a-z]',
};

function classOf(code: number): Class {
  if (code >= 0x30 && code <= 0x39) return 'digit';
  if (code >= 0x41 && code <= 0x5a) return 'capital';
  if ((code >= 0x61 && code <= 0x7a) || code > 0x7f) return 'letter';
  return 'other';
}

/**
 * A regular expression of a text's shape: runs of digits, capitals and small letters, and all other characters as they are. It contains no
 * letter or digit of the text.
 */
export function patternOf(text: string): string {
  let shape = '';
  for (let i = 0; i < text.length;) {
    const kind = classOf(text.charCodeAt(i));
    let end = i + 1;
    while (end < text.length && classOf(text.charCodeAt(end)) === kind) end++;
    shape +=
      kind === 'other' ? text.slice(i, end).split('').map(escaped).join('') : run(CLASSES[kind], end - i);
    i = end;
  }
  return shape;
}

/** A character as itself. The patterns of `helpers.fromRegExp` know classes and quantifiers, but no escapes. */
const escaped = (character: string): string =>
  character === '+' || character === '.' ? `[${character}]` : character;

/** Characters that such a pattern cannot write. */
const UNWRITABLE = /[*?^\\[\]{}]/;

/** Texts without spaces that have few shapes. */
export function shapes(column: Column): Decision | undefined {
  const texts = textsOf(column);
  const spaced = texts.filter((text) => /\s/.test(text.trim())).length;
  if (spaced > 0.2 * texts.length || texts.some((text) => UNWRITABLE.test(text))) return undefined;
  const top = [...tally(texts.map(patternOf))]
    .slice(0, SHAPES.most)
    .map(([shape, weight]) => ({ shape: String(shape), weight }));
  const covered = top.reduce((sum, { weight }) => sum + weight, 0) / texts.length;
  if (covered < SHAPES.share || top.some(({ shape }) => shape.length > SHAPES.chars || shape === ''))
    return undefined;
  return withKey(column, {
    kind: 'pattern',
    reason:
      top.length === 1
        ? 'All texts have one shape'
        : `${top.length} shapes cover ${Math.floor(covered * 100)} % of the texts`,
    confidence: covered,
    spec: oneOfPatterns(top.map(({ shape, weight }) => [shape, weight])),
  });
}

/** Regular expressions by weight. */
export function oneOfPatterns(patterns: readonly (readonly [string, number])[]): Spec {
  const specs = patterns.map(([pattern, weight]) => ({
    weight,
    field: { type: 'helpers.fromRegExp', params: [pattern] },
  }));
  const [first] = specs;
  return specs.length === 1 && first !== undefined ? first.field : { type: 'oneOf', params: specs };
}
