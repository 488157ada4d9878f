import type { Sample } from '@catbird/core/inference';
import { expect, test } from 'vitest';
import { HELD_OUT, USED } from './inference-labels.js';
import { compareSet, leaksOf, measuresOf, type Comparison } from './inference-quality.js';

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

/** Rows that have a word that is copied by default, at least, and their share. */
const LEAST_ROWS = 5;
const LEAST_SHARE = 0.01;

/** By default, only short words are copied that many rows have. */
function expectOnlyCategories(comparison: Comparison): void {
  const draft = comparison.sample.draft();
  const copied = draft.findings.flatMap(({ path, copied: values }) =>
    values.map(({ value }) => ({ path, value })),
  );
  for (const { path, value } of copied) {
    expect(value, path).toMatch(/^\p{L}[\p{L}_.-]{0,23}$/u);
    const values = comparison.original.get(path) ?? [];
    const rows = values.filter((each) => each === value).length;
    expect(rows, `${path}: ${String(value)}`).toBeGreaterThanOrEqual(LEAST_ROWS);
    expect(rows, `${path}: ${String(value)}`).toBeGreaterThanOrEqual(LEAST_SHARE * values.length);
  }
  const words = new Set(copied.map(({ value }) => value));
  const leaks = leaksOf({ ...comparison, ...draft }).map((each) => each.slice(each.indexOf(': ') + 2));
  expect(leaks.filter((value) => !words.has(value))).toEqual([]);
}

test.each(SOME)('%s: types are right, distributions alike, and nothing is copied', async (file) => {
  const labels = { ...USED, ...HELD_OUT }[file] ?? {};
  const comparison = await compareSet(file, false);
  expect(leaksOf(comparison)).toEqual([]);
  expectOnlyCategories(comparison);
  for (const choices of readingsOf(comparison.sample))
    expect(leaksOf({ ...comparison, ...comparison.sample.draft(() => false, choices) })).toEqual([]);
  const measures = measuresOf(file, labels, comparison);
  expect(measures.filter(({ isRight }) => !isRight)).toEqual([]);
  for (const each of measures) if (each.measure === 'KS') expect(each.distance, each.path).toBeLessThan(0.2);
});
