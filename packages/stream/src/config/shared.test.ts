import { expect, test } from 'vitest';
import { messagesOf } from '../../../engine/src/model/issue.ts';
import type { JourneyPlan } from '../../../engine/src/model/journey.ts';
import { newTiming, type Timing } from '../../../engine/src/time/timing.ts';
import { journeyIssues } from './shared.ts';

const WAIT = { kind: 'exactly', ms: 1000 } as const;

const PLAN: JourneyPlan = {
  name: 'step',
  states: ['placed', 'paid'],
  begins: [{ to: 0, weight: 1 }],
  ways: [[{ to: 1, weight: 1, wait: WAIT }], []],
  deck: 256,
  longestMs: 1e6,
};

const stream = (
  name: string,
  only: number,
  timing: Partial<Timing> = {},
  plan: Partial<JourneyPlan> = {},
) => ({
  name,
  journey: { ...PLAN, only: [only], ...plan },
  timing: newTiming({ fromMs: 0, eps: 5, unit: 'starts', ...timing }),
});

const linesOf = (...streams: Parameters<typeof journeyIssues>[0]) => messagesOf(journeyIssues(streams));

const BOTH = 'Streams orders and payments share the journey step';

test('streams that share a journey agree if it starts at the same times', () => {
  const other = { toMs: 5, disorderMs: 100, future: true };
  expect(linesOf(stream('orders', 0), stream('payments', 1, other))).toEqual([]);
});

test.each([
  [{ fromMs: 1 }, 'from'],
  [{ eps: 6 }, 'starts'],
  [{ rate: { week: [1, 1, 1, 1, 1, 1, 2] }, speed: 2 }, 'rate and speed'],
  [{ arrivals: 'jitter' }, 'arrivals'],
  [{ changes: [{ atMs: 1, to: 0 }] }, 'changes'],
] as const)('with %j they differ in %s', (timing, words) => {
  const lines = linesOf(stream('orders', 0), stream('payments', 1, timing));
  expect(lines).toEqual([`${BOTH} and differ in ${words}. Set it once, beside streams`]);
});

test('events per second are of one stream, so those that share a journey need starts', () => {
  const { unit: _, ...events } = newTiming({ fromMs: 0, eps: 5, unit: 'starts' });
  const [orders, payments] = [stream('orders', 0), { ...stream('payments', 1), timing: events }];
  expect(linesOf(orders, payments)).toEqual([
    `${BOTH}. Give both the same starts, journeys per second, in place of eps`,
  ]);
});

test('the same steps at equal rates of events agree', () => {
  const { unit: _, ...events } = newTiming({ fromMs: 0, eps: 5, unit: 'starts' });
  const [one, other] = [stream('orders', 0), stream('payments', 0)].map((each) => ({
    ...each,
    timing: events,
  }));
  expect(one && other && linesOf(one, other)).toEqual([]);
  const slower = { ...stream('payments', 0), timing: { ...events, eps: 4 } };
  expect(one && linesOf(one, slower)).toHaveLength(1);
});

test('starts of all streams apply to those with journeys, and there must be one', () => {
  const plain = { name: 'users', journey: undefined, timing: undefined, startsOfAll: '5' };
  expect(linesOf({ ...stream('orders', 0), startsOfAll: '5' }, plain)).toEqual([]);
  expect(linesOf({ ...stream('orders', 0), startsOfAll: undefined }, plain)).toEqual([
    'starts: no stream has a catbird.journey with wait that it applies to. Use eps',
  ]);
});

test.each([{ name: 'page' }, { deck: 512 }, { states: ['placed', 'refunded'] }])(
  'another journey need not agree: %j',
  (plan) => {
    expect(linesOf(stream('orders', 0), stream('payments', 1, { fromMs: 1 }, plan))).toEqual([]);
  },
);
