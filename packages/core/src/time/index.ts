export { peakOf } from './bounds.ts';
export { parseRateTarget, type RateTargetResult } from './changes.ts';
export { cronTimes, readCron, type Cron } from './cron.ts';
export { DURATION, durationText, parseDuration, readDuration, type Reading } from './duration.ts';
export { instantText, isRelative, readInstant } from './instant.ts';
export { TIME_SCHEMA } from './json-schema.ts';
export { parseTime } from './parse.ts';
export type { TimeProblem } from './place.ts';
export { PRESETS, type Preset } from './presets.ts';
export { parseRate, type RateOptions, type RateResult } from './rate.ts';
export { rateJson, rateText } from './rate-text.ts';
export {
  isTimed,
  type GivenSettings,
  type TimeContext,
  type TimeResult,
  type TimeSettings,
} from './settings.ts';
export { readSpeed } from './speed.ts';
export { newTimeline, type Timeline } from './timeline.ts';
export {
  ARRIVALS,
  newTiming,
  type Arrivals,
  type Burst,
  type Rate,
  type RateChange,
  type Timing,
} from './timing.ts';
