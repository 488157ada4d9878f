export { newTimeline, type Timeline } from './timeline.ts';
export { ARRIVALS, type Arrivals, type Burst, type Rate, type RateChange, type Timing } from './timing.ts';
