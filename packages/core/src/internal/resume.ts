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
export type { Acknowledgements } from '../resume/acknowledgements.ts';
export { earlierRows, newRecorder, nothingSent, type RecordedPart } from '../resume/recorder.ts';
export { newWatermark, type Snapshot } from '../resume/watermark.ts';
