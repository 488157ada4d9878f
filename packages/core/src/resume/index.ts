export { newLosses, type Loss, type LossOutcome } from './losses.ts';
export {
  between,
  countBelow,
  doneRows,
  placeOf,
  putIn,
  remainingLimit,
  remainingRows,
  rowAt,
  takeOut,
  type Range,
} from './ranges.ts';
export { newWatermark, type Snapshot, type Watermark, type WatermarkOptions } from './watermark.ts';
