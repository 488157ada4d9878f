import { draw, drawKey, newSubject, rowsAsSubjects, UNIT32, type Seed } from '../../numeric/random.ts';
import { RUN } from './arrivals.ts';

/** The year 0 begins. Earlier times could not be written. */
const YEAR_0_MS = -62_167_219_200_000;

/** Takes from 0 to `disorderMs` milliseconds off the times of rows `first`, `first + step`, …; each has its own draw. */
export function newDisorder(
  disorderMs: number,
  seed: Seed,
): (ms: Float64Array, first: number, rows: number, step: number) => void {
  const { key, odd } = drawKey('\ndisorder', 0);
  const choices = Math.floor(disorderMs) + 1;
  const subject = newSubject(RUN);
  const { a, b } = subject;
  return (ms, first, rows, step) => {
    for (let done = 0; done < rows; done += RUN) {
      const count = Math.min(RUN, rows - done);
      rowsAsSubjects(subject, seed, first + done * step, count, step);
      for (let r = 0; r < count; r++) {
        const early = Math.floor((draw(a[r], b[r], key, odd) >>> 0) * UNIT32 * choices);
        ms[done + r] = Math.max(YEAR_0_MS, ms[done + r] - early);
      }
    }
  };
}
