export {
  newJourneyTimeline,
  readTimeline,
  timelineOf,
  type JourneyStep,
  type JourneyTimeline,
} from './timeline.ts';
