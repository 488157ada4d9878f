export { parseTime } from './time/parse.ts';
export type { TimeResult, TimeSettings } from './time/settings.ts';
export type { Timing } from './time/timing.ts';
export { newTimeline, type Timeline } from './time/timeline.ts';
export { instantText } from './time/instant.ts';
