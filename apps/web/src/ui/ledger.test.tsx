import { expect, test } from 'vitest';
import { share } from './ledger.tsx';

test.each([
  { part: 0, whole: 10, text: '0 %', remark: 'nothing' },
  { part: 10, whole: 10, text: '100 %', remark: 'everything' },
  { part: 0, whole: 0, text: '0 %', remark: 'a run without rows' },
  { part: 128_788, whole: 129_000, text: '99.84 %', remark: 'most' },
  { part: 12, whole: 129_000, text: '0.01 %', remark: 'few' },
  { part: 1, whole: 1_000_000, text: '< 0.01 %', remark: 'hardly any is not none' },
  { part: 999_999, whole: 1_000_000, text: '99.99 %', remark: 'nearly all is not all' },
])('$remark: $part of $whole is $text', ({ part, whole, text }) => {
  expect(share(part, whole)).toBe(text);
});
