import { expect, test } from 'vitest';
import { HELD_OUT, USED } from './inference-labels.js';
import { compareSet, leaksOf, measuresOf } from './inference-quality.js';

/** Small sets of each kind. The long run compares all. */
const SOME = [
  'cars.json',
  'seattle-weather.csv',
  'penguins.json',
  'stocks.csv',
  'la-riots.csv',
  'unemployment.tsv',
];

test.each(SOME)('%s: types are right, distributions alike, and nothing is copied', async (file) => {
  const labels = { ...USED, ...HELD_OUT }[file] ?? {};
  const comparison = await compareSet(file, false);
  expect(leaksOf(comparison)).toEqual([]);
  const measures = measuresOf(file, labels, comparison);
  expect(measures.filter(({ isRight }) => !isRight)).toEqual([]);
  for (const each of measures) if (each.measure === 'KS') expect(each.distance, each.path).toBeLessThan(0.2);
});
