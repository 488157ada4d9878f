import { isObject, isoMs } from '@catbird/engine';

/** Rows of the sample, or the elements of one list of all of them. */
export interface Table {
  /** What paths of its columns begin with: empty, or `items[].`. */
  readonly path: string;
  /** The table whose rows have the list. */
  readonly parent: Table | undefined;
}

/** The elements of a list. */
export interface List extends Table {
  readonly parent: Table;
  /** Path of the list in the rows of its parent: `order.items`. */
  readonly name: string;
}

/** Where values stand in the rows of a table. */
export interface Field {
  readonly table: Table;
  /** Path in a row of its table: `address.city`. Empty for elements that are no objects. */
  readonly path: string;
  /** Its values are texts of times, which are read as milliseconds. */
  readonly isTime: boolean;
}

/** Values of rows, by column. The same columns can be read from other rows. */
export interface Data {
  /** Number of rows of a table. */
  readonly size: (table: Table) => number;
  /** The index of the row around each element of a list. */
  readonly around: (list: List) => Int32Array;
  /** The length of the list in each row of its parent; −1 where it is missing. */
  readonly lengths: (list: List) => Int32Array;
  readonly values: (field: Field) => readonly unknown[];
  /** The values as numbers; NaN where they are none. */
  readonly numbers: (field: Field) => Float64Array;
}

/** Rows of a table, as they are. */
interface Records {
  readonly records: readonly unknown[];
  readonly around: Int32Array;
  readonly lengths: Int32Array;
}

/** Reads columns of rows when they are first needed. */
export function dataOf(rows: readonly unknown[]): Data {
  const none = new Int32Array(0);
  const tables = memoized((table: Table): Records =>
    isList(table)
      ? elementsOf(tables(table.parent).records, table)
      : { records: rows, around: none, lengths: none },
  );
  const values = memoized(({ table, path }: Field) => {
    const keys = path === '' ? [] : path.split('.');
    return tables(table).records.map((record) => valueAt(record, keys));
  });
  return {
    size: (table) => tables(table).records.length,
    around: (list) => tables(list).around,
    lengths: (list) => tables(list).lengths,
    values,
    numbers: memoized((field: Field) =>
      Float64Array.from(
        values(field),
        field.isTime ? timeOf : (value) => (typeof value === 'number' ? value : NaN),
      ),
    ),
  };
}

export const isList = (table: Table): table is List => 'name' in table;

function elementsOf(parents: readonly unknown[], { name }: List): Records {
  const keys = name.split('.');
  const lengths = new Int32Array(parents.length).fill(-1);
  const records: unknown[] = [];
  const around: number[] = [];
  parents.forEach((parent, row) => {
    const list = valueAt(parent, keys);
    if (!Array.isArray(list)) return;
    lengths[row] = list.length;
    for (const element of list) {
      records.push(element);
      around.push(row);
    }
  });
  return { records, around: Int32Array.from(around), lengths };
}

const valueAt = (record: unknown, keys: readonly string[]): unknown => {
  let value = record;
  for (const key of keys) value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return value;
};

/** Computes once for each argument. */
export function memoized<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const value = known.get(key) ?? compute(key);
    known.set(key, value);
    return value;
  };
}

/** Times that expressions can read. */
const TIME = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;

export const isTimeText = (text: string): boolean => TIME.test(text);

/** Milliseconds since 1970; NaN for anything else. A time without a zone is UTC. */
const timeOf = (value: unknown): number =>
  typeof value === 'string' && isTimeText(value) ? isoMs(value) : NaN;
