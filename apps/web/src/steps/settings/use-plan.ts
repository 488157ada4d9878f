import { useEffect, useState } from 'react';
import type { StreamPlan } from '../../worker/schema-protocol.ts';

/** The sums of the form's stream. */
export type PlanState =
  { readonly kind: 'waiting' | 'invalid' | 'failed' } | { readonly kind: 'ready'; readonly plan: StreamPlan };

/** How long typing must pause. */
const AFTER_MS = 250;

/** The plan of what `key` stands for, asked for once it stays the same for a moment; undefined asks for nothing. */
export function usePlan(key: string | undefined, onPlan: () => Promise<StreamPlan | undefined>): PlanState {
  const [found, setFound] = useState<{ readonly key: string; readonly state: PlanState }>();
  useEffect(() => {
    if (key === undefined) return undefined;
    const current = new AbortController();
    const show = (state: PlanState): void => {
      if (!current.signal.aborted) setFound({ key, state });
    };
    const timer = setTimeout(() => {
      onPlan().then(
        (plan) => show(plan === undefined ? { kind: 'invalid' } : { kind: 'ready', plan }),
        () => show({ kind: 'failed' }),
      );
    }, AFTER_MS);
    return () => {
      current.abort();
      clearTimeout(timer);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- the key stands for all that the plan depends on
  }, [key]);
  // The old sum stays until the new one is there: a line that flickers is hard to read.
  return found === undefined || key === undefined ? { kind: 'waiting' } : found.state;
}
