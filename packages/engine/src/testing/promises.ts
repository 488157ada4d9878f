import { errorText } from '../model/printable.ts';
import type { Field } from '../model/schema.ts';
import { newBatch, payload, texts } from '../rows/batch.ts';
import { compile, type Extent, type RowWriter } from '../rows/writer.ts';

/** Names that break careless code: prototype keys, quotes, control characters, emoji, a lone surrogate, the empty string. */
const NAMES = [
  '__proto__',
  'constructor',
  'a "quoted" \\ name',
  'tab\tline\n\u0000\u007f',
  '🐦\ud800',
  '',
  'ünï',
];
/** More than two chunks of rows. */
const ROWS = 300;
/** 2026-03-01T12:00:00.000Z, and almost a second between rows. */
const TIME = { startMs: Date.UTC(2026, 2, 1, 12), stepMs: 977 };
/** Batches that begin and end within chunks. */
const BATCHES = [
  [0, 1],
  [1, 127],
  [128, 129],
  [257, 43],
] as const;
/** The element of the array, for a field that is one. */
const COUNT = 3;

/** The rows of fields, as JSON texts. */
type Rows = readonly string[];

const writerOf = (fields: readonly Field[]): RowWriter => compile({ fields }, { seed: 1 });

const rowsOf = (writer: RowWriter, extent: Omit<Extent, 'time'> & Partial<Pick<Extent, 'time'>>): Rows => [
  ...texts(writer.fill(newBatch(), { time: TIME, ...extent })),
];

/** A row as an object: with all promises kept, each is one. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const objectOf = (row: string) => JSON.parse(row) as Readonly<Record<string, unknown>>;

const own = (rows: Rows): Rows => rows.map((row) => JSON.stringify(objectOf(row)['f0']));

/** Where two lists of rows differ. Undefined: nowhere. */
function difference(rows: Rows, wanted: Rows): string | undefined {
  if (rows.length !== wanted.length) return `${rows.length} rows in place of ${wanted.length}`;
  const at = rows.findIndex((row, i) => row !== wanted[i]);
  return at < 0 ? undefined : `${rows[at]} in place of ${wanted[at]}`;
}

/** What holds for the rows of every generator type. Each tells what is wrong; undefined if nothing is. */
type Promises = Readonly<Record<string, (given: Given) => string | undefined>>;

interface Given {
  readonly field: (name: string, count?: number) => Field;
  /** A single value, and an array. */
  readonly fields: readonly [Field, Field];
  /** Their rows, filled at once. */
  readonly whole: Rows;
}

const PROMISES: Promises = {
  'One value, or as many as count': ({ whole }) =>
    whole.find((row) => {
      const { f1, ...others } = objectOf(row);
      return Object.keys(others).join() !== 'f0' || !Array.isArray(f1) || f1.length !== COUNT;
    }),
  'The same values in batches of any size': ({ fields, whole }) => {
    const writer = writerOf(fields);
    const rows = BATCHES.flatMap(([first, count]) => rowsOf(writer, { first, count }));
    return difference(rows, whole);
  },
  'The same values for any row alone, in any order': ({ fields, whole }) => {
    const writer = writerOf(fields);
    const rows = [299, 0, 128];
    return difference(
      rows.flatMap((first) => rowsOf(writer, { first, count: 1 })),
      rows.flatMap((row) => whole[row] ?? []),
    );
  },
  'The same values on any shard': ({ fields, whole }) => {
    const shards = [0, 1, 2].map((first) => rowsOf(writerOf(fields), { first, step: 3, count: ROWS / 3 }));
    const rows = whole.flatMap((_, row) => shards[row % 3]?.[Math.floor(row / 3)] ?? []);
    return difference(rows, whole);
  },
  'As many rows as fit into a batch': ({ fields, whole }) => {
    const batch = writerOf(fields).fill(newBatch(), { first: 5, count: 200, maxBytes: 2000, time: TIME });
    if (batch.count > 1 && payload(batch).length > 2000) return `${payload(batch).length} bytes of 2000`;
    return difference([...texts(batch)], whole.slice(5, 5 + batch.count));
  },
  'The same values if fields are added, removed or moved': ({ fields: [single, triple], whole }) => {
    const other: Field = { name: 'other', type: 'person.fullName', args: [] };
    const alone = own(whole.slice(0, 50));
    return [[single], [triple, other, single], [single, other, other]]
      .map((fields) => difference(own(rowsOf(writerOf(fields), { first: 0, count: 50 })), alone))
      .find((each) => each !== undefined);
  },
  'Any name': ({ field }) => {
    const names = NAMES.map((name) => name.toWellFormed()).toSorted();
    const rows = rowsOf(writerOf(NAMES.map((name) => field(name))), { first: 0, count: 3 });
    return rows.find((row) => Object.keys(objectOf(row)).toSorted().join('\n') !== names.join('\n'));
  },
  'Rows beyond 2^32, and across that boundary': ({ fields }) => {
    // Event times end before so many rows.
    const at = (first: number, count: number): Rows =>
      rowsOf(writerOf(fields), { first, count, time: { ...TIME, stepMs: 0 } });
    const first = 2 ** 32 - 2;
    const across = at(first, 4);
    for (const row of [...across, ...at(2 ** 52, 1)]) JSON.parse(row);
    return difference(
      across,
      [0, 1, 2, 3].flatMap((i) => at(first + i, 1)),
    );
  },
  'A value without an event time, as in an entity': ({ fields }) => {
    const rows = rowsOf(writerOf(fields), { first: 0, count: 50, time: { startMs: 0, stepMs: 0 } });
    return rows.find((row) => typeof JSON.parse(row) !== 'object');
  },
};

/** The promises that a field breaks, each with what it does instead. @param spec a checked field, without its name */
export function brokenPromises(spec: Omit<Field, 'name' | 'count'>): readonly string[] {
  const field: Given['field'] = (name, count) => ({ ...spec, name, ...(count !== undefined && { count }) });
  const fields: Given['fields'] = [field('f0'), field('f1', COUNT)];
  const tried = (check: () => string | undefined): string | undefined => {
    try {
      return check();
    } catch (error) {
      return errorText(error);
    }
  };
  let whole: Rows = [];
  const failure = tried(() => {
    whole = rowsOf(writerOf(fields), { first: 0, count: ROWS });
    return undefined;
  });
  if (failure !== undefined) return [failure];
  return Object.entries(PROMISES).flatMap(([promise, check]) => {
    const found = tried(() => check({ field, fields, whole }));
    return found === undefined ? [] : [`${promise}: ${found}`];
  });
}
