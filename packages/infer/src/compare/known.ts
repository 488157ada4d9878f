import type { Row } from '../observe/observe.ts';
import type { Known } from '../rules/search/columns.ts';
import { dataOf } from '../rules/search/data.ts';

/** Share of neighbours in order from which values come from the order of rows. */
const ORDERED = 0.97;

/** What is known of the columns of rows without their plans: counters, and times in the order of the rows, follow no rule. */
export function knownOf(rows: readonly Row[]): Known {
  const data = dataOf(rows);
  const table = { path: '', parent: undefined };
  return {
    isUsable: () => true,
    isFixed(full) {
      if (full.includes('[]')) return false;
      const field = { table, path: full };
      return [false, true].some((isTime) => isRising(data.numbers({ ...field, isTime })));
    },
  };
}

function isRising(numbers: Float64Array): boolean {
  const known = numbers.filter((each) => !Number.isNaN(each));
  if (known.length < 2) return false;
  let rising = 0;
  for (let i = 1; i < known.length; i++) if ((known[i] ?? 0) > (known[i - 1] ?? 0)) rising++;
  return rising >= ORDERED * (known.length - 1);
}
