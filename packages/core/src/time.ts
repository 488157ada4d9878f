export { instantText } from './time/instant.ts';
export { parseTime } from './time/parse.ts';
export type { TimeResult, TimeSettings } from './time/settings.ts';
export { newTimeline, type Timeline } from './time/timeline.ts';
export type { Timing } from './time/timing.ts';
