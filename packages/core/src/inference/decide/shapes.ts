import { tally, textsOf, type Column } from './column.ts';
import type { Decision, Spec } from './decision.ts';
import { numbered } from './bounded.ts';
import { fits, patternOf, run } from './patterns.ts';
import { withKey } from './repeats.ts';

/** Shapes that describe a column, and the share of texts they must cover. */
const SHAPES = { most: 24, share: 0.9, chars: 120 };

/** Amounts with a currency or unit: `12,50 €`, `$ 3`, `20 kg`. Their space is part of the shape. */
const AMOUNT = /^(?:[\p{Sc}]|[A-Z]{1,3})?\s?-?\d[\d.,' ]*\s?(?:\p{Sc}|%|[A-Za-z]{1,3})?$/u;

/** Characters that such a pattern cannot write. */
const UNWRITABLE = /[*?^\\[\]{}]/;

/** Texts without spaces that have few shapes. */
export function shapes(column: Column): Decision | undefined {
  const texts = textsOf(column);
  const spaced = texts.filter((text) => /\s/.test(text.trim()) && !AMOUNT.test(text.trim())).length;
  if (spaced > 0.2 * texts.length) return undefined;
  const withBounds = numbered(column);
  if (withBounds !== undefined) return withBounds;
  if (texts.some((text) => UNWRITABLE.test(text))) return undefined;
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

/** Letters and digits in one part or more, at least one of them a digit: `evt_1NG8Du2eZvKYlo2C`, `web-7d9fc6b5-x2kqp`. */
const TOKEN = /^(?=.*\d)[0-9A-Za-z]+([_.:/#~-][0-9A-Za-z]+){0,10}$/;

/** Share of the texts that must be tokens: others may be words. */
const AGREE = 0.9;
/** Sequences of separators, the most frequent first. */
const FORMS = 8;

/** Texts of random letters and digits, whose runs have no shape. */
export function tokens(column: Column): Decision | undefined {
  const texts = textsOf(column);
  const forms = new Map<string, string[]>();
  for (const text of texts)
    if (TOKEN.test(text)) {
      const separators = text.replaceAll(/[0-9A-Za-z]+/g, ' ');
      const same = forms.get(separators);
      if (same === undefined) forms.set(separators, [text]);
      else same.push(text);
    }
  const top = [...forms].sort(([, a], [, b]) => b.length - a.length).slice(0, FORMS);
  const covered = top.reduce((sum, [, same]) => sum + same.length, 0) / texts.length;
  const patterns = top.map(([form, same]) => [tokenPattern(form, same), same.length] as const);
  if (covered < AGREE || !patterns.every(([pattern]) => fits(pattern))) return undefined;
  return withKey(column, {
    kind: 'pattern',
    reason: 'Random letters and digits',
    confidence: covered * 0.9,
    spec: oneOfPatterns(patterns),
  });
}

/** A pattern of texts of one form: of each part, the classes of its characters and its lengths. */
function tokenPattern(form: string, texts: readonly string[]): string {
  const parts = texts.map((text) => text.split(/[^0-9A-Za-z]/));
  let at = 0;
  return form.replaceAll('.', '[.]').replaceAll(' ', () => {
    const own = parts.map((each) => each[at] ?? '').sort((a, b) => a.length - b.length);
    at++;
    const [min = 0, max = 0] = [own[0]?.length, own.at(-1)?.length];
    return run(charactersOf(own.join('')), min, max);
  });
}

/** The characters of a part: of letters, those of hexadecimal digits or all. */
function charactersOf(text: string): string {
  const digits = /\d/.test(text) ? '0-9' : '';
  const isHex = digits !== '' && !/[g-z]/i.test(text);
  const capitals = isHex ? 'A-F' : 'A-Z';
  const letters = isHex ? 'a-f' : 'a-z';
  return `[${digits}${/[A-Z]/.test(text) ? capitals : ''}${/[a-z]/.test(text) ? letters : ''}]`;
}
