/** `@catbird/core/statistics`: statistics of the fields of rows, from a stream or from lines. It loads no generator. */
export { barsText, barText, chartOf, type FieldChart } from './chart.ts';
export { newCollector, type Collector, type CollectorOptions } from './collect.ts';
export type {
  FieldStatistics,
  Histogram,
  NumberStatistics,
  Scalar,
  Skipped,
  Statistics,
  TimeHistogram,
  TimeStatistics,
  TopValue,
  TypeCounts,
} from './figures.ts';
export { lineStatistics, type LineStatistics } from './lines.ts';
export {
  clockTimes,
  rowsWithin,
  streamStatistics,
  type ComputedTimes,
  type StreamToCount,
} from './stream.ts';
export { shownFields, viewOf, type FieldView } from './view.ts';
export { clippedText, countText, fieldText, numberText, shareText, valueText } from './words.ts';
