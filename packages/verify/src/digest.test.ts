import { compile, parseSchema } from '@catbird/engine';
import { expect, test } from 'vitest';
import { everyNth, longOnly } from '../../../test/long.ts';
import { blockOf, blockRule, differenceOf, digestOf, rowsIn, type DigestColumn } from './digest.ts';
import { cellsOf, parseLine } from './parse-row.ts';
import { allSent, truthOf, type Truth } from './truth.ts';

const parsed = parseSchema(
  JSON.stringify({
    n: { type: 'catbird.sequence', params: { start: 10, step: 3 } },
    at: { type: 'catbird.timestampNow' },
    v: { type: 'number.float', params: { min: -5, max: 5, fractionDigits: 2 }, nulls: 0.2 },
    t: { type: 'helpers.arrayElement', params: ['ä', '𝒳', 'abc'] },
  }),
);
if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
const writer = compile(parsed.schema, { seed: 7 });
const BLOCK = 65_536;
const ROWS = longOnly([200_000])[0] ?? 70_100;
const LAST = Math.floor(ROWS / BLOCK);
const truthFor = (sent = allSent(ROWS)): Truth => truthOf(writer, { startMs: 5000, stepMs: 7 }, ROWS, sent);
const COLUMNS: readonly DigestColumn[] = [
  { name: 'v', kind: 'number' },
  { name: 't', kind: 'text' },
  { name: 'at', kind: 'time' },
];

test.each(
  everyNth<[string | undefined, string | undefined]>(2, [
    ['n', undefined],
    [undefined, 'at'],
  ]),
)('blocks by %s or %s have 65,536 rows, and the sums of their rows', (counted, time) => {
  const truth = truthFor();
  const rule = blockRule(truth, counted, time);
  if (rule === undefined) throw new Error('no rule');
  const { blocks, hasCopies } = digestOf(truth, rule, COLUMNS, true);
  expect([...blocks].map(([number, { rows }]) => [number, rows])).toEqual([
    ...Array.from({ length: LAST }, (_, number) => [number, BLOCK]),
    [LAST, ROWS - LAST * BLOCK],
  ]);
  expect(hasCopies).toBe(false);
  let [cents, present, length] = [0, 0, 0];
  truth.eachSent((line) => {
    const cells = cellsOf(parseLine(line) ?? {});
    if (blockOf(rule, cells) !== LAST) return;
    if (cells.get('v') !== null) present++;
    cents += Math.round(Number(cells.get('v') ?? 0) * 100);
    length += Array.from(String(cells.get('t'))).length;
  });
  const block = blocks.get(LAST);
  expect(block?.columns.map((column) => column.sum.value())).toEqual([
    cents / 100,
    length,
    expect.any(Number) as number,
  ]);
  expect(block?.columns[0]?.present).toBe(present);
  expect([...rowsIn(truth, rule, new Set([LAST]))].at(0)).toBe(LAST * BLOCK);
});

test('a difference is that of a count or of a sum, as far as tolerances permit', () => {
  const truth = truthFor();
  const rule = { column: 'n', kind: 'number', from: 10, size: 3 * 65_536 } as const;
  const block = digestOf(truth, rule, COLUMNS, true).blocks.get(0);
  if (block === undefined) throw new Error('no block');
  const actual = (more = 0, present = 0, rows = 0) => ({
    rows: block.rows + rows,
    columns: block.columns.map((column, i) => ({
      present: column.present + (i === 0 ? present : 0),
      sum: (column.sum.value() + (i === 0 ? more : 0)).toFixed(4),
    })),
  });
  const differs = (sums: ReturnType<typeof actual>, tolerance = {}) =>
    differenceOf(block, sums, COLUMNS, tolerance);
  expect(differs(actual())).toBeUndefined();
  expect(differs(actual(0.01))?.columns.get('v')?.more).toBe(0.01);
  expect(differs(actual(0.01), { v: { absolute: 1e-9 } })).toBeDefined();
  expect(differs(actual(0.01), { v: { absolute: 1e-6 } })).toBeUndefined();
  expect(differs(actual(0.01), { v: { relative: 1e-6 } })).toBeUndefined();
  expect(differs(actual(0, -1))?.isCount).toBe(true);
  expect(differs(actual(0, 0, 1))?.isCount).toBe(true);
  expect(differs({ rows: 0, columns: [] })?.isCount).toBe(true);
});

test('a block with rows that may be there or not is not sure', () => {
  const sent = { accepted: [[0, 70_000]], uncertain: [[70_000, 70_001]], repeated: [[3, 4, 1]] } as const;
  const rule = { column: 'n', kind: 'number', from: 10, size: 3 * 65_536 } as const;
  const unsure = (hasCopies: boolean) =>
    [...digestOf(truthFor(sent), rule, [], hasCopies).blocks.values()].map(({ isUnsure }) => isUnsure);
  expect(unsure(true)).toEqual([true, true]);
  expect(unsure(false)).toEqual([false, true]);
});
