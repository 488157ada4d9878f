export { readSample, type Sample, COMPUTED, LEFT_OUT, ON_ITS_OWN, schemaText } from '@catbird/infer';
