export { systemClock } from './clock.ts';
export type { Clock, OptionNames, RequestMark, RunOptions } from './options.ts';
export { planRate, type RatePlan } from './plan.ts';
export type { Counts, Progress, Retrying, StopReason, Summary } from './progress.ts';
export { RETRY_DEFAULTS, type RetryOptions } from './retry.ts';
export { run } from './run.ts';
export { steady, unlimited, type Pace } from '../pace/pace.ts';
