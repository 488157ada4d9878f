/** Maximum nesting of objects and arrays. A schema may have 32 levels. */
const MAX_DEPTH = 64;

/** Maximum number of values. Values repeated by aliases count each time. */
const MAX_VALUES = 1_000_000;

/** Why a value is too deep or too large for a config; undefined if it is not. A value that contains itself is too deep. */
export function boundsFault(root: unknown): string | undefined {
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value: root, depth: 0 }];
  let seen = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next;
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= MAX_DEPTH) return `nested deeper than ${MAX_DEPTH} levels, or a value contains itself`;
    const inner: readonly unknown[] = Object.values(value);
    seen += inner.length;
    if (seen > MAX_VALUES) return `more than ${MAX_VALUES.toLocaleString('en')} values`;
    for (const each of inner) open.push({ value: each, depth: depth + 1 });
  }
  return undefined;
}
