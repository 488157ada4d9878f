import type { Shape } from '../shape.ts';
import { type Catalogue, type SqlTable, tableNamed, isNamed } from './column-definition.ts';
import { areWords, inBrackets, isSymbol, keyword, splitAt, type Token } from './tokens.ts';
import { DAY_MS } from '../time-specs.ts';

/** Rows of a partition belong to its table. Its bounds are those of a column. @param tokens `table FOR VALUES …` or `table DEFAULT` */
export function partition(
  name: string,
  parent: string,
  tokens: readonly Token[],
  catalogue: Catalogue,
  place: string,
): void {
  const table = tableNamed(catalogue, parent);
  const own = tableNamed(catalogue, name);
  if (own !== undefined) own.partOf = parent;
  catalogue.notes.add(`Rows of partitions belong to their table: ${parent}`, place);
  const [column, ...others] = table?.partitionedBy ?? [];
  const values = tokens.findIndex((_, i) => areWords(tokens, i, 'FOR', 'VALUES'));
  if (table === undefined || column === undefined || values < 0) return;
  const bounds = tokens.slice(values + 2);
  const change = others.length > 0 ? undefined : changeBy(bounds, table, column);
  if (change !== undefined)
    table.fields = table.fields.map((field) =>
      isNamed(field, column) ? { ...field, ...change(field) } : field,
    );
  else if (keyword(bounds[0]) !== 'WITH')
    catalogue.notes.add(
      `Not followed: the bounds of partitions of ${parent}: rows outside need a DEFAULT partition`,
      place,
    );
}

/** What bounds say about a column, beside those of partitions before. Undefined if they are not followed. */
function changeBy(
  bounds: readonly Token[],
  table: SqlTable,
  column: string,
): ((field: Shape) => Partial<Shape>) | undefined {
  const field = table.fields.find((each) => isNamed(each, column));
  if (field === undefined) return undefined;
  if (keyword(bounds[0]) === 'IN') {
    const found = literalsIn(inBrackets(bounds, 1).inner);
    return found.length === 0 ? undefined : ({ values = [] }) => ({ values: [...values, ...found] });
  }
  if (keyword(bounds[0]) !== 'FROM') return undefined;
  const start = inBrackets(bounds, 1);
  const [first, last] = [start.inner, inBrackets(bounds, start.end + 1).inner].map(
    (each) => literalsIn(each)[0],
  );
  if (field.kind === 'whole number' && Number.isFinite(Number(first)) && Number.isFinite(Number(last)))
    return ({ min = Infinity, max = -Infinity }) => ({
      min: Math.min(min, Number(first)),
      max: Math.max(max, Number(last) - 1),
    });
  const [from, to] = [instantOf(first), instantOf(last)];
  if ((field.kind !== 'timestamp' && field.kind !== 'date') || from === undefined || to === undefined)
    return undefined;
  return (before) => ({
    from: before.from === undefined || from < before.from ? from : before.from,
    to: before.to === undefined || to > before.to ? to : before.to,
  });
}

export const literalsIn = (tokens: readonly Token[]): (string | number)[] =>
  tokens.flatMap(({ kind, text }, i): (string | number)[] => {
    if (kind === 'number') return [isSymbol(tokens[i - 1], '-') ? -Number(text) : Number(text)];
    return kind === 'text' ? [text] : [];
  });

/** `2026-01-01` and `2026-01-01 00:00:00+00` in ISO 8601. Undefined for other texts. */
export function instantOf(text: unknown): string | undefined {
  const [, date, time = '00:00:00', zone = 'Z'] =
    /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d(?::?\d\d)?)?)?$/.exec(
      String(text),
    ) ?? [];
  const ms =
    date === undefined ? NaN : Date.parse(`${date}T${time}${/^[+-]\d\d$/.test(zone) ? `${zone}:00` : zone}`);
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}

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
  const field = fields.find((each) => isNamed(each, column?.text ?? ''));
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
