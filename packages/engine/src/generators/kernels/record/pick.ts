import { aliasTable } from '../choice/alias-table.ts';
import { draw, drawKey, UNIT32 } from '../../../numeric/random.ts';

/** A number drawn for a row from the words of its subject. The same words give the same number, so members of a record agree. */
export type Pick = (a: number, b: number) => number;

/** A uniform number from 0 to 1, without 1. */
export function fraction(path: string): Pick {
  const { key, odd } = drawKey(path, 0);
  return (a, b) => (draw(a, b, key, odd) >>> 0) * UNIT32;
}

/** A uniform whole number from 0 to `count` − 1. */
export function below(count: number, path: string): Pick {
  const at = fraction(path);
  return (a, b) => (at(a, b) * count) | 0;
}

/** An index by weight. @param weights above 0 */
export function byWeights(weights: readonly number[], path: string): Pick {
  return weights.length === 1 ? () => 0 : inGroup([weights], () => 0, path);
}

/** An index into lists laid end to end, by weight: the list is `group`. @param groups the weights of each list, above 0 */
export function inGroup(groups: readonly (readonly number[])[], group: Pick, path: string): Pick {
  const starts = startsOf(groups);
  const tables = groups.map(aliasTable);
  const own = Int32Array.from(tables.flatMap((table, g) => Array.from(table.own, (n) => n + starts[g])));
  const other = Int32Array.from(tables.flatMap((table, g) => Array.from(table.other, (n) => n + starts[g])));
  const limits = Float64Array.from(tables.flatMap((table) => [...table.limits]));
  const sizes = Int32Array.from(groups, ({ length }) => length);
  const at = fraction(path);
  return (a, b) => {
    const g = group(a, b);
    const place = at(a, b) * sizes[g];
    const n = place | 0;
    const entry = starts[g] + n;
    return place - n < limits[entry] ? own[entry] : other[entry];
  };
}

/** An index into one of several lists, all its entries equally likely. @param sizes the lengths of the lists, above 0 */
export function inList(sizes: readonly number[], list: Pick, path: string): Pick {
  const lengths = Int32Array.from(sizes);
  const at = fraction(path);
  return (a, b) => (at(a, b) * lengths[list(a, b)]) | 0;
}

/** Remembers the last draw: members of a record ask for the same one in turn. */
export function remembered(pick: Pick): Pick {
  let [lastA, lastB, last] = [0, 0, pick(0, 0)];
  return (a, b) => {
    if (a !== lastA || b !== lastB) {
      last = pick(a, b);
      lastA = a;
      lastB = b;
    }
    return last;
  };
}

function startsOf(lists: readonly { readonly length: number }[]): Int32Array {
  const starts = new Int32Array(lists.length);
  for (let n = 1; n < lists.length; n++) starts[n] = starts[n - 1] + lists[n - 1].length;
  return starts;
}
