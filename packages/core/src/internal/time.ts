export * from '../time.ts';
export { peakOf } from '../time/bounds.ts';
export { parseRateTarget } from '../time/changes.ts';
export { DURATION, durationText, readDuration, type Reading } from '../time/duration.ts';
export { readInstant } from '../time/instant.ts';
export { PRESETS } from '../time/presets.ts';
export { parseRate } from '../time/rate.ts';
export { rateJson, rateText } from '../time/rate-text.ts';
export {
  ARRIVALS,
  clockTimes,
  newTiming,
  type Arrivals,
  type Rate,
  type RateChange,
} from '../time/timing.ts';
export { newJourneyTimeline, readTimeline, timelineOf, type JourneyTimeline } from '../journey/timeline.ts';
