/** A function of whole numbers that remembers its latest results. @param most how many */
export function remembered<Result extends object>(
  make: (n: number) => Result,
  most: number,
): (n: number) => Result {
  const known = new Map<number, Result>();
  let latest: { readonly n: number; readonly value: Result } | undefined;
  return (n) => {
    if (latest?.n === n) return latest.value;
    const value = known.get(n) ?? make(n);
    latest = { n, value };
    known.delete(n);
    known.set(n, value);
    const [oldest] = known.keys();
    if (known.size > most && oldest !== undefined) known.delete(oldest);
    return value;
  };
}
