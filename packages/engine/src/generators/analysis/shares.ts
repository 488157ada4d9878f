import type { Share } from '../generator.ts';

/** The shares of values that are equally likely. */
export const equalShares = (values: readonly unknown[]): readonly Share[] =>
  values.map((value) => ({ value, share: 1 / values.length }));

/** The shares of values that are chosen by weight. @param items a weight defaults to 1 */
export function weightedShares(
  items: readonly { readonly weight?: number | undefined; readonly value?: unknown }[],
): readonly Share[] {
  const total = items.reduce((sum, { weight = 1 }) => sum + weight, 0);
  return items.map(({ weight = 1, value }) => ({ value, share: weight / total }));
}
