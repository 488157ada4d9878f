export { looksLikeSample } from '@catbird/core/inference';
