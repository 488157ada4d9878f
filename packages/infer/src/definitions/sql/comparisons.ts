import type { Shape } from '../shape.ts';
import { asClasses, regExp, textsOf } from '../text/matching.ts';
import { isNamed } from './column-definition.ts';
import { areWords, isSymbol, keyword, splitAt, type Token } from './tokens.ts';

/** The other part of `x IS NULL OR …`. Undefined if the condition is none of this form. */
export function unlessNull(tokens: readonly Token[]): readonly Token[] | undefined {
  const [first, second, ...others] = splitAt(tokens, 'OR');
  if (first === undefined || second === undefined || others.length > 0) return undefined;
  if (isNullTest(first)) return second;
  return isNullTest(second) ? first : undefined;
}

const isNullTest = (part: readonly Token[]): boolean => {
  const words = part.filter((token) => !isSymbol(token, '(') && !isSymbol(token, ')'));
  return words.length === 3 && areWords(words, 1, 'IS', 'NULL');
};

/** An address that patterns of emails match. */
const EMAIL = 'email-1@example.com';

/** `~ 'pattern'`, `REGEXP 'pattern'`, and `LIKE '%@%'` as Postgres writes it. Undefined if it is not followed. */
export function withPattern(field: Shape, [sign, ...rest]: readonly Token[]): Shape | undefined {
  if (!isSymbol(sign, '~') && !/^(REGEXP|RLIKE)$/.test(keyword(sign))) return undefined;
  const isLike = isSymbol(rest[0], '~');
  const [text, ...others] = isLike || isSymbol(rest[0], '*') ? rest.slice(1) : rest;
  if (text?.kind !== 'text' || others.length > 0) return undefined;
  if (isLike ? /^%_?@[%_]*$/.test(text.text) : isOfEmails(text.text)) return { ...field, kind: 'email' };
  return isLike ? undefined : matching(field, text.text);
}

/** A text that a pattern matches. One that is unique contains a number: `code-17`. */
function matching(field: Shape, source: string): Shape | undefined {
  const { name, isKey, isUnique, maxLength } = field;
  if (isKey === true || isUnique === true)
    return regExp(source)?.test(`${name.toLowerCase()}-17`) === true ? field : undefined;
  const pattern = asClasses(source);
  if (pattern !== undefined) return { ...field, pattern };
  const values = textsOf({ patterns: [source], ...(maxLength === undefined ? {} : { maxLength }) });
  return values.length === 0 ? undefined : { ...field, values };
}

const isOfEmails = (pattern: string): boolean =>
  pattern.includes('@') && regExp(pattern)?.test(EMAIL) === true;

/** `json_valid(settings)`: MariaDB's JSON is a text with this condition. Undefined if it is not followed. */
export function withJson(
  fields: readonly Shape[],
  [word, ...rest]: readonly Token[],
): readonly Shape[] | undefined {
  const [name, ...others] = rest.filter((token) => !isSymbol(token, '(') && !isSymbol(token, ')'));
  const field = fieldNamed(fields, name);
  if (keyword(word) !== 'JSON_VALID' || field === undefined || others.length > 0) return undefined;
  const { maxLength: _, ...plain } = field;
  return fields.map((each) => (each === field ? { ...plain, kind: 'JSON' } : each));
}

/** Signs between two fields, and whether the first one is the larger. */
const SIGNS: Readonly<Record<string, { readonly isLarger: boolean; readonly isStrict: boolean }>> = {
  '<': { isLarger: false, isStrict: true },
  '<=': { isLarger: false, isStrict: false },
  '>': { isLarger: true, isStrict: true },
  '>=': { isLarger: true, isStrict: false },
};

const TIMES = new Set(['timestamp', 'date']);
const NUMBERS = new Set(['whole number', 'number']);

/** `ends_at > starts_at`: one field follows the other. Undefined if it is not followed. */
export function compared(fields: readonly Shape[], tokens: readonly Token[]): readonly Shape[] | undefined {
  const bare = tokens.filter((token) => !isSymbol(token, '(') && !isSymbol(token, ')'));
  const [one, other] = [fieldNamed(fields, bare[0]), fieldNamed(fields, bare[2])];
  const how = bare[1]?.kind === 'symbol' ? SIGNS[bare[1].text] : undefined;
  if (how === undefined || one === undefined || other === undefined || bare.length !== 3) return undefined;
  const [small, large] = how.isLarger ? [other, one] : [one, other];
  return following(fields, small, large, how.isStrict);
}

/** Fields of which one follows the other: a later time the earlier one, and a smaller number the larger one. */
function following(
  fields: readonly Shape[],
  small: Shape,
  large: Shape,
  isStrict: boolean,
): readonly Shape[] | undefined {
  const isTime = TIMES.has(small.kind) && small.kind === large.kind;
  const isNumber = NUMBERS.has(small.kind) && NUMBERS.has(large.kind);
  const isFree = small.follows === undefined && large.follows === undefined;
  if (!isFree || !(isTime || isNumber)) return undefined;
  const [leader, follower] = isTime ? [small, large] : [large, small];
  const follows = { field: leader.name, isStrict, isNullable: leader.isNullable === true };
  return fields.map((field) => {
    if (field === follower) return { ...field, follows };
    return field === leader && isNumber ? withRoom(field, follower, isStrict) : field;
  });
}

const fieldNamed = (fields: readonly Shape[], token: Token | undefined): Shape | undefined =>
  (token?.kind === 'word' && keyword(token) !== '') || token?.kind === 'name'
    ? fields.find((each) => isNamed(each, token.text))
    : undefined;

/** The larger of two numbers leaves room for the smaller one. */
function withRoom(large: Shape, { min = 0 }: Shape, isStrict: boolean): Shape {
  const step = large.kind === 'whole number' ? 1 : 10 ** -(large.decimals ?? 2);
  return { ...large, min: Math.max(large.min ?? -Infinity, isStrict ? min + step : min) };
}
