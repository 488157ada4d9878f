export { systemClock } from '../delivery/clock.ts';
export { DEFAULT_IN_FLIGHT } from '../delivery/limiters.ts';
export type {
  OptionNames,
  OutcomeReason,
  RequestMark,
  RowsOutcome,
  RunOptions,
} from '../delivery/options.ts';
export { addedBins, percentilesOf } from '../delivery/latency.ts';
export { withRoutes } from '../delivery/parts.ts';
export { planRate } from '../delivery/plan.ts';
export type { Retrying, TimeProgress } from '../delivery/progress.ts';
export { RETRY_DEFAULTS } from '../delivery/retry.ts';
export { steady } from '../pace/pace.ts';
export { repeatedHttp } from '../delivery/repeated.ts';
export { newCondition } from '../delivery/signals.ts';
