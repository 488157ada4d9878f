import type { Shape } from '../shape.ts';
import { compared, unlessNull, withJson, withPattern } from './comparisons.ts';
import { instantOf, literalsIn } from './partitions.ts';
import { areWords, inBrackets, isSymbol, keyword, splitAt, type Token } from './tokens.ts';

/** Fields with what a CHECK says about them. */
export interface Checked {
  readonly fields: readonly Shape[];
  /** Whether all of it was followed. */
  readonly isFollowed: boolean;
}

/** What CHECK says about fields: comparisons with numbers and other fields, IN, BETWEEN, = ANY, patterns and lengths, all joined by AND. */
export function checked(fields: readonly Shape[], check: readonly Token[]): Checked {
  let found = fields;
  let isFollowed = true;
  for (const part of conditions(bare(check))) {
    const next = followed(found, bare(part));
    if (next === undefined) isFollowed = false;
    found = next ?? found;
  }
  return { fields: found, isFollowed };
}

/** Without brackets around all of it. */
function bare(tokens: readonly Token[]): readonly Token[] {
  if (!isSymbol(tokens[0], '(')) return tokens;
  const { inner, end } = inBrackets(tokens, 0);
  return end === tokens.length ? bare(inner) : tokens;
}

/** The parts that AND joins. That of BETWEEN joins its bounds. */
function conditions(tokens: readonly Token[]): (readonly Token[])[] {
  const parts = splitAt(tokens, 'AND');
  return parts.flatMap((part, i): (readonly Token[])[] => {
    const before = parts[i - 1];
    if (before !== undefined && endsWithBetween(before)) return [];
    const next = parts[i + 1];
    if (endsWithBetween(part) && next !== undefined)
      return [[...part, { kind: 'word', text: 'AND' }, ...next]];
    return isSymbol(part[0], '(') && bare(part) !== part ? conditions(bare(part)) : [part];
  });
}

const endsWithBetween = (tokens: readonly Token[]): boolean =>
  tokens.some((token) => keyword(token) === 'BETWEEN') && !tokens.some((token) => keyword(token) === 'AND');

const LENGTHS = /^(LENGTH|CHAR_LENGTH|CHARACTER_LENGTH|LEN|OCTET_LENGTH)$/;

/** Words of conditions that are not followed. */
const OTHERS = /^(OR|NOT|LIKE|SIMILAR|CASE)$/;

/** Fields with one condition. Undefined if it is not followed. */
function followed(fields: readonly Shape[], tokens: readonly Token[]): readonly Shape[] | undefined {
  const other = unlessNull(tokens);
  if (other !== undefined) return followed(fields, bare(other));
  if (tokens.some((token) => OTHERS.test(keyword(token))) && !isNotNull(tokens)) return undefined;
  const plain = withoutCasts(tokens);
  const inner = LENGTHS.test(keyword(plain[0])) ? inBrackets(plain, 1) : undefined;
  const name = nameIn(inner?.inner ?? plain)?.toLowerCase();
  const field = fields.find((each) => each.name.toLowerCase() === name);
  if (field === undefined) {
    const mirrored = mirror(plain);
    return mirrored === undefined ? withJson(fields, plain) : followed(fields, mirrored);
  }
  const next =
    inner === undefined ? withCondition(field, afterName(plain)) : withLength(field, plain.slice(inner.end));
  return next === undefined ? compared(fields, plain) : fields.map((each) => (each === field ? next : each));
}

const isNotNull = (tokens: readonly Token[]): boolean =>
  areWords(tokens, tokens.length - 3, 'IS', 'NOT', 'NULL');

/** Without casts of Postgres: `(status)::text` is `status`. */
export function withoutCasts(tokens: readonly Token[]): readonly Token[] {
  const found: Token[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i];
    if (token === undefined) continue;
    if (!isSymbol(token, '::')) {
      found.push(token);
      continue;
    }
    i++;
    while (
      /^(CHARACTER|DOUBLE|TIMESTAMP|WITH|WITHOUT|TIME)$/.test(keyword(tokens[i])) &&
      tokens[i + 1]?.kind === 'word'
    )
      i++;
    if (isSymbol(tokens[i + 1], '.')) i += 2;
    if (isSymbol(tokens[i + 1], '(')) i = inBrackets(tokens, i + 1).end - 1;
    if (isSymbol(tokens[i + 1], '[')) i = inBrackets(tokens, i + 1).end - 1;
  }
  return found;
}

function nameIn(tokens: readonly Token[]): string | undefined {
  const [first] = tokens;
  if (isSymbol(first, '(')) {
    const { inner } = inBrackets(tokens, 0);
    return bare(inner).length === 1 ? nameIn(bare(inner)) : undefined;
  }
  return first?.kind === 'word' || first?.kind === 'name' ? first.text : undefined;
}

const afterName = (tokens: readonly Token[]): readonly Token[] =>
  tokens.slice(isSymbol(tokens[0], '(') ? inBrackets(tokens, 0).end : 1);

