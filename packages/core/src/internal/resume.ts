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
export { newWatermark, type Snapshot } from '../resume/watermark.ts';
