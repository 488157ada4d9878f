import { mix } from '../../engine/src/numeric/random.ts';

/** Rows whose columns are shuffled independently, those of objects and lists, too. Nothing follows from anything else. */
export function shuffled(rows: readonly object[], seed: number): object[] {
  let state = seed * 104_729;
  const order = (length: number): number[] =>
    Array.from({ length }, (_, i) => ({ i, by: mix(state++) >>> 0 }))
      .toSorted((a, b) => a.by - b.by)
      .map(({ i }) => i);
  const mixed = (values: readonly unknown[]): unknown[] => {
    if (values.length === 0) return [];
    const lists = values.flatMap((value, i) => (Array.isArray(value) ? [i] : []));
    const objects = values.flatMap((value, i) => (isObject(value) ? [i] : []));
    const result = [...values];
    const elements = mixed(lists.flatMap((i) => values[i] as unknown[]));
    let at = 0;
    for (const i of lists) {
      const { length } = values[i] as unknown[];
      result[i] = elements.slice(at, at + length);
      at += length;
    }
    const whole = fields(objects.map((i) => values[i] as object));
    for (const [n, i] of objects.entries()) result[i] = whole[n];
    return order(result.length).map((i) => result[i]);
  };
  const fields = (objects: readonly object[]): object[] => {
    const names = [...new Set(objects.flatMap((each) => Object.keys(each)))];
    const columns = names.map((name) =>
      mixed(objects.map((each) => (each as Record<string, unknown>)[name])),
    );
    return objects.map((_, i) =>
      Object.fromEntries(
        names.flatMap((name, n) => (columns[n]?.[i] === undefined ? [] : [[name, columns[n][i]]])),
      ),
    );
  };
  return fields(rows);
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
