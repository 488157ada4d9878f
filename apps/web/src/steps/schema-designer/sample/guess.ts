export { looksLikeSample } from '@catbird/core/internal/inference';
