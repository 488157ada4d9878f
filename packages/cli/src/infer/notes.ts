import { byHarm, firstNotes } from '@catbird/infer';

/** Notes on a definition: all of them if the result is explained, or those of most harm. */
export const notesOf = (notes: readonly string[], isExplained: boolean): readonly string[] =>
  isExplained ? byHarm(notes) : firstNotes(notes, ': --explain prints them');
