export { parseTime } from '@catbird/core/time';
