import type { Timing } from '@catbird/core/time';
import { expect, test } from 'vitest';
import type { Run } from '../state/run.ts';
import { phaseOf } from './phase.ts';

const NOW = Date.UTC(2026, 10, 22, 12);
const run = (progress: object): Run =>
  ({
    phase: 'running',
    progress: { elapsedMs: 4200, wallMs: NOW, behind: { rows: 0, seconds: 0 }, ...progress },
  }) as unknown as Run;
const timing = (more: Partial<Timing> = {}): Timing => ({ future: false, toMs: null, ...more }) as Timing;

test.each([
  ['Running', run({}), undefined],
  ['Live', run({}), timing()],
  ['Live', run({}), timing({ toMs: NOW + 1000 })],
  ['Running', run({}), timing({ toMs: NOW - 1000 })],
  ['Running', run({}), timing({ future: true })],
  ['Paused', run({ time: { isPaused: true }, backfill: { reachedMs: NOW } }), timing()],
  ['Catching up with history', run({ backfill: { reachedMs: NOW - 864e5 } }), timing()],
  ['Behind 1,200 rows, 6.0 s', run({ behind: { rows: 1200, seconds: 6 } }), timing()],
])('a run is %s', (name, state, time) => {
  expect(phaseOf({ ...state, timing: time }).name).toBe(name);
});

test('history says the event time reached', () => {
  const { since } = phaseOf(run({ backfill: { reachedMs: Date.UTC(2026, 10, 3, 9, 36, 59) } }));
  expect(since).toBe('at 3 Nov 2026, 09:36 UTC');
});
