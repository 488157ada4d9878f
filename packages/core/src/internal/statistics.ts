export * from '../statistics.ts';
export { barsText, barText, chartOf, type FieldChart } from '../statistics/chart.ts';
export type { TopValue } from '../statistics/figures.ts';
export { lineStatistics, type LineStatistics } from '../statistics/lines.ts';
export { rowsWithin, type ComputedTimes } from '../statistics/stream.ts';
export { shownFields, viewOf, type FieldView } from '../statistics/view.ts';
export { clippedText, countText, numberText, shareText, valueText } from '../statistics/words.ts';
