export { newLosses, type Loss } from '../resume/losses.ts';
export {
  between,
  countBelow,
  placeOf,
  putIn,
  remainingLimit,
  remainingRows,
  rowAt,
  type Range,
} from '../resume/ranges.ts';
export { earlierRows, newRecorder, nothingSent, type RecordedPart } from '../stream/recorder.ts';
export { newWatermark, type Snapshot } from '../resume/watermark.ts';
