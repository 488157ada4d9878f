export { newCollector } from './statistics/collect.ts';
export type { FieldStatistics, Statistics } from './statistics/figures.ts';
export { clockTimes, streamStatistics } from './statistics/stream.ts';
export { fieldText } from './statistics/words.ts';