const MIRRORED: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '=': '=' };

/** `0 < x` as `x > 0`. */
function mirror(tokens: readonly Token[]): readonly Token[] | undefined {
  const [number, sign, ...rest] = tokens;
  const symbol = sign?.kind === 'symbol' ? MIRRORED[sign.text] : undefined;
  if (number?.kind !== 'number' || symbol === undefined || rest[0]?.kind === 'number') return undefined;
  return [...rest, { kind: 'symbol', text: symbol }, number];
}

function withLength(field: Shape, [sign, ...rest]: readonly Token[]): Shape | undefined {
  const bound = onlyNumber(rest);
  if (bound === undefined) return undefined;
  const { minLength, maxLength } = field;
  const from = (min: number): Shape => ({ ...field, minLength: Math.max(min, minLength ?? 0) });
  const to = (max: number): Shape => ({ ...field, maxLength: Math.min(max, maxLength ?? Infinity) });
  switch (sign?.text) {
    case '>':
      return from(bound + 1);
    case '>=':
      return from(bound);
    case '<':
      return to(bound - 1);
    case '<=':
      return to(bound);
    case '=':
      return { ...from(bound), maxLength: bound };
    default:
      return undefined;
  }
}

function withCondition(field: Shape, rest: readonly Token[]): Shape | undefined {
  const [first] = rest;
  if (isNotNull(rest)) return { ...field, isNullable: false };
  if (keyword(first) === 'BETWEEN') return between(field, numbersIn(rest));
  if (keyword(first) === 'IN' || isEqual(rest)) return oneOf(field, rest);
  return isNotEmpty(rest) ? { ...field, minLength: 1 } : againstConstant(field, rest);
}

/** Compared with a number, a time or a pattern. */
function againstConstant(field: Shape, rest: readonly Token[]): Shape | undefined {
  const sign = rest[0]?.text ?? '';
  if (isTime(field) && rest.length === 2) return since(field, sign, rest[1]?.text);
  const bound = onlyNumber(rest.slice(1));
  return bound === undefined ? withPattern(field, rest) : bounded(field, sign, bound);
}

const isTime = ({ kind }: Shape): boolean => kind === 'timestamp' || kind === 'date';

/** `> '2020-01-01'`. */
function since(field: Shape, sign: string, text: string | undefined): Shape | undefined {
  const instant = instantOf(text);
  if (instant === undefined) return undefined;
  if (/^>=?$/.test(sign)) return { ...field, from: instant };
  return /^<=?$/.test(sign) ? { ...field, to: instant } : undefined;
}

/** `<> ''`. */
const isNotEmpty = ([first, second, ...others]: readonly Token[]): boolean =>
  /^(<>|!=)$/.test(first?.text ?? '') && second?.kind === 'text' && second.text === '' && others.length === 0;

const between = (field: Shape, [min, max, ...others]: readonly number[]): Shape | undefined =>
  min === undefined || max === undefined || others.length > 0 ? undefined : { ...field, min, max };

/** `= 'a'` and `= ANY (…)`. */
const isEqual = ([first, second, ...others]: readonly Token[]): boolean =>
  isSymbol(first, '=') &&
  (keyword(second) === 'ANY' ||
    (others.length === 0 && (second?.kind === 'text' || second?.kind === 'number')));

function oneOf(field: Shape, rest: readonly Token[]): Shape | undefined {
  const texts = rest.filter(({ kind }) => kind === 'text').map(({ text }) => text);
  const values = texts.length > 0 ? texts : numbersIn(rest);
  return values.length === 0 ? undefined : { ...field, values };
}

function bounded(shape: Shape, sign: string, bound: number): Shape | undefined {
  const step = shape.kind === 'whole number' ? 1 : 10 ** -(shape.decimals ?? 2);
  const { min = -Infinity, max = Infinity } = shape;
  switch (sign) {
    case '>=':
      return { ...shape, min: Math.max(min, bound) };
    case '>':
      return { ...shape, min: Math.max(min, bound + step) };
    case '<=':
      return { ...shape, max: Math.min(max, bound) };
    case '<':
      return { ...shape, max: Math.min(max, bound - step) };
    default:
      return undefined;
  }
}

/** A number, with its sign and brackets, that is all there is. */
function onlyNumber(tokens: readonly Token[]): number | undefined {
  const plain = bare(tokens);
  const [number, ...others] = numbersIn(plain);
  const isAll = plain.every(
    ({ kind, text }) => kind === 'number' || kind === 'text' || /^[-+()]$/.test(text),
  );
  if (number === undefined) {
    const [text] = plain;
    return plain.length === 1 &&
      text?.kind === 'text' &&
      text.text !== '' &&
      Number.isFinite(Number(text.text))
      ? Number(text.text)
      : undefined;
  }
  return isAll && others.length === 0 ? number : undefined;
}

const numbersIn = (tokens: readonly Token[]): number[] =>
  literalsIn(tokens).filter((each) => typeof each === 'number');
