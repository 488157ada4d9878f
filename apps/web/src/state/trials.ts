import type { FaultTrial } from '../worker/run-protocol.ts';

/** Faults that can be injected into a running stream for a while. */
export const TRIALS: readonly Pick<FaultTrial, 'name' | 'faults'>[] = [
  { name: '5 % late', faults: { late: { share: 0.05, delayMs: { mean: 60_000 } } } },
  { name: '2 % duplicates', faults: { duplicates: { share: 0.02 } } },
  { name: '1 % malformed', faults: { malformed: { share: 0.01 } } },
  { name: '5 % dropped', faults: { dropped: { share: 0.05 } } },
  { name: 'out of order', faults: { reordering: { window: 20 } } },
];

/** For how long, in seconds. */
export const TRIAL_SECONDS = ['10', '30', '60'] as const;

/** One of these. */
export type TrialSeconds = (typeof TRIAL_SECONDS)[number];
