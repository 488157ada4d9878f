import { expect, test } from 'vitest';
import { everyNth } from '../../../../test/long.ts';
import { RULE_SETS, rowsOfSet, type Draws, type RuleSet } from '../../test/rule-sets.ts';
import { caseText, hasCases } from '../../test/cases.ts';
import { draftedRows, sampleOf } from '../../test/drafted-rows.ts';
import { shuffled } from '../../test/shuffled.ts';
import { COMPUTED, ON_ITS_OWN } from '../choices.ts';
import { rulesOf } from './search/search.ts';

const rowsIn = (path: string): object[] =>
  caseText(path)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object);

const keptShare = ({ keeps }: RuleSet, rows: readonly object[]): number =>
  rows.filter((row) => keeps(row as never)).length / rows.length;

test.each(everyNth(2, RULE_SETS))('$name: generated rows keep it', async (set) => {
  const rows = rowsOfSet(set, 500);
  expect(keptShare(set, rows)).toBe(1);
  const sample = await sampleOf(rows);
  expect(keptShare(set, await draftedRows(sample.draft(() => true)))).toBeGreaterThanOrEqual(0.99);
  // Without consent, texts have other names, but the schema is valid.
  expect(await draftedRows(sample.draft(), 20)).toHaveLength(20);
});

test.each(RULE_SETS)('$name: no rule is found if columns are shuffled', ({ row }) => {
  const rows = shuffled(rowsOfSet({ row }, 200), 3);
  expect(rulesOf(rows, { isUsable: () => true, isFixed: () => false }).rules).toEqual([]);
});

const order = ({ n, int, amount, share }: Draws): object => {
  const [quantity, price] = [int(1, 9), amount(1, 99)];
  // Two rows have typing errors.
  const isWrong = n === 16 || n === 203;
  return { quantity, price, total: isWrong ? 1 : Number((quantity * price).toFixed(2)), noise: share() };
};

test('a rule that some rows break is reported with those rows, and kept only if a person asks for it', async () => {
  const sample = await sampleOf(rowsOfSet({ row: order }, 400));
  const { rules, schema } = sample.draft();
  expect(rules).toEqual([
    {
      path: 'total',
      rule: 'total = round(quantity * price, 2)',
      rows: 400,
      broken: [16, 203],
      isUsed: false,
    },
  ]);
  expect(schema['total']).not.toHaveProperty('type', 'catbird.expression');
  const { names, isAmbiguous } = sample.alternatives().get('total') ?? {};
  expect([names?.[0], isAmbiguous]).toEqual([COMPUTED, true]);
  const asked = sample.draft(undefined, new Map([['total', COMPUTED]]));
  expect(asked.schema['total']).toEqual({ type: 'catbird.expression', params: 'round(quantity * price, 2)' });
  expect(asked.rules).toMatchObject([{ path: 'total', isUsed: true }]);
});

test('a field can be drawn on its own in place of its rule', async () => {
  const row = ({ int, of }: Draws): object => {
    const [a, b, kind] = [int(1, 99), int(1, 99), of(['x', 'y'])];
    return { a, b, sum: a + b, kind, ...(kind === 'x' ? { only: int(1, 9) } : {}) };
  };
  const sample = await sampleOf(rowsOfSet({ row }, 300));
  expect(sample.draft().rules.map(({ rule, rows, isUsed }) => [rule, rows, isUsed])).toEqual([
    ['sum = a + b', 300, true],
    ['only only if kind == "x"', 300, true],
  ]);
  const [, hidden] = sample.draft(() => false).rules;
  expect(hidden?.rule).toMatch(/^only only if kind == "[a-wz]"$/);
  const { schema, rules } = sample.draft(
    undefined,
    new Map([
      ['sum', ON_ITS_OWN],
      ['only', ON_ITS_OWN],
    ]),
  );
  expect(rules).toEqual([]);
  expect(schema).toMatchObject({
    sum: { type: expect.not.stringMatching(/expression/) as string },
    only: { missing: expect.any(Number) as number },
  });
  // What reads a field that is left out is drawn.
  expect(sample.draft(undefined, new Map([['b', 'left out']])).rules.map(({ path }) => path)).toEqual([
    'only',
  ]);
});

test.skipIf(!hasCases)('ids and states that are equal in a sample are equal in all rows', async () => {
  const rows = await draftedRows((await sampleOf(rowsIn('11-equal-fields/in.ndjson'))).draft(), 300);
  for (const row of rows as {
    id: unknown;
    meta: { message_id: unknown };
    price: unknown;
    list_price: unknown;
    before: unknown;
    after: unknown;
  }[]) {
    expect([row.meta.message_id, row.list_price]).toEqual([row.id, row.price]);
    expect(row.after).toEqual(row.before);
  }
});

test.skipIf(!hasCases)('a tagged union in a list has its shapes and no others', async () => {
  const rows = await draftedRows((await sampleOf(rowsIn('12-tagged-unions/in.ndjson'))).draft(), 200);
  const shapes = rows.flatMap(({ lines }) => (lines as object[]).map((line) => Object.keys(line).join(' ')));
  expect(new Set(shapes)).toEqual(new Set(['t sku qty', 't carrier']));
});

test.skipIf(!hasCases)(
  'a column of which most texts have a form has it in that share, and nothing like it elsewhere',
  async () => {
    const sample = await sampleOf(rowsIn('10-mixed-forms/in.ndjson'));
    const forms: Readonly<Record<string, RegExp>> = {
      seen: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
      day: /^\d{4}-\d\d-\d\d$/,
      ip: /^(\d{1,3}\.){3}\d{1,3}$/,
      mail: /^[^@ ]+@[^@ ]+\.[a-z]+$/,
    };
    const shareOf = (rows: readonly object[], name: string): number =>
      rows.filter((row) => forms[name]?.test(String((row as Record<string, unknown>)[name]))).length /
      rows.length;
    const rows = await draftedRows(sample.draft(), 1_000);
    for (const name of Object.keys(forms)) {
      expect(shareOf(rows, name)).toBeCloseTo(shareOf(rowsIn('10-mixed-forms/in.ndjson'), name), 1);
      const others = rows.map((row) => String(row[name])).filter((text) => forms[name]?.test(text) === false);
      const original = new Set(
        rowsIn('10-mixed-forms/in.ndjson').map((row) => (row as Record<string, unknown>)[name]),
      );
      // One text of the same shape stands for the one of the sample.
      expect(new Set(others).size).toBe(1);
      expect(others.filter((text) => original.has(text))).toEqual([]);
    }
  },
);
