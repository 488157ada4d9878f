/** A population that grows in time. Its members are numbered in the order in which they are created. */
export interface Growth {
  /** How many exist from the beginning: a whole number from 0. */
  readonly from: number;
  /** How many are created in a second, evenly. Above 0. */
  readonly perSecond: number;
}

/** How many were created up to an instant, itself included, in whole milliseconds after the beginning. */
const createdBy = (perSecond: number, afterMs: number): number =>
  afterMs <= 0 ? 0 : Math.floor((afterMs * perSecond) / 1000);

/** How many exist before an instant: those created earlier. @param afterMs whole milliseconds after the beginning, which may be negative */
export const countBefore = ({ from, perSecond }: Growth, afterMs: number): number =>
  from + createdBy(perSecond, afterMs - 1);

/**
 * When a member is created, in whole milliseconds after the beginning: the first after which `countBefore` includes it. 0 for those
 * that exist from the beginning, and Infinity beyond 2^53.
 *
 * @param number from 0
 */
export function createdAfterMs({ from, perSecond }: Growth, number: number): number {
  const created = number - from + 1;
  if (created <= 0) return 0;
  let ms = Math.ceil((created * 1000) / perSecond);
  if (!(ms <= Number.MAX_SAFE_INTEGER)) return Infinity;
  // Divisions round: the two functions must agree to the millisecond.
  while (createdBy(perSecond, ms) < created) ms++;
  while (createdBy(perSecond, ms - 1) >= created) ms--;
  return ms;
}
