export { loadZones, parseTime } from '@catbird/engine';
