import type { Column, Described } from './described.ts';
import type { Data, List, Table } from './data.ts';
import { rowsAround, tablesAround, type Write } from './write.ts';

/** A number in each row of a table that follows from its columns: one of them, a part of a time, the sum of a list. */
export interface Feature {
  /** `simple`: only compared with a column as it is. */
  readonly kind: 'number' | 'time' | 'simple';
  /** What it costs in the choice between rules. */
  readonly cost: number;
  readonly decimals: number;
  /** Columns that it is computed from. */
  readonly sources: readonly Column[];
  /** The column that it is. */
  readonly column?: Column;
  /** The list that it is about. */
  readonly list?: List;
  /** Adds up numbers, so that the last decimals are noise. */
  readonly isSum?: boolean;
  readonly write: Write;
  readonly make: (data: Data) => Float64Array;
  /** Its numbers in the rows of the search, and the range of those. */
  readonly numbers: Float64Array;
  readonly least: number;
  readonly most: number;
  /** Its place among the features of a table. */
  readonly order: number;
}

type Made = Omit<Feature, 'numbers' | 'least' | 'most' | 'order'>;

/** Parts of a time, with the functions of the expression language. */
const PARTS: Readonly<Record<string, (date: Date) => number>> = {
  hour: (date) => date.getUTCHours(),
  weekday: (date) => date.getUTCDay() || 7,
  month: (date) => date.getUTCMonth() + 1,
  day: (date) => date.getUTCDate(),
  year: (date) => date.getUTCFullYear(),
  minute: (date) => date.getUTCMinutes(),
};

/** All features of a table that vary. @param described all tables */
export function featuresOf(
  { table, columns, lists }: Described,
  described: readonly Described[],
  data: Data,
): Feature[] {
  const of = (each: Table): readonly Column[] => described.find((one) => one.table === each)?.columns ?? [];
  const made = [
    ...columns.flatMap((column) => ownFeatures(column)),
    ...tablesAround(table).flatMap((outer) =>
      of(outer)
        .filter(isNumeric)
        .map((column) => outerFeature(column, table)),
    ),
    ...lists.flatMap((list) => listFeatures(list, of(list))),
  ];
  return made
    .map((feature, order) => {
      const numbers = feature.make(data);
      return { ...feature, order, numbers, ...rangeOf(numbers) };
    })
    .filter(({ least, most }) => least < most);
}

const isNumeric = ({ kind, counts }: Column): boolean =>
  (kind === 'number' || kind === 'time') && counts.size > 1;

function rangeOf(numbers: Float64Array): Pick<Feature, 'least' | 'most'> {
  let [least, most] = [Infinity, -Infinity];
  for (const x of numbers) {
    if (x < least) least = x;
    if (x > most) most = x;
  }
  return { least, most };
}

function ownFeatures(column: Column): Made[] {
  const { kind, counts } = column;
  const sources = [column];
  const simple = { kind: 'simple', decimals: 0, sources } as const;
  const parts = kind === 'time' && counts.size > 1 ? Object.entries(PARTS) : [];
  return [
    ...(isNumeric(column) ? [plain(column)] : []),
    ...parts.map(([name, of]): Made => ({
      ...simple,
      cost: 1.5,
      write: ({ ref }) => `${name}(${ref(column)})`,
      make: (data) => data.numbers(column).map((ms) => (ms === ms ? of(new Date(ms)) : NaN)),
    })),
    ...(kind === 'text' && counts.size > 2
      ? [
          {
            ...simple,
            cost: 1.6,
            write: ({ ref }) => `length(${ref(column)})`,
            make: (data) =>
              Float64Array.from(data.values(column), (text) =>
                typeof text === 'string' ? text.length : NaN,
              ),
          } satisfies Made,
        ]
      : []),
  ];
}

const plain = (column: Column): Made => ({
  kind: column.kind === 'time' ? 'time' : 'number',
  cost: 1,
  decimals: column.decimals,
  sources: [column],
  column,
  write: ({ ref }) => ref(column),
  make: (data) => data.numbers(column),
});

/** A column of a table around this one. */
const outerFeature = (column: Column, table: Table): Made => ({
  ...plain(column),
  cost: 1.2,
  make(data) {
    const numbers = data.numbers(column);
    const rows = rowsAround(table, column.table, data.around, data.size(table));
    return Float64Array.from(rows, (row) => numbers[row]);
  },
});

