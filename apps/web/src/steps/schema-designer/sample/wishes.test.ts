import type { Finding } from '@catbird/infer';
import { expect, test } from 'vitest';
import { choose, copy, copyAll, copyNothing, copyValue, firstWishes, isChanged } from './wishes.ts';

const finding = (path: string, values: readonly unknown[], categories: readonly unknown[] = []): Finding => ({
  path,
  kind: 'enumeration',
  reason: '',
  confidence: 1,
  spec: { type: 'catbird.pick' },
  copied: [],
  copyable: values.map((value) => ({ value, share: 0.5 })),
  categories,
});

test('short words of categories are copied at first, and any other choice is a change', () => {
  const findings = [finding('state', ['paid', 'open', 'A 1'], ['paid', 'open']), finding('city', ['Oslo'])];
  const first = firstWishes(findings);
  expect(first.copies).toEqual(new Map([['state', new Set(['paid', 'open'])]]));
  expect(isChanged(first, findings)).toBe(false);
  expect(isChanged(copyNothing(first), findings)).toBe(true);
  const less = copyValue(first, 'state', 'open', false);
  expect(isChanged(less, findings)).toBe(true);
  expect(isChanged(copyValue(less, 'state', 'open', true), findings)).toBe(false);
});

const noWishes = () => firstWishes([]);

test('values are confirmed one by one, and a field without any is not copied', () => {
  const one = copyValue(noWishes(), 'country', 'DE', true);
  expect(one.copies).toEqual(new Map([['country', new Set(['DE'])]]));
  expect(isChanged(one, [])).toBe(true);
  const none = copyValue(one, 'country', 'DE', false);
  expect(none.copies.size).toBe(0);
  expect(isChanged(none, [])).toBe(false);
});

test('another reading of a field forgets the values that were confirmed for the old one', () => {
  const copied = copy(noWishes(), 'country', ['DE', 'FR']);
  const other = choose(copied, 'country', 'pattern');
  expect(other.choices).toEqual(new Map([['country', 'pattern']]));
  expect(other.copies.size).toBe(0);
  expect(isChanged(choose(other, 'country', undefined), [])).toBe(false);
});

test('one switch copies all but free text, and nothing again', () => {
  const all = copyAll(noWishes(), [
    finding('country', ['DE', 'New York City']),
    finding('note', ['Left at the door of number 7']),
    finding('email', []),
  ]);
  expect(all.copies).toEqual(new Map([['country', new Set(['DE', 'New York City'])]]));
  expect(copyNothing(all).copies.size).toBe(0);
});
