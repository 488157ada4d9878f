export { newCollector } from './statistics/collect.ts';
export type { FieldStatistics, Statistics } from './statistics/figures.ts';
export { streamStatistics } from './statistics/stream.ts';
export { fieldText } from './statistics/words.ts';
export { clockTimes } from './time/timing.ts';
