export type { Flag, Flags, Values } from '@catbird/core/config';
export type { Reading } from '@catbird/core/time';
