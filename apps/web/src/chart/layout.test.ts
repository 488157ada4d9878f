import { expect, test } from 'vitest';
import { pathsOf, placeLabels } from './layout.ts';

const scales = { x: (second: number) => second * 10, y: (rate: number) => 100 - rate };

test('a second is a level, not a point: it begins and ends on its edges', () => {
  const { achieved, area, asked, behind } = pathsOf(
    [
      { second: 0, accepted: 20, planned: 20, isBehind: false },
      { second: 1, accepted: 50, planned: 50, isBehind: false },
    ],
    scales,
  );
  expect(achieved).toBe('M0 80H10V50H20');
  expect(asked).toBe('M0 80H10V50H20');
  expect(area).toBe('M0 100V80H10V100zM10 100V50H20V100z');
  expect(behind).toBe('');
});

test('what is missing is shaded if rows were behind: a slow rate has seconds without one', () => {
  const { behind } = pathsOf(
    [
      { second: 0, accepted: 5, planned: 20, isBehind: true },
      { second: 1, accepted: 0, planned: 0.5, isBehind: false },
      { second: 2, accepted: 40, planned: 20, isBehind: true },
    ],
    scales,
  );
  expect(behind).toBe('M0 80H10V95H0z');
});

test('seconds of history have no plan', () => {
  const { asked } = pathsOf(
    [
      { second: 0, accepted: 90, planned: undefined, isBehind: false },
      { second: 1, accepted: 20, planned: 20, isBehind: false },
      { second: 2, accepted: 20, planned: undefined, isBehind: false },
      { second: 3, accepted: 20, planned: 20, isBehind: false },
    ],
    scales,
  );
  expect(asked).toBe('M10 80H20M30 80H40');
});

const plot = { left: 40, right: 600, character: 7 };

test('labels stay inside the plot', () => {
  const labels = placeLabels(
    [
      { at: 41, text: 'Paused' },
      { at: 600, text: '200 → 400/s' },
    ],
    plot,
  );
  expect(labels).toEqual([
    { centre: 600 - 38.5, text: '200 → 400/s' },
    { centre: 40 + 21, text: 'Paused' },
  ]);
});

test('of labels that overlap, the newest is shown', () => {
  const labels = placeLabels(
    [
      { at: 100, text: 'Paused' },
      { at: 280, text: '200 → 400/s' },
      { at: 300, text: 'Resumed' },
    ],
    plot,
  );
  expect(labels.map(({ text }) => text)).toEqual(['Resumed', 'Paused']);
});
