import { expect, test } from 'vitest';
import { RULE_SETS, rowsOfSet } from '../../../test/inference/rule-sets.ts';
import { shuffled } from '../../../test/inference/shuffled.ts';
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
