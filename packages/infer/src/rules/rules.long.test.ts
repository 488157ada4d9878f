import { expect, test } from 'vitest';
import { draftedRows, sampleOf } from '../../test/drafted-rows.ts';
import { RULE_SETS, rowsOfSet, type RuleSet } from '../../test/rule-sets.ts';
import { shuffled } from '../../test/shuffled.ts';
import { rulesOf } from './search/search.ts';

const SHUFFLES = 60;

test.each([40, 100, 400])('none of many shuffled samples of %i rows has a rule', (count) => {
  const found = RULE_SETS.flatMap((set) =>
    Array.from({ length: SHUFFLES }, (_, seed) =>
      shuffled(rowsOfSet(set, count, seed + 1), seed + 1),
    ).flatMap((rows) =>
      rulesOf(rows, { isUsable: () => true, isFixed: () => false }).rules.map(
        ({ form, evidence }) => `${set.name}: ${form}, ${evidence.bits.toFixed(0)} bits`,
      ),
    ),
  );
  expect(found).toEqual([]);
});

/** Sets with the one after, and the one after that. */
const NEIGHBOURS = RULE_SETS.map((set, i) => {
  const at = (n: number): RuleSet => RULE_SETS[(i + n) % RULE_SETS.length] ?? set;
  return { set, next: at(1), other: at(2) };
});

test.each(NEIGHBOURS)('$set.name: kept in objects and lists, too', async ({ set, next, other }) => {
  const [a, b, parts] = [rowsOfSet(set, 600, 5), rowsOfSet(next, 600, 6), rowsOfSet(other, 1_800, 7)];
  const rows = a.map((row, i) => ({ a: row, b: { inner: b[i] }, list: parts.slice(3 * i, 3 * i + (i % 4)) }));
  const keeps = ({ a, b, list }: Record<string, unknown>): boolean =>
    set.keeps(a as never) &&
    next.keeps((b as { inner: never }).inner) &&
    (list as never[]).every((each) => other.keeps(each));
  const made = await draftedRows((await sampleOf(rows)).draft(() => true));
  expect(made.filter(keeps).length / made.length).toBeGreaterThanOrEqual(0.99);
});
