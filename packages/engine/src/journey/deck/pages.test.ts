import { expect, test } from 'vitest';
import { clicks } from '../../../test/journey-plans.ts';
import { timing } from '../../../test/timings.ts';
import { seedOf } from '../../numeric/random.ts';
import { newTimeline, type ScatteredTimeline } from '../../time/timeline.ts';
import { sampleDeck } from './deck.ts';
import { newJourneyRows, type JourneyRows } from './rows.ts';
import { rowStepsOf } from './tiers.ts';

const SECOND_MS = 1000;
const settings = timing({ eps: 500 });
const { fromMs } = settings;
const plan = { ...clicks, deck: 256 };
const seed = seedOf(42);

/** Rows of journeys, and how many starts have been looked up for them. */
function counted(): { readonly rows: JourneyRows; readonly looked: () => number } {
  let looked = 0;
  const timeline = newTimeline(settings, 42);
  const starts: ScatteredTimeline = {
    ...timeline,
    putAt(ms, list, count) {
      looked += count;
      timeline.putAt(ms, list, count);
    },
  };
  const deck = sampleDeck(plan, seed);
  const steps = rowStepsOf(deck, undefined);
  const rows = newJourneyRows({ deck, steps, name: plan.name, seed, starts, even: timeline });
  return { rows, looked: () => looked };
}

const RUN = 128;
const ms = new Float64Array(RUN);
const columns = {
  start: new Float64Array(RUN),
  step: new Int32Array(RUN),
  state: new Int32Array(RUN),
  visit: new Int32Array(RUN),
  nth: new Int32Array(RUN),
  startedMs: new Float64Array(RUN),
  nextMs: new Float64Array(RUN),
};

test('a writer looks up each start of its rows about once, a clock far ahead of it notwithstanding', () => {
  const { rows, looked } = counted();
  const presentMs = fromMs + 86_400 * SECOND_MS;
  rows.before(presentMs);
  rows.put(ms, 0, RUN, 1);
  const before = looked();
  const count = 200_000;
  for (let row = 0, tick = 0; row < count; row += RUN, tick++) {
    rows.put(ms, row, RUN, 1);
    rows.putSteps(columns, row, RUN, 1);
    const due = rows.before(presentMs + tick * 10);
    expect(rows.time(due)).toBeGreaterThanOrEqual(presentMs + tick * 10);
    // How far behind the writer is, by the time of its row.
    rows.time(row);
  }
  expect(looked() - before).toBeLessThan(2 * count);
});

test('the present is followed a page at a time', () => {
  const { rows, looked } = counted();
  let due = rows.before(fromMs + 3600 * SECOND_MS);
  const [before, first] = [looked(), due];
  for (let tick = 1; tick < 6000; tick++) {
    const next = rows.before(fromMs + 3600 * SECOND_MS + tick * 10);
    if (next < due) expect(next).toBe(due);
    due = next;
  }
  expect(due - first).toBeGreaterThan(50_000);
  expect(looked() - before).toBeLessThan(2 * (due - first) + 60_000);
});

/** Starts that are looked up for runs of rows, each far from the one before. */
function lookedForRuns(isExpected: boolean): number {
  const { rows, looked } = counted();
  const length = 8192;
  for (let run = 0; run < 20; run++) {
    const first = run * 10 * length;
    if (isExpected) rows.expect(first, first + length);
    for (let row = first; row < first + length; row += RUN) {
      rows.put(ms, row, RUN, 1);
      rows.putSteps(columns, row, RUN, 1);
    }
  }
  return looked() / (20 * length);
}

test('of rows that are expected, each start is looked up about once, wherever they are', () => {
  expect(lookedForRuns(true)).toBeLessThan(1.25);
  // The pages would hold many rows that nobody asks for.
  expect(lookedForRuns(false)).toBeGreaterThan(2);
});
