export { systemClock } from './clock.ts';
export { newRunControl, type ControlOptions, type RunControl } from './control.ts';
export type { Clock, OptionNames, RequestMark, RunOptions } from './options.ts';
export { planRate, type RatePlan } from './plan.ts';
export type { Counts, Progress, Retrying, StopReason, Summary, TimeProgress } from './progress.ts';
export { RETRY_DEFAULTS, type RetryOptions } from './retry.ts';
export { run } from './run.ts';
export { steady, unlimited, type AdjustablePace, type Pace } from '../pace/pace.ts';
