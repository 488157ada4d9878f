export { bounds } from '../model/bounds.ts';
