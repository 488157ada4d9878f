export { between, countBelow, placeOf, type Range } from './ranges.ts';
export { doneRows, remainingLimit, remainingRows, rowAt } from './remaining.ts';
export { newWatermark, type Snapshot, type Watermark } from './watermark.ts';
