export { newLosses, type Loss, type LossOutcome } from './losses.ts';
export { between, countBelow, placeOf, putIn, takeOut, type Range } from './ranges.ts';
export { doneRows, remainingLimit, remainingRows, rowAt } from './remaining.ts';
export { newWatermark, type Snapshot, type Watermark, type WatermarkOptions } from './watermark.ts';
