export { checkTypes } from '@catbird/engine';
