import * as z from 'zod/mini';
import { kindOfValues, orNull } from '../../model/kind.ts';
import type { GeneratorType } from '../generator.ts';
import type { Scope } from '../scope.ts';
import {
  anyEntry,
  matchingEntry,
  nextEntry,
  ofTable,
  sameEntry,
  weightedEntry,
  type EntryDraw,
} from '../kernels/relation/table.ts';
import { described, flag, nonEmpty, optional, required } from './params.ts';

type Entry = Readonly<Record<string, unknown>> | readonly unknown[];
type ColumnName = string | number;

interface DatasetParams {
  readonly rows?: readonly Entry[];
  readonly file?: string;
  readonly of?: string;
  readonly column?: ColumnName;
  readonly weight?: ColumnName;
  readonly inOrder?: boolean;
  readonly match?: { readonly column: ColumnName; readonly field: string };
}

const columnName = (description: string) =>
  described(z.union([z.string(), z.int().check(z.gte(0))]), description);

const PRODUCTS = [
  { sku: 'A-1', name: 'Lamp', price: 49.5, sold: 120 },
  { sku: 'B-7', name: 'Chair', price: 129, sold: 40 },
  { sku: 'C-3', name: 'Desk', price: 340, sold: 15 },
];

/** A column of a table: one value per entry, null where missing. */
function valuesOf(entries: readonly Entry[], column: ColumnName): readonly unknown[] {
  const has = (entry: Entry): boolean => Object.hasOwn(entry, column);
  if (!entries.some(has)) throw new Error(`No row has the column ${column}`);
  return entries.map((entry) =>
    has(entry) ? (entry as Readonly<Record<ColumnName, unknown>>)[column] : null,
  );
}

function drawingOf(
  entries: readonly Entry[],
  { weight, inOrder, match }: DatasetParams,
  scope: Scope,
): EntryDraw {
  const ways = [weight !== undefined, inOrder === true, match !== undefined].filter(Boolean).length;
  if (ways > 1) throw new Error('Use only one of weight, inOrder and match');
  if (match !== undefined) return matchingEntry(valuesOf(entries, match.column), scope.column(match.field));
  if (inOrder === true) return nextEntry(entries.length);
  if (weight === undefined) return anyEntry(entries.length, scope);
  const weights = valuesOf(entries, weight).map((value) => {
    if (typeof value === 'number' && value >= 0 && Number.isFinite(value)) return value;
    throw new Error(`Every weight must be a number of at least 0, not ${JSON.stringify(value)}`);
  });
  if (!weights.some((value) => value > 0)) throw new Error('At least one weight must be greater than 0');
  return weightedEntry(weights, scope);
}

/** The table and how its rows are selected: its own, or those of the field named by `of`. */
function sourceOf(
  params: DatasetParams,
  scope: Scope,
): { readonly entries: readonly Entry[]; readonly drawing: EntryDraw } {
  const { rows, file, of, weight, inOrder, match } = params;
  if ([rows, file, of].filter((given) => given !== undefined).length !== 1)
    throw new Error('Use exactly one of rows, file and of');
  if (of === undefined) {
    if (rows === undefined || rows.length === 0) throw new Error('The dataset has no rows');
    return { entries: rows, drawing: drawingOf(rows, params, scope) };
  }
  if (weight !== undefined || inOrder !== undefined || match !== undefined)
    throw new Error(`${of} selects the row: move weight, inOrder and match there`);
  const column = scope.column(of);
  if (column.decision?.kind !== 'entry')
    throw new Error(`Field ${of} must be a catbird.dataset with a single value`);
  return { entries: column.decision.table as readonly Entry[], drawing: sameEntry(column) };
}

/** Values from a table. */
export const datasetTypes: readonly GeneratorType[] = [
  {
    name: 'catbird.dataset',
    summary: 'A value from your table; with `of`, another column of the same row',
    params: required({
      rows: optional(
        z.array(z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())])),
        'The table: a list of objects, or of lists',
      ),
      file: optional(nonEmpty, 'Instead of rows: a CSV or JSON file, for the command line'),
      of: optional(nonEmpty, 'Instead of rows: another dataset field, whose table and selected row to use'),
      column: z.optional(columnName('Column name, or its index from 0 for lists. Default: the whole row')),
      weight: z.optional(columnName('Column with the row weights. Default: all rows are equally likely')),
      inOrder: flag('Use the rows in order, starting over after the last'),
      match: optional(
        z.strictObject({
          column: columnName('Table column to search'),
          field: described(nonEmpty, 'Event field with the value to find'),
        }),
        'Select the first row whose column equals a field; null if none does',
      ),
    }),
    // A table may contain any number, even in a column named count.
    maxSize: Infinity,
    example: { rows: PRODUCTS, column: 'name', weight: 'sold' },
    exampleSchema: {
      sku: { type: 'catbird.dataset', params: { rows: PRODUCTS, column: 'sku', weight: 'sold' } },
      product: { type: 'catbird.dataset', params: { of: 'sku', column: 'name' } },
      price: { type: 'catbird.dataset', params: { of: 'sku', column: 'price' } },
      country: { type: 'helpers.arrayElement', params: ['DE', 'FR'] },
      vat: {
        type: 'catbird.dataset',
        params: {
          rows: [
            ['DE', 19],
            ['FR', 20],
          ],
          column: 1,
          match: { column: 0, field: 'country' },
        },
      },
    },
    kind([given], { argsOf }) {
      const { column, of } = given as DatasetParams;
      const [source = {}] = (of === undefined ? [given] : argsOf(of)) as readonly DatasetParams[];
      const { rows, match } = source;
      if (rows === undefined) return { is: 'any' };
      const kind = kindOfValues(column === undefined ? rows : valuesOf(rows, column));
      return match === undefined ? kind : orNull(kind);
    },
    references([given]) {
      const { of, match } = (given ?? {}) as Partial<DatasetParams>;
      return [
        ...(typeof of === 'string' ? [{ name: of, path: [0, 'of'] }] : []),
        ...(typeof match?.field === 'string' ? [{ name: match.field, path: [0, 'match', 'field'] }] : []),
      ];
    },
    load(args, files) {
      const [given] = args as readonly [DatasetParams];
      const { file, ...params } = given;
      const isAlone = params.rows === undefined && params.of === undefined;
      return file !== undefined && isAlone ? [{ ...params, rows: files(file) }] : args;
    },
    compile([given], scope) {
      const params = given as DatasetParams;
      const { entries, drawing } = sourceOf(params, scope);
      const values = params.column === undefined ? entries : valuesOf(entries, params.column);
      return ofTable(entries, values, drawing, scope);
    },
  },
];
