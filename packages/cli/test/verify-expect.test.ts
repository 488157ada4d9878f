import { compile, kindsOf, loadData, parseSchema } from '@catbird/engine';
import {
  AGGREGATES,
  bytesText,
  eachWanted,
  expectedGroups,
  newJudge,
  truthOf,
  type Aggregate,
  type Expectation,
} from '@catbird/verify';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cases } from '../../../test/long.ts';
import { queryRows } from '../src/verify/sql/wanted.ts';

const RUNS = cases(8);

/** Types by kinds: numbers can be added, others only compared. */
const NUMBERS = [
  { type: 'number.int', params: { min: -50, max: 5000 } },
  { type: 'number.int', params: { min: 0, max: 9_000_000_000_000_000 } },
  { type: 'number.float', params: { min: -10, max: 100, fractionDigits: 2 } },
  { type: 'catbird.logNormal', params: { median: 40, fractionDigits: 4 } },
  { type: 'number.float', params: { min: 0, max: 1 } },
];
const OTHERS = [
  { type: 'helpers.arrayElement', params: ['DE', 'FR', 'null', ''] },
  { type: 'datatype.boolean' },
  { type: 'string.numeric', params: { length: 2, allowLeadingZeros: true } },
  { type: 'catbird.key', params: { name: 'user', size: 20 } },
];

const fields = fc
  .array(
    fc.record({ spec: fc.constantFrom(...NUMBERS, ...OTHERS), nulls: fc.constantFrom(0, 0, 0.1, 0.9, 1) }),
    { minLength: 2, maxLength: 6 },
  )
  .map((list) =>
    list.map(({ spec, nulls }, i) => [`f${i}`, { ...spec, ...(nulls > 0 && { nulls }) }] as const),
  );
const picked = (names: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...names);

/** A schema, and groups of its rows. */
const queries = fields.chain((list) => {
  const names = list.map(([name]) => name);
  const numbers = list
    .filter(([, { type }]) => NUMBERS.some((each) => each.type === type))
    .map(([name]) => name);
  const figure = fc.constantFrom(...AGGREGATES).chain((of): fc.Arbitrary<Aggregate> => {
    const isSum = of === 'sum' || of === 'avg';
    if (of === 'count' || (isSum && numbers.length === 0))
      return fc.option(picked(names), { nil: undefined }).map((column) => ({ of: 'count', column }));
    const columns = isSum ? numbers : names;
    return picked(columns).map((column) => ({ of, column }));
  });
  return fc.record({
    schema: fc.constant(Object.fromEntries([...list, ['at', { type: 'catbird.timestampNow' }]])),
    seed: fc.nat(1000),
    rows: fc.integer({ min: 1, max: 400 }),
    window: fc.constantFrom(undefined, [60_000, 60_000], [600_000, 600_000], [300_000, 60_000]),
    by: fc.subarray(names, { maxLength: 2 }),
    figures: fc.array(figure, { minLength: 1, maxLength: 4 }),
  });
});

/** The same in SQL. */
function sqlOf({ windowMs, everyMs = windowMs, by, columns }: Expectation): string {
  const figures = Object.entries(columns).map(([name, { of, column = '*' }]) => {
    const sql = {
      count: `count(${column})`,
      sum: `sum(${column})`,
      avg: `avg(${column})`,
      min: `min(${column})`,
      max: `max(${column})`,
      distinct: `count(DISTINCT ${column})`,
      first: `first(${column} ORDER BY "at")`,
      last: `last(${column} ORDER BY "at")`,
    }[of];
    return `${sql} AS ${name}`;
  });
  const isWindowed = windowMs !== undefined && everyMs !== undefined;
  const windows = isWindowed ? `, (SELECT unnest(range(0, ${windowMs}, ${everyMs})) AS back)` : '';
  const start = `make_timestamptz((epoch_ms("at") // ${everyMs} * ${everyMs} - back) * 1000)`;
  const keys = [...(isWindowed ? [`${start} AS "window"`] : []), ...by];
  return `SELECT ${[...keys, ...figures].join(', ')} FROM rows${windows} ${keys.length > 0 ? 'GROUP BY ALL' : ''}`;
}

test('groups are those that DuckDB finds in the same rows', async () => {
  let groups = 0;
  await fc.assert(
    fc.asyncProperty(queries, async ({ schema, seed, rows, window, by, figures }) => {
      const parsed = parseSchema(JSON.stringify(schema));
      if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
      await loadData(parsed.schema);
      const time = { startMs: Date.UTC(2026, 2, 1), stepMs: 7_777 };
      const truth = truthOf(compile(parsed.schema, { seed }), time, rows);
      const expectation: Expectation = {
        on: 'at',
        windowMs: window?.[0],
        everyMs: window?.[1],
        by,
        columns: Object.fromEntries(figures.map((figure, i) => [`c${i}`, figure])),
      };
      const expected = expectedGroups(truth, expectation);
      const { lines } = await queryRows(
        sqlOf(expectation),
        [
          {
            name: 'rows',
            members: kindsOf(parsed.schema),
            eachLine: (use) => eachWanted(truth, false, (_, line) => use(bytesText(line))),
          },
        ],
        { timeoutMs: 60_000, signal: new AbortController().signal },
      );
      const judge = newJudge(expected, {
        identity: [...(window === undefined ? [] : ['window']), ...by],
        tolerance: Object.fromEntries(
          figures.flatMap(({ of }, i) =>
            of === 'sum' || of === 'avg' ? [[`c${i}`, { relative: 1e-9, absolute: 1e-9 }]] : [],
          ),
        ),
      });
      judge.take(lines);
      const { counts, changed, extra } = judge.report();
      expect({ changed, extra, wrong: counts.arrived - counts.right }).toEqual({
        changed: [],
        extra: [],
        wrong: 0,
      });
      expect(counts.right).toBe(expected.rows);
      groups += expected.rows;
    }),
    { numRuns: RUNS, seed: 20_260_301 },
  );
  expect(groups).toBeGreaterThan(10 * RUNS);
});
