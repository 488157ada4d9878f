import { expect, test } from 'vitest';
import { renameNotice } from './edit-field.ts';

const NOTHING = { text: '', followed: [], left: [], isWhole: true };

test.each([
  [NOTHING, undefined],
  [undefined, 'Other fields may still use the name price.'],
  [{ ...NOTHING, followed: ['total', 'label'] }, 'Also renamed in total and label.'],
  [{ ...NOTHING, followed: ['a', 'b', 'c', 'd', 'e'] }, 'Also renamed in a, b, c, and 2 more.'],
  [
    { ...NOTHING, followed: ['a'], left: ['b'], isWhole: false },
    'Also renamed in a. Check b: the name price may still be used there. Fields with errors may still use the name price.',
  ],
])('what %j says', (renamed, notice) => {
  expect(renameNotice('price', renamed)).toBe(notice);
});