/** Folds the numbers of a list, from `start` to before `end`. */
type Fold = (numbers: Float64Array, start: number, end: number) => number;

interface Aggregate {
  readonly fold: Fold;
  readonly cost: number;
  readonly write: (list: string, member: string) => string;
}

const argument = (member: string): string => (member === '' ? '' : `, ${JSON.stringify(member)}`);
const at = (item: string, member: string): string =>
  member === '' ? item : `get(${item}, ${JSON.stringify(member)})`;

const SUM: Aggregate = {
  fold(numbers, start, end) {
    let sum = 0;
    for (let i = start; i < end; i++) if (numbers[i] === numbers[i]) sum += numbers[i];
    return sum;
  },
  cost: 1.2,
  write: (list, member) => `sum(${list}${argument(member)})`,
};

const fewest =
  (isBetter: (a: number, b: number) => boolean): Fold =>
  (numbers, start, end) => {
    let best = NaN;
    for (let i = start; i < end; i++) if (best !== best || isBetter(numbers[i], best)) best = numbers[i];
    return best;
  };

const OTHERS: readonly Aggregate[] = [
  {
    fold: fewest((a, b) => a < b),
    cost: 1.8,
    write: (list, member) => `min(${list}${argument(member)})`,
  },
  {
    fold: fewest((a, b) => a > b),
    cost: 1.8,
    write: (list, member) => `max(${list}${argument(member)})`,
  },
  {
    fold: (numbers, start, end) => (start < end ? numbers[start] : NaN),
    cost: 1.8,
    write: (list, member) => at(`get(${list}, 0)`, member),
  },
  {
    fold: (numbers, start, end) => (start < end ? numbers[end - 1] : NaN),
    cost: 1.8,
    write: (list, member) => at(`get(${list}, length(${list}) - 1)`, member),
  },
];

/** Members of a list whose products are added up. */
const MOST_FACTORS = 6;

/** What follows from a list: its length, folds of its members, and sums of products. */
function listFeatures(list: List, columns: readonly Column[]): Made[] {
  const numeric = columns.filter(isNumeric);
  const numbers = numeric.filter(({ kind }) => kind === 'number');
  const folded = ({ fold, cost, write }: Aggregate, column: Column, kind: Feature['kind']): Made => ({
    kind,
    cost,
    decimals: column.decimals,
    sources: [column],
    list,
    write: ({ ref }) => write(ref(list), column.path),
    make: (data) => foldEach(data, list, data.numbers(column), fold),
    isSum: fold === SUM.fold,
  });
  const factors = numbers.slice(0, MOST_FACTORS);
  return [
    {
      kind: 'number',
      cost: 1.3,
      decimals: 0,
      sources: [],
      list,
      write: ({ ref }) => `length(${ref(list)})`,
      make: (data) => Float64Array.from(data.lengths(list), (length) => Math.max(0, length)),
    },
    ...numbers.map((column) => folded(SUM, column, 'number')),
    ...numbers.flatMap((column) => OTHERS.map((each) => folded(each, column, 'simple'))),
    ...factors.flatMap((a, i) => factors.slice(i + 1).map((b) => sumOfProducts(list, a, b))),
  ];
}

const sumOfProducts = (list: List, a: Column, b: Column): Made => ({
  kind: 'number',
  cost: 2.2,
  decimals: a.decimals + b.decimals,
  sources: [a, b],
  list,
  isSum: true,
  write: ({ ref }) => `sum(${ref(list)}${argument(a.path)}${argument(b.path)})`,
  make(data) {
    const [x, y] = [data.numbers(a), data.numbers(b)];
    return foldEach(
      data,
      list,
      x.map((value, i) => value * y[i]),
      SUM.fold,
    );
  },
});

/** Folds the list of each row. A missing list has no elements. */
function foldEach(data: Data, list: List, numbers: Float64Array, fold: Fold): Float64Array {
  let start = 0;
  return Float64Array.from(data.lengths(list), (length) => {
    const end = start + Math.max(0, length);
    const value = fold(numbers, start, end);
    start = end;
    return value;
  });
}
