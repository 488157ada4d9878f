import { draw, drawKey, newSubject, rowsAsSubjects, UNIT32, type Seed } from '../../numeric/random.ts';
import { RUN } from './arrivals.ts';

/**
 * Takes from 0 to `disorderMs` milliseconds off the times of rows `first`, `first + step`, …; each has its own draw. None gets before its
 * least time: what it reads exists from then on.
 */
export type Disorder = (
  ms: Float64Array,
  first: number,
  rows: number,
  step: number,
  leastMs: (r: number) => number,
) => void;

export function newDisorder(disorderMs: number, seed: Seed): Disorder {
  const { key, odd } = drawKey('\ndisorder', 0);
  const subject = newSubject(RUN);
  const { a, b } = subject;
  return (ms, first, rows, step, leastMs) => {
    for (let done = 0; done < rows; done += RUN) {
      const count = Math.min(RUN, rows - done);
      rowsAsSubjects(subject, seed, first + done * step, count, step);
      for (let r = 0; r < count; r++) {
        const at = ms[done + r];
        const choices = Math.floor(Math.min(disorderMs, Math.max(0, at - leastMs(done + r)))) + 1;
        ms[done + r] = at - Math.floor((draw(a[r], b[r], key, odd) >>> 0) * UNIT32 * choices);
      }
    }
  };
}
