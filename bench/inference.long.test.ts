import { expect, test } from 'vitest';
import { HELD_OUT, USED, type Labels } from './inference-labels.js';
import { compareSet, leaksOf, measuresOf, type Measure } from './inference-quality.js';
import { median } from './measure.js';

const distances = (measures: readonly Measure[], measure: Measure['measure']): number[] =>
  measures
    .filter((each) => each.measure === measure && (measure !== 'KS' || each.rows >= 200))
    .map(({ distance }) => distance);

/** Thresholds a little above what was measured. Few rows have the simplest schema, not the nearest. */
test.each<[string, Readonly<Record<string, Labels>>, number, number]>([
  ['sets that the rules were written beside', USED, 0.97, 0.03],
  ['sets labelled before the first run on them', HELD_OUT, 0.97, 0.045],
])('%s: types, distributions, and nothing is copied', async (_name, sets, right, ks) => {
  for (const isCopied of [true, false]) {
    const all: Measure[] = [];
    for (const [file, labels] of Object.entries(sets)) {
      const comparison = await compareSet(file, isCopied);
      if (!isCopied) expect(leaksOf(comparison), file).toEqual([]);
      all.push(...measuresOf(file, labels, comparison));
    }
    expect(all.filter(({ isRight }) => isRight).length / all.length).toBeGreaterThanOrEqual(right);
    expect(median(distances(all, 'KS'))).toBeLessThanOrEqual(ks);
    expect(median(distances(all, 'TV'))).toBeLessThanOrEqual(0.02);
  }
});
