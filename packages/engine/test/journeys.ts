import { newSteps } from '../src/generators/kernels/engine/event-times.ts';
import type { JourneyTimeline } from '../src/journey/timeline.ts';

/** A step of a journey as a row. */
export interface StepRow {
  readonly start: number;
  readonly step: number;
  readonly state: number;
  readonly ms: number;
}

/** Rows as a text, so that long lists are compared quickly. */
export const textOf = (rows: readonly StepRow[]): string =>
  rows.map(({ ms, start, step, state }) => `${ms} ${start} ${step} ${state}`).join('\n');

/** The rows of the first starts, by their definition: all steps, sorted. Those of later starts come after `untilMs`. */
export function bruteForce(
  timeline: JourneyTimeline,
  starts: number,
  only?: readonly number[],
): { readonly rows: StepRow[]; readonly untilMs: number } {
  const untilMs = timeline.starts.time(starts);
  const rows: StepRow[] = [];
  for (let start = 0; start < starts; start++)
    for (const { step, state, ms } of timeline.stepsOf(start))
      if (ms < untilMs && (only?.includes(state) ?? true)) rows.push({ start, step, state, ms });
  rows.sort((a, b) => a.ms - b.ms || a.start - b.start || a.step - b.step);
  return { rows, untilMs };
}

const RUN = 128;

/** Rows of a timeline, as a writer asks for them. */
export function rowsOf(
  timeline: Pick<JourneyTimeline, 'put' | 'putSteps'>,
  first: number,
  rows: number,
  step = 1,
): StepRow[] {
  const ms = new Float64Array(RUN);
  const steps = newSteps(RUN);
  const all: StepRow[] = [];
  for (let done = 0; done < rows; done += RUN) {
    const count = Math.min(RUN, rows - done);
    timeline.put(ms, first + done * step, count, step);
    timeline.putSteps(steps, first + done * step, count, step);
    for (let r = 0; r < count; r++)
      all.push({
        start: steps.start[r] ?? NaN,
        step: steps.step[r] ?? NaN,
        state: steps.state[r] ?? NaN,
        ms: ms[r] ?? NaN,
      });
  }
  return all;
}
