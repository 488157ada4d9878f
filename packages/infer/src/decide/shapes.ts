import { keyStart } from './alike.ts';
import { groupedBy, tally, textsOf, type Column } from './column.ts';
import type { Decision, Spec } from './decision.ts';
import { numbered } from './bounded.ts';
import { charactersOf, escaped, fits, patternOf, run } from './patterns.ts';
import { withKey } from './repeats.ts';
import { FEW_ROWS } from './statistics.ts';

/** Shapes that describe a column, and the share of texts they must cover. */
const SHAPES = { most: 24, mostOfFew: 3, share: 0.9, chars: 120 };

/** Amounts with a currency or unit: `12,50 €`, `$ 3`, `20 kg`. Their space is part of the shape. */
const AMOUNT = /^(?:[\p{Sc}]|[A-Z]{1,3})?\s?-?\d[\d.,' ]*\s?(?:\p{Sc}|%|[A-Za-z]{1,3})?$/u;

/** Characters that such a pattern cannot write. */
const UNWRITABLE = /[*?^\\[\]{}]/;

/** Rows of each shape, on average, from which texts have few shapes. */
const LEAST_OF_SHAPE = 10;

/** Texts without spaces that have few shapes for so many rows. */
export function fewShapes(column: Column): Decision | undefined {
  const { values } = column;
  const distinct = new Set(textsOf(column).map(patternOf)).size;
  return distinct === 1 || distinct * LEAST_OF_SHAPE <= values.length ? shapes(column) : undefined;
}

/** Texts without spaces that have at most 24 shapes. */
export function shapes(column: Column): Decision | undefined {
  const texts = textsOf(column);
  const spaced = texts.filter((text) => /\s/.test(text.trim()) && !AMOUNT.test(text.trim())).length;
  if (spaced > 0.2 * texts.length) return undefined;
  const withBounds = numbered(column);
  if (withBounds !== undefined) return withBounds;
  if (texts.some((text) => UNWRITABLE.test(text))) return undefined;
  const isFew = texts.length < FEW_ROWS;
  const start = keyStart(texts, column.name);
  const rests = texts.map((text) => text.slice(start.length));
  const top = (isFew ? rangedShapes(rests) : [...tally(rests.map(patternOf))])
    .slice(0, isFew ? SHAPES.mostOfFew : SHAPES.most)
    .map(([shape, weight]) => ({ shape: escaped(start) + String(shape), weight }));
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

/** Shapes of few texts: those with the same classes of characters in turn are one, whatever their lengths. */
function rangedShapes(texts: readonly string[]): [unknown, number][] {
  const groups = groupedBy(texts, (text) =>
    patternOf(text).replaceAll(/(\[[a-zA-Z0-9]-[a-zA-Z0-9]\])(\{\d+\})?/g, '$1'),
  );
  const ranged = [...groups].map(([form, same]): [unknown, number] => {
    const runs = same.map((text) => text.match(RUNS) ?? []);
    let at = 0;
    const shape = form.replaceAll(/\[(a-z|A-Z|0-9)\]/g, (kind) => {
      const lengths = runs.map((each) => each[at]?.length ?? 0);
      at++;
      return run(kind, Math.min(...lengths), Math.max(...lengths));
    });
    return [shape, same.length];
  });
  return ranged.sort(([, a], [, b]) => b - a);
}

/** Runs of one class, as `patternOf` finds them. */
const RUNS = /[0-9]+|[A-Z]+|(?:[a-z]|(?![\p{S}\p{Z}])[\u0080-\uffff])+/gu;

/** Regular expressions by weight. */
export function oneOfPatterns(patterns: readonly (readonly [string, number])[]): Spec {
  const specs = patterns.map(([pattern, weight]) => ({
    weight,
    field: { type: 'helpers.fromRegExp', params: [pattern] },
  }));
  const [first] = specs;
  return specs.length === 1 && first !== undefined ? first.field : { type: 'oneOf', params: specs };
}

/** Letters and digits in one part or more, at least one of them a digit: `evt_1NG8Du2eZvKYlo2C`, `web-7d9fc6b5-x2kqp`, `#7fa3c0`, `i=7f;b=3a`. */
const TOKEN =
  /^(?=.*\d)[_#~"'@%&<=-]{0,2}[0-9A-Za-z]+([_.:/#~=;,"'@%&>-]{1,3}[0-9A-Za-z]+){0,10}[="'>;]{0,2}$/;

/** Share of the texts that must be tokens: others may be words, unless they are as long. */
const AGREE = 0.9;
const AGREE_OF_ONE_LENGTH = 0.6;
/** Sequences of separators, the most frequent first. */
const FORMS = 8;

/** Texts of random letters and digits, whose runs have no shape. */
export function tokens(column: Column): Decision | undefined {
  const texts = textsOf(column);
  const start = keyStart(texts, column.name);
  const areOfOneLength =
    texts.every(({ length }) => length === texts[0]?.length) &&
    texts.filter((text) => TOKEN.test(text)).length >= AGREE_OF_ONE_LENGTH * texts.length;
  const isToken = (text: string): boolean =>
    TOKEN.test(text) || (areOfOneLength && /^[0-9A-Za-z]+$/.test(text));
  const rests = texts.filter(isToken).map((text) => text.slice(start.length));
  const forms = groupedBy(rests, (rest) => rest.replaceAll(/[0-9A-Za-z]+/g, ' '));
  const top = [...forms].sort(([, a], [, b]) => b.length - a.length).slice(0, FORMS);
  const covered = top.reduce((sum, [, same]) => sum + same.length, 0) / texts.length;
  const patterns = top.map(
    ([form, same]) => [escaped(start) + tokenPattern(form, same), same.length] as const,
  );
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
  const parts = texts.map((text) => text.match(/[0-9A-Za-z]+/g) ?? []);
  let at = 0;
  return form.replaceAll('.', '[.]').replaceAll(' ', () => {
    const own = parts.map((each) => each[at] ?? '').sort((a, b) => a.length - b.length);
    at++;
    const [min = 0, max = 0] = [own[0]?.length, own.at(-1)?.length];
    // A number has no zero in front.
    const isNumber = min > 0 && own.every((each) => /^[1-9]\d*$/.test(each));
    return isNumber ? `[1-9]${run('[0-9]', min - 1, max - 1)}` : run(charactersOf(own.join('')), min, max);
  });
}
