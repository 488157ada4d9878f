/** What reads incidents, loaded by programs that give some. */
export { parseIncidents, withIncidents } from '@catbird/engine';
