export { parseTime } from '@catbird/engine';
