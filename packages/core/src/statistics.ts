export { clockTimes } from '@catbird/engine';
export {
  newCollector,
  type FieldStatistics,
  type Statistics,
  streamStatistics,
  fieldText,
} from '@catbird/verify';
