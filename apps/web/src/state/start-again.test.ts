import { newTiming } from '@catbird/engine';
import { expect, test } from 'vitest';
import type { RunReport } from '../worker/report-protocol.ts';
import type { Config } from './config.ts';
import { reduce } from './reduce.ts';
import type { StreamEvent } from './run.ts';
import { initialState, type Action, type State } from './state.ts';

const CLOCK: Config = { generatorName: 'Log', settings: {}, eps: 100, limit: -1 };
const TIMED: Config = { ...CLOCK, options: { from: '-30d' } };
const TIMING = newTiming({ fromMs: 0, eps: 100 });

const started = (config: Config, fresh = false): Action => ({ type: 'run started', fresh, config });
const happened = (event: StreamEvent): Action => ({ type: 'run event', event });
const progressed = (generated: number, changes: RunReport['changes'] = []): Action =>
  happened({
    type: 'progressed',
    report: { generated, accepted: generated, changes, seconds: [], marks: [] } as unknown as RunReport,
  });
const change = (to: number) => ({ second: 1, change: { atMs: 1000, to } });

/** The state after a session and another start. */
const after = (...actions: readonly Action[]): State => actions.reduce(reduce, initialState('42'));
const FIRST: readonly Action[] = [
  started(TIMED, true),
  happened({ type: 'timed', timing: TIMING }),
  progressed(500),
];

test('a session that starts again goes on at the next row of the time that was resolved', () => {
  expect(after(...FIRST, started(TIMED))).toMatchObject({ run: { nextRow: 500, timing: TIMING } });
});

test('it has the changes of the rate so far, and begins with the last rate that was no pause', () => {
  const changed = [progressed(600, [change(400)]), progressed(700, [change(0)])];
  const { run } = after(...FIRST, ...changed, started(TIMED));
  expect(run?.timing?.changes.map(({ to }) => to)).toEqual([400, 0]);
  expect(run?.marks).toMatchObject({ rate: 400, list: [] });
  expect(run?.nextRow).toBe(700);
});

test('another time is another stream, which begins with its first row and keeps the total', () => {
  const others: readonly Config[] = [
    { ...TIMED, options: { from: '-7d' } },
    { ...TIMED, eps: 50 },
  ];
  for (const other of others) {
    const state = after(...FIRST, started(other));
    expect(state).toMatchObject({ run: { nextRow: 0, timing: undefined } });
    expect(state.sentMessages.total).toBe(500);
  }
});

test('Start in the schema designer resolves the time again', () => {
  expect(after(...FIRST, started(TIMED, true))).toMatchObject({ run: { nextRow: 0, timing: undefined } });
});

test('without computed times a session goes on as before, at any rate', () => {
  const clock = after(started(CLOCK, true), progressed(500, [change(400)]), started({ ...CLOCK, eps: 7 }));
  expect(clock).toMatchObject({ run: { nextRow: 500, timing: undefined } });
  expect(after(...FIRST, started(CLOCK))).toMatchObject({ run: { nextRow: 500, timing: undefined } });
});

test('a session without computed times begins at the rate that was set by hand, unless the settings have another now', () => {
  const first = [started(CLOCK, true), progressed(500, [change(400)])] as const;
  expect(after(...first, started(CLOCK)).run?.marks).toEqual({ list: [], rate: 400, isPaused: false });
  expect(after(...first, progressed(600, [change(0)]), started(CLOCK)).run?.marks.rate).toBe(400);
  const slower = after(...first, started({ ...CLOCK, eps: 50 }));
  expect(slower.run).toMatchObject({ marks: { rate: 'planned' }, replaced: 400 });
  expect(after(...first, started(CLOCK)).run).not.toHaveProperty('replaced');
  expect(after(...first, started(CLOCK, true)).run?.marks).toMatchObject({ list: [], rate: 'planned' });
});

test('journeys, which have computed times without settings, begin again at another rate', () => {
  const first = [started(CLOCK, true), happened({ type: 'timed', timing: TIMING }), progressed(500)] as const;
  expect(after(...first, started(CLOCK))).toMatchObject({ run: { nextRow: 500, timing: TIMING } });
  expect(after(...first, started({ ...CLOCK, eps: 7 }))).toMatchObject({
    run: { nextRow: 0, timing: undefined },
  });
});
