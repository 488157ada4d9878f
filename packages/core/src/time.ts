export {
  parseTime,
  loadZones,
  type TimeResult,
  type TimeSettings,
  type Timing,
  newTimeline,
  type Timeline,
  instantText,
} from '@catbird/engine';
