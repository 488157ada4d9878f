import { suggestion } from '@catbird/core';
import { commandMeant } from '@catbird/core/config';
import type { Problem } from './read.ts';
import { withOption } from './stray.ts';

/** What an unknown word, or an argument without an option, may have been meant as. Undefined if nothing is near. */
export function meantBy({ unknown, stray }: Problem): string | undefined {
  if (stray !== undefined) return withOption(stray.argument, stray.flags);
  if (unknown === undefined) return undefined;
  const { word, candidates, meant } = unknown;
  return meant ?? (word.startsWith('-') ? suggestion : commandMeant)(word, candidates);
}
