export { cronTimes, readCron, type Cron } from './cron.ts';
export type { Reading } from './reading.ts';
export { newTimeline, type Timeline } from './timeline.ts';
export { ARRIVALS, type Arrivals, type Burst, type Rate, type RateChange, type Timing } from './timing.ts';
