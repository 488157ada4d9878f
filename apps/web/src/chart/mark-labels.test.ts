import { expect, test } from 'vitest';
import { placeLabels } from './mark-labels.ts';

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
