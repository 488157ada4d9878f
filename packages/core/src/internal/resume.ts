export { newLosses, type Loss } from '../resume/losses.ts';
export {
  between,
  countBelow,
  countIn,
  placeOf,
  putIn,
  remainingLimit,
  remainingRows,
  rowAt,
  type CountedRange,
  type Range,
} from '../resume/ranges.ts';
export {
  earlierRows,
  newRecorder,
  nothingSent,
  unacceptedIn,
  unnotedAttempts,
  type RecordedPart,
} from '../stream/recorder.ts';
export { newWatermark, type Snapshot } from '../resume/watermark.ts';
