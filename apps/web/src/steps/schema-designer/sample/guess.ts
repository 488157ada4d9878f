export { looksLikeSample } from '@catbird/infer';
