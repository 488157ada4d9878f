/** Most objects and lists inside one another: a schema has 32 of its own. */
const MOST_DEPTH = 64;

/** Most values, those that aliases repeat counted each time. */
const MOST_VALUES = 1_000_000;

/** Why a value is too deep or too large to be a config; undefined when it is not. What holds itself is too deep. */
export function boundsFault(root: unknown): string | undefined {
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value: root, depth: 0 }];
  let seen = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next;
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= MOST_DEPTH)
      return `more than ${MOST_DEPTH} objects and lists are inside one another, or one holds itself`;
    const inner: readonly unknown[] = Object.values(value);
    seen += inner.length;
    if (seen > MOST_VALUES) return `there are more than ${MOST_VALUES.toLocaleString('en')} values`;
    for (const each of inner) open.push({ value: each, depth: depth + 1 });
  }
  return undefined;
}
