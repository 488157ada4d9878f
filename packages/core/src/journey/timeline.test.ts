import { expect, test } from 'vitest';
import { cdc, clicks, shop } from '../../test/journey-plans.ts';
import { bruteForce, rowsOf } from '../../test/journeys.ts';
import { timing } from '../../test/timings.ts';
import { newJourneyTimeline } from './timeline.ts';

test.each([shop, cdc, clicks])('rows of $name are the steps of all starts in order of time', (plan) => {
  const settings = timing({ eps: 20, unit: 'starts' });
  const timeline = newJourneyTimeline({ ...plan, deck: 1024 }, settings, 42);
  const expected = bruteForce(timeline, settings.fromMs + 300_000);
  const actual = rowsOf(newJourneyTimeline({ ...plan, deck: 1024 }, settings, 42), 0, expected.length);
  expect(actual).toEqual(expected);
  expect(timeline.before(settings.fromMs + 300_000)).toBe(expected.length);
});
