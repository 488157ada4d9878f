import { instantText, rateJson, type RateChange } from '@catbird/engine';

/** Changes as in the setting `changes`, which repeats them. */
export const changeSettings = (changes: readonly RateChange[]): readonly unknown[] =>
  changes.map(({ atMs, to }) => [instantText(atMs), typeof to === 'object' ? rateJson(to) : to]);
