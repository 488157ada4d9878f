import { countBelow } from '@catbird/send';
import type { LostRows } from '../report/lost.ts';
import type { Prepared } from './prepared.ts';

/** What earlier processes of a stream did. */
export interface Earlier {
  /** Rows that are done, lost ones included. */
  readonly done: number;
  readonly lost: readonly LostRows[];
}

export const earlierOf = ({
  first,
  acknowledged,
  lost,
}: Pick<Prepared, 'first' | 'acknowledged' | 'lost'>): Earlier => {
  const sums = new Map<string, LostRows>();
  for (const { outcome, reason, rows } of lost) {
    const key = JSON.stringify([outcome, reason]);
    sums.set(key, { outcome, reason, rows: rows + (sums.get(key)?.rows ?? 0) });
  }
  return { done: first + countBelow(Infinity, acknowledged), lost: [...sums.values()] };
};
