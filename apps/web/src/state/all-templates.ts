export { templates } from '@catbird/engine';
