import { withFaults, type Progress } from '@catbird/core';
import { newTimeline, type Timing } from '@catbird/core/time';
import { expect, test } from 'vitest';
import { withReachedTime } from './observers.ts';

test('with faults, the event time reached in the past is that of the row at the position', () => {
  const timing: Timing = {
    fromMs: 0,
    toMs: null,
    speed: 'max',
    future: false,
    arrivals: 'even',
    disorderMs: 0,
    eps: 1,
    rate: {},
    changes: [],
  };
  const faulty = withFaults({ fill: (batch) => batch }, { duplicates: { share: 0.5 } }, { seed: 1 });
  const rows = 10_000;
  const generated = faulty.dueBefore(rows);
  expect(generated).toBeGreaterThan(14_000);
  const time = {
    eventMs: 0,
    plannedPerSecond: 1,
    dueRows: 0,
    backlogRows: 9,
    isLive: false,
    isPaused: false,
  };
  const progress = { generated, time } as Progress;
  const timeline = newTimeline(timing, 1);
  const reached = withReachedTime(progress, {
    time: { timing, given: timing, timeline, nowMs: 0 },
    shard: undefined,
    first: 0,
    remaining: [[0, Infinity]],
    faulty,
  });
  expect(reached.time?.eventMs).toBe((rows - 1) * 1000);
});
