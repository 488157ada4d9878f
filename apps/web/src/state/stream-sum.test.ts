import { expect, test } from 'vitest';
import type { RunReport, SecondReport } from '../worker/report-protocol.ts';
import {
  afterEvents,
  noRuns,
  rateViewOfAll,
  waitingRun,
  type RunOfAll,
  type TimedEvent,
} from './stream-runs.ts';
import { addToSum, closeSeconds, noSum } from './stream-sum.ts';

const second = (at: number, accepted: number, planned: number | undefined = accepted): SecondReport => ({
  second: at,
  accepted,
  planned,
  isBehind: false,
});

const report = (elapsedMs: number, seconds: readonly SecondReport[], more: object = {}): RunReport =>
  ({ elapsedMs, seconds, marks: [], changes: [], behind: { rows: 0 }, ...more }) as unknown as RunReport;

const levels = ({ sum }: RunOfAll) =>
  sum.history.seconds.map((each) => [each.second, each.accepted, each.planned]);

/** Two streams, of which `b` starts 3.4 s after `a`. */
const start: RunOfAll = {
  ...noRuns,
  runs: new Map(['a', 'b'].map((name) => [name, waitingRun({ eps: 10, limit: -1 })])),
};

const reported = (name: string, atMs: number, ...args: Parameters<typeof report>): TimedEvent => ({
  name,
  atMs,
  event: { type: 'progressed', report: report(...args) },
});

const started = (name: string, atMs: number): TimedEvent => ({ name, atMs, event: { type: 'started' } });

test('seconds of streams are added up where they happened, once all that run have reported them', () => {
  const one = afterEvents(start, [
    started('a', 0),
    reported('a', 3400, 3400, [second(0, 10), second(1, 10), second(2, 10)]),
    started('b', 3400),
    reported('b', 3650, 250, []),
    reported('a', 5100, 5100, [second(3, 10), second(4, 10)]),
  ]);
  // The fourth second is not over for b.
  expect(levels(one)).toEqual([
    [0, 10, 10],
    [1, 10, 10],
    [2, 10, 10],
  ]);
  const two = afterEvents(one, [reported('b', 5450, 2050, [second(0, 5), second(1, 5)])]);
  expect(levels(two).slice(3)).toEqual([
    [3, 15, 15],
    [4, 15, 15],
  ]);
});

test('a stream that has ended holds no second back, and one without a plan leaves the sum without one', () => {
  const ended = { name: 'a', atMs: 2000, event: { type: 'ended', summary: report(2000, [second(1, 10)]) } };
  const all = afterEvents(start, [
    started('a', 0),
    started('b', 0),
    reported('a', 1000, 1000, [second(0, 10)]),
    reported('b', 1000, 1000, [{ ...second(0, 90), planned: undefined }]),
    ended as TimedEvent,
    reported('b', 3000, 3000, [second(1, 7), second(2, 7)]),
  ]);
  expect(levels(all)).toEqual([
    [0, 100, undefined],
    [1, 17, 17],
    [2, 7, 7],
  ]);
});

test('seconds in which no stream runs are empty, and a late report never changes what is drawn', () => {
  const sum = closeSeconds(addToSum(noSum, { name: 'a', from: 2 }, report(0, [second(0, 4)]), []), 4);
  expect(sum.history.seconds.map(({ accepted }) => accepted)).toEqual([0, 0, 4, 0]);
  const late = closeSeconds(addToSum(sum, { name: 'b', from: 0 }, report(0, [second(3, 9)]), []), 5);
  expect(late.history.seconds.slice(0, 4)).toEqual(sum.history.seconds);
  expect([closeSeconds(sum, 3), closeSeconds(sum, -1)]).toEqual([sum, sum]);
});

test('a mark names its stream, unless several changed at once', () => {
  const mark = (at: number, text: string) => [{ second: at, text }];
  const paused = ['a', 'b', 'c'].reduce(
    (sum, name, i) => addToSum(sum, { name, from: 0 }, report(0, []), mark(5 + i / 10, 'Paused')),
    noSum,
  );
  expect(paused.marks).toEqual([{ second: 5, text: 'Paused' }]);
  const faster = addToSum(paused, { name: 'b', from: 3 }, report(0, []), mark(5, '10 → 20/s'));
  expect(faster.marks.at(-1)).toEqual({ second: 8, text: 'b: 10 → 20/s' });
});

test('all streams ask for the sum of their rates, and for nothing once one has none', () => {
  const at = (perSecond: number) => ({ time: { isLive: true, plannedPerSecond: perSecond } });
  const both = afterEvents(start, [
    reported('a', 1000, 1000, [], { ...at(30), achieved: 25, accepted: 25 }),
    reported('b', 1000, 1000, [], { ...at(12), achieved: 12, accepted: 12 }),
  ]);
  expect(rateViewOfAll({ ...both, runs: running(both) })).toMatchObject({
    asked: 42,
    achieved: 37,
    isLive: true,
  });
  const held = { time: { isLive: true, plannedPerSecond: 0, isPaused: true }, achieved: 12, inFlight: 0 };
  const paused = afterEvents(both, [reported('b', 1200, 1200, [], held)]);
  expect(rateViewOfAll({ ...paused, runs: running(paused) })).toMatchObject({ asked: 30, achieved: 25 });
  const max = afterEvents(both, [reported('b', 2000, 2000, [], { ...at(Infinity), achieved: 900 })]);
  expect(rateViewOfAll({ ...max, runs: running(max) }).asked).toBeUndefined();
});

const running = ({ runs }: RunOfAll): RunOfAll['runs'] =>
  new Map([...runs].map(([name, run]) => [name, { ...run, phase: 'running' }]));
