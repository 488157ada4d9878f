export {
  newJourneyTimeline,
  readJourneyTimeline,
  readTimeline,
  timelineOf,
  type JourneyStep,
  type JourneyTimeline,
} from './timeline.ts';
