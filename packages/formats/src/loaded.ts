export { definitionOf } from './definitions/index.ts';
export { newFile } from './file.ts';
export { withFormat } from './format.ts';
export { formatOfFile } from './catalogue.ts';
