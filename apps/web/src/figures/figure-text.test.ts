import { expect, test } from 'vitest';
import { shortened } from './figure-text.ts';

test('values are shown without a long beginning that all share, from a separator on', () => {
  expect(shortened(['https://www.example.com/', 'https://www.example.com/pricing'])).toEqual([
    '…/',
    '…/pricing',
  ]);
  expect(shortened(['sensor-building-a-1', 'sensor-building-a-12'])).toEqual(['…-1', '…-12']);
  expect(shortened(['direct', 'search'])).toEqual(['direct', 'search']);
  expect(shortened(['page_hit', 'page_view'])).toEqual(['page_hit', 'page_view']);
  expect(shortened(['https://www.example.com/'])).toEqual(['https://www.example.com/']);
  expect(shortened([])).toEqual([]);
});
