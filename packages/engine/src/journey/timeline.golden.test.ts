import { expect, test } from 'vitest';
import { cdc, clicks, shop } from '../../test/journey-plans.ts';
import { rowsOf } from '../../test/journeys.ts';
import { timing } from '../../test/timings.ts';
import { ARRIVALS } from '../time/timing.ts';
import { newJourneyTimeline } from './timeline.ts';

const ROWS = [0, 1, 1000, 123_456, 10_000_000];

test('rows do not change: start, step, state and milliseconds after the beginning of five rows', () => {
  const all = [shop, cdc, clicks].flatMap((plan) =>
    ARRIVALS.map((arrivals) => {
      const settings = timing({ eps: 12.5, arrivals });
      const timeline = newJourneyTimeline(plan, settings, 42);
      const rows = ROWS.flatMap((row) => rowsOf(timeline, row, 1));
      const texts = rows.map(({ start, step, state, ms }) =>
        [start, step, state, ms - settings.fromMs].join(' '),
      );
      return `${plan.name}, ${arrivals}: ${timeline.eventsPerStart} a start; ${texts.join(', ')}`;
    }),
  );
  expect(all).toMatchInlineSnapshot(`
    [
      "order, even: 3.812744140625 a start; 0 0 0 0, 1 0 0 305, 775 0 0 236390, 39101 1 1 12462623, 2604135 3 6 802600202",
      "order, jitter: 3.812744140625 a start; 0 0 0 29, 1 0 0 377, 775 0 0 236441, 39205 1 1 12462718, 2629541 1 1 802600255",
      "order, poisson: 3.812744140625 a start; 0 0 0 30, 1 0 0 111, 769 0 0 238693, 40844 0 0 12463335, 2607329 3 3 802602461",
      "op, even: 3.497802734375 a start; 0 0 0 0, 1 0 0 279, 779 0 0 217983, 38486 0 0 10769314, 2852978 3 1 800895402",
      "op, jitter: 3.497802734375 a start; 0 0 0 26, 1 0 0 345, 779 0 0 218046, 32409 2 1 10769446, 2859831 1 1 800895524",
      "op, poisson: 3.497802734375 a start; 0 0 0 27, 1 0 0 101, 346 1 1 219697, 28379 2 2 10766429, 2861490 2 1 800895180",
      "page, even: 2.662353515625 a start; 0 0 0 0, 1 0 2 212, 297 3 2 103823, 45660 4 2 9911079, 3756237 0 0 800034462",
      "page, jitter: 2.662353515625 a start; 0 0 0 20, 1 0 2 263, 488 0 2 103988, 45734 4 2 9911209, 3756034 2 2 800034596",
      "page, poisson: 2.662353515625 a start; 0 0 0 20, 1 0 2 77, 491 0 0 103342, 45902 3 3 9909508, 3756034 2 2 800034826",
    ]
  `);
});
