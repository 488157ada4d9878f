import type { Sample } from '@catbird/core/inference';
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

/** The n-th other reading of each field, for every n. */
function readingsOf({ alternatives }: Sample): Map<string, string>[] {
  const found = [...alternatives()];
  const most = Math.max(...found.map(([, { names }]) => names.length));
  return Array.from(
    { length: most },
    (_, n) => new Map(found.map(([path, { names }]) => [path, names[n] ?? ''])),
  );
}

test.each(SOME)('%s: types are right, distributions alike, and nothing is copied', async (file) => {
  const labels = { ...USED, ...HELD_OUT }[file] ?? {};
  const comparison = await compareSet(file, false);
  expect(leaksOf(comparison)).toEqual([]);
  for (const choices of readingsOf(comparison.sample))
    expect(leaksOf({ ...comparison, ...comparison.sample.draft(() => false, choices) })).toEqual([]);
  const measures = measuresOf(file, labels, comparison);
  expect(measures.filter(({ isRight }) => !isRight)).toEqual([]);
  for (const each of measures) if (each.measure === 'KS') expect(each.distance, each.path).toBeLessThan(0.2);
});
