export {
  newPageExchange,
  newSharedPages,
  type PageExchange,
  type PageMaking,
  type SharedPages,
} from './deck/exchange.ts';
export {
  newJourneyTimeline,
  readTimeline,
  timelineOf,
  type JourneyStep,
  type JourneyTimeline,
} from './timeline.ts';
