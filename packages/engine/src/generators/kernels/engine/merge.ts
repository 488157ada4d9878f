import type { Meaning, Values } from './cell.ts';
import { jsonText } from './json-text.ts';

/** Values from a table. @param values as they are written: anything that becomes JSON */
export const entries =
  (values: readonly unknown[], make: Values['make']): (() => Values) =>
  () => ({ kind: 'entry', table: values.map((value): unknown => JSON.parse(jsonText(value))), make });

/** Several kinds of values under one meaning. */
export interface Merged {
  readonly meaning: Meaning;
  /** What the numbers of each kind become. Undefined: they stay. */
  readonly to: readonly (Float64Array | undefined)[];
}

/** The common meaning of several kinds of values; undefined if they have none. */
export function merged(kinds: readonly Meaning[]): Merged | undefined {
  const tables = kinds.flatMap((kind) => (kind.kind === 'entry' ? [kind.table] : []));
  if (tables.length === kinds.length) return mergedTables(tables);
  const [first] = kinds.flatMap((kind) => (kind.kind === 'number' ? [kind] : []));
  const isCommon = kinds.every((kind) =>
    kind.kind === 'entry' ? kind.table.every(isShort) : kind.decimals === undefined,
  );
  if (first === undefined || !isCommon) return undefined;
  return {
    meaning: { kind: 'number' },
    to: kinds.map((kind) =>
      kind.kind === 'entry'
        ? Float64Array.from(kind.table, (value) => (value === null ? NaN : Number(value)))
        : undefined,
    ),
  };
}

/** Null, or a number that is written like the results of calculations. */
const isShort = (value: unknown): boolean =>
  value === null ||
  (typeof value === 'number' && Math.abs(value) < 1e9 && Math.round(value * 1e6) / 1e6 === value);

function mergedTables(tables: readonly (readonly unknown[])[]): Merged {
  let size = 0;
  const to = tables.map((table) => {
    const first = size;
    size += table.length;
    return Float64Array.from(table, (_, i) => first + i);
  });
  return { meaning: { kind: 'entry', table: tables.flat() }, to };
}

/** The values of several cells, if all are known. */
export function allValues(
  cells: readonly { readonly values?: (() => Values | undefined) | undefined }[],
): readonly Values[] | undefined {
  const known = cells.flatMap((cell) => cell.values?.() ?? []);
  return known.length === cells.length ? known : undefined;
}
