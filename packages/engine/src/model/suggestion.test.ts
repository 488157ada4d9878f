import { expect, test } from 'vitest';
import { suggestion } from './suggestion.ts';

test.each([
  ['mxa', ['min', 'max'], 'max'],
  ['tpye', ['per', 'type', 'types'], 'type'],
  ['mn', ['max', 'min'], 'min'],
  ['emial', ['email', 'median'], 'email'],
  ['ab', ['ba'], 'ba'],
  ['ca', ['abc'], undefined],
  ['uuid', ['string.uuid'], 'string.uuid'],
  ['xyz', ['min', 'max'], undefined],
])('%s of %j means %s', (word, candidates, meant) => {
  expect(suggestion(word, candidates)).toBe(meant);
});
