import { expect, test } from 'vitest';
import { newTimeline } from './timeline.ts';
import type { Timing } from './timing.ts';

const FROM = Date.UTC(2026, 9, 22, 10, 5, 3);
const timing = (settings: Partial<Timing> = {}): Timing => ({
  fromMs: FROM,
  toMs: null,
  speed: 'max',
  future: false,
  arrivals: 'even',
  disorderMs: 0,
  eps: 1000,
  rate: {},
  changes: [],
  ...settings,
});

test('even rows of a constant rate stand where they belong', () => {
  const timeline = newTimeline(timing({ eps: 0.1 }), 1);
  expect([0, 1, 2, 1e6].map((row) => timeline.time(row) - FROM)).toEqual([0, 10_000, 20_000, 1e10]);
  expect([0, 1, 10_000, 10_001, 3_600_000].map((ms) => timeline.before(FROM + ms))).toEqual([
    0, 1, 1, 2, 360,
  ]);
});

test('a change of the rate leaves earlier rows as they are', () => {
  const timeline = newTimeline(timing({ eps: 3 }), 1);
  timeline.change({ atMs: FROM + 1000, to: 0 });
  timeline.change({ atMs: FROM + 5000, to: 10 });
  timeline.change({ atMs: FROM + 6000, to: { stages: [[0, 2]] } });
  timeline.change({ atMs: FROM + 7000, to: 'planned' });
  const times = Array.from({ length: 20 }, (_, row) => timeline.time(row) - FROM);
  expect(times).toEqual([
    0, 333, 666, 5000, 5100, 5200, 5300, 5400, 5500, 5600, 5700, 5800, 5900, 6000, 6500, 7000, 7333, 7666,
    8000, 8333,
  ]);
  const put = new Float64Array(20);
  newTimeline(timing({ eps: 3, changes: timeline.changes }), 1).put(put, 0, 20);
  expect([...put].map((ms) => ms - FROM)).toEqual(times);
});

test('stages', () => {
  const timeline = newTimeline(
    timing({
      rate: {
        stages: [
          [0, 0],
          [600_000, 500],
          [3_600_000, 500],
          [4_200_000, 0],
        ],
      },
    }),
    1,
  );
  expect(timeline.before(Infinity)).toBe(1_800_000);
  expect(timeline.time(1_800_000)).toBe(Infinity);
  expect(timeline.before(FROM + 600_000)).toBe(150_000);
  expect(timeline.rateAt(FROM + 300_000)).toBe(250);
});
