export { readSample, type Sample } from './inference/infer.ts';
export { COMPUTED, LEFT_OUT, ON_ITS_OWN } from './inference/choices.ts';
export { schemaText } from './inference/schema-text.ts';
