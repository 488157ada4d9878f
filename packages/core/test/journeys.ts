import type { JourneyTimeline } from '../src/journey/index.ts';
import { newSteps } from '../src/generators/kernels/engine/event-times.ts';

/** A step of a journey as a row. */
export interface StepRow {
  readonly start: number;
  readonly step: number;
  readonly state: number;
  readonly visit: number;
  readonly ms: number;
}

/** All rows before an instant by their definition: the steps of all starts before it, sorted. */
export function bruteForce(timeline: JourneyTimeline, toMs: number, only?: readonly number[]): StepRow[] {
  const rows: StepRow[] = [];
  for (let start = 0; timeline.starts.time(start) < toMs; start++)
    for (const each of timeline.stepsOf(start))
      if (each.ms < toMs && (only?.includes(each.state) ?? true)) rows.push({ start, ...each });
  return rows.sort((a, b) => a.ms - b.ms || a.start - b.start || a.step - b.step);
}

/** Rows of a timeline, as a writer asks for them. */
export function rowsOf(timeline: JourneyTimeline, first: number, rows: number, step = 1): StepRow[] {
  const run = 128;
  const ms = new Float64Array(run);
  const steps = newSteps(run);
  const all: StepRow[] = [];
  for (let done = 0; done < rows; done += run) {
    const count = Math.min(run, rows - done);
    timeline.put(ms, first + done * step, count, step);
    timeline.putSteps(steps, first + done * step, count, step);
    for (let r = 0; r < count; r++)
      all.push({
        start: steps.start[r] ?? NaN,
        step: steps.step[r] ?? NaN,
        state: steps.state[r] ?? NaN,
        visit: steps.visit[r] ?? NaN,
        ms: ms[r] ?? NaN,
      });
  }
  return all;
}
