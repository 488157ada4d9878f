import type { Shape } from '../shape.ts';
import type { Catalogue, SqlTable } from './catalogue.ts';
import { tableNamed } from './catalogue.ts';
import { areWords, inBrackets, isSymbol, keyword, type Token } from './tokens.ts';

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

const isNamed = ({ name }: Shape, column: string): boolean => name.toLowerCase() === column.toLowerCase();

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
