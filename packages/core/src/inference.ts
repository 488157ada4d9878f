export { readSample, type Sample } from './inference/infer.ts';
export { schemaText } from './inference/schema-text.ts';
