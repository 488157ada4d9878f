export { newJourneyTimeline, timelineOf, type JourneyStep, type JourneyTimeline } from './timeline.ts';
