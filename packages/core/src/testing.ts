export { checkTypes } from './testing/check-types.ts';
