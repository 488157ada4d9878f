import type { Shape } from '../shape.ts';
import { DAY_MS } from '../times.ts';
import { instantOf, literalsIn } from './partitions.ts';
import { areWords, inBrackets, isSymbol, keyword, splitAt, type Token } from './tokens.ts';

/** Fields with the bounds that a table of MySQL lists: `PARTITION BY RANGE (day) (PARTITION a VALUES LESS THAN (…), …)`. Undefined if they are not followed. @param rest what follows the columns */
export function withListedBounds(
  fields: readonly Shape[],
  rest: readonly Token[],
): readonly Shape[] | undefined {
  const bounds = boundsIn(rest);
  if (bounds.length === 0) return fields;
  const by = rest.findIndex((_, i) => areWords(rest, i, 'PARTITION', 'BY'));
  const open = rest.findIndex((token, i) => i > by && isSymbol(token, '('));
  const { inner } = inBrackets(rest, open);
  const unit = isSymbol(inner[1], '(') ? keyword(inner[0]) : '';
  const [column, ...others] = unit === '' ? inner : inBrackets(inner, 1).inner;
  const field = fields.find(({ name }) => name.toLowerCase() === column?.text.toLowerCase());
  if (field === undefined || others.length > 0) return undefined;
  const isList = keyword(rest[by + 2]) === 'LIST';
  const change = isList ? listed(bounds, unit) : ranged(field, bounds, unit);
  return change && fields.map((each) => (each === field ? { ...each, ...change } : each));
}

/** What follows VALUES in each partition. */
const boundsIn = (rest: readonly Token[]): (readonly Token[])[] =>
  rest.flatMap((_, i) => {
    if (areWords(rest, i, 'VALUES', 'LESS', 'THAN'))
      return keyword(rest[i + 3]) === 'MAXVALUE'
        ? [rest.slice(i + 3, i + 4)]
        : [inBrackets(rest, i + 3).inner];
    return areWords(rest, i, 'VALUES', 'IN') ? [inBrackets(rest, i + 2).inner] : [];
  });

function listed(bounds: readonly (readonly Token[])[], unit: string): Partial<Shape> | undefined {
  const values = bounds.flatMap((each) => splitAt(each, ',').flatMap((part) => literalsIn(part)));
  return unit === '' && values.length > 0 ? { values } : undefined;
}

function ranged(
  field: Shape,
  bounds: readonly (readonly Token[])[],
  unit: string,
): Partial<Shape> | undefined {
  if (keyword(bounds.at(-1)?.[0]) === 'MAXVALUE') return {};
  const literals = bounds.map((each) => literalsIn(each)[0]);
  if (field.kind === 'timestamp' || field.kind === 'date') return timesIn(literals, unit);
  return field.kind === 'whole number' && unit === '' ? numbersIn(field, literals) : undefined;
}

type Literals = readonly (string | number | undefined)[];

/** The first part, which has no lower bound, is taken to be as wide as the second. */
function numbersIn(field: Shape, literals: Literals): Partial<Shape> | undefined {
  const [first = NaN, second = NaN] = literals.map(Number);
  const max = Number(literals.at(-1)) - 1;
  const min = Math.max(field.min ?? -Infinity, 2 * first - second);
  if (!Number.isFinite(max)) return undefined;
  return { max: Math.min(field.max ?? Infinity, max), ...(Number.isFinite(min) ? { min } : {}) };
}

/** As of numbers; a single part is taken to be a year. */
function timesIn(literals: Literals, unit: string): Pick<Shape, 'from' | 'to'> | undefined {
  const times = literals.map((each) => msOf(each, unit));
  const [first, second] = times;
  const last = times.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const width = second === undefined ? YEAR_MS : second - first;
  return { from: new Date(first - width).toISOString(), to: new Date(last).toISOString() };
}

const YEAR_MS = 366 * DAY_MS;

/** `to_days('1970-01-01')`. */
const DAYS_TO_1970 = 719_528;

/** A bound of times in milliseconds since 1970. Numbers are results of a function. */
function msOf(bound: string | number | undefined, unit: string): number | undefined {
  if (typeof bound === 'number') return UNITS[unit]?.(bound);
  const instant = instantOf(bound);
  return instant === undefined ? undefined : Date.parse(instant);
}

const UNITS: Readonly<Record<string, (bound: number) => number>> = {
  TO_DAYS: (days) => (days - DAYS_TO_1970) * DAY_MS,
  UNIX_TIMESTAMP: (seconds) => seconds * 1_000,
  YEAR: (year) => Date.UTC(year, 0),
};
