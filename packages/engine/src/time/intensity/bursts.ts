import { draw, drawKey, newSubject, rowsAsSubjects, UNIT32, type Seed } from '../../numeric/random.ts';
import type { Burst } from '../timing.ts';
import { constant, lastWhere, level, type Factor, type Stretch } from './stretch.ts';

const DAY_MS = 86_400_000;

/** Days over which a cron expression's starts are counted, to guess how close they are. */
const SURVEY_DAYS = 28;

/** Instants at which bursts begin, from `fromMs` to before `toMs`, ascending. */
export type StartTimes = (fromMs: number, toMs: number) => readonly number[];

/**
 * A burst in each cycle since 1970, at its start, or up to `jitter` of the way to the latest start that lies wholly within. Bursts as
 * long as their cycle or longer never end.
 *
 * @param n which of the rate's bursts this is: random starts of one are independent of the others'
 */
export function regularBursts(burst: Extract<Burst, { everyMs: number }>, seed: Seed, n: number): Factor {
  const { everyMs, forMs, times, rest = 1, jitter = 0 } = burst;
  if (forMs >= everyMs || times === rest) return constant(times);
  const subject = newSubject(1);
  const { key, odd } = drawKey('\nbursts', n);
  const choices = jitter * (everyMs - forMs) + 1;
  const startOf = (cycle: number): number => {
    if (choices === 1) return cycle * everyMs;
    rowsAsSubjects(subject, seed, cycle, 1);
    const share = (draw(subject.a[0], subject.b[0], key, odd) >>> 0) * UNIT32;
    return cycle * everyMs + Math.floor(share * choices);
  };
  return {
    at(ms) {
      const cycle = Math.floor(ms / everyMs);
      const startMs = startOf(cycle);
      if (ms < startMs) return level(startOf(cycle - 1) + forMs, startMs, rest);
      const endMs = startMs + forMs;
      return ms < endMs ? level(startMs, endMs, times) : level(endMs, startOf(cycle + 1), rest);
    },
    spacingMs: everyMs / 2,
    zeroFromMs: Infinity,
  };
}

/** A burst at each start; where they overlap it is one. Stretches are cut at midnight UTC, because the next start may be years away. */
export function cronBursts({ forMs, times, rest = 1 }: Burst, starts: StartTimes): Factor {
  if (times === rest) return constant(times);
  let dayMs = NaN;
  let stretches: readonly Stretch[] = [];
  return {
    at(ms) {
      const startMs = Math.floor(ms / DAY_MS) * DAY_MS;
      if (startMs !== dayMs) {
        dayMs = startMs;
        const first = latestBefore(starts, dayMs, forMs);
        stretches = burstsOf(dayMs, [first, ...starts(dayMs, dayMs + DAY_MS)], forMs, times, rest);
      }
      return stretches[lastWhere(stretches, ({ startMs }) => startMs <= ms)];
    },
    spacingMs: (SURVEY_DAYS * DAY_MS) / (2 * starts(0, SURVEY_DAYS * DAY_MS).length + SURVEY_DAYS),
    zeroFromMs: Infinity,
  };
}

/** A day with bursts. */
function burstsOf(
  dayMs: number,
  starts: readonly number[],
  forMs: number,
  times: number,
  rest: number,
): Stretch[] {
  const found: Stretch[] = [];
  const dayEndMs = dayMs + DAY_MS;
  let ms = dayMs;
  const until = (toMs: number, value: number): void => {
    const endMs = Math.min(toMs, dayEndMs);
    if (endMs > ms) found.push(level(ms, endMs, value));
    ms = Math.max(ms, endMs);
  };
  for (const startMs of starts) {
    until(startMs, rest);
    until(startMs + forMs, times);
  }
  until(dayEndMs, rest);
  return found;
}

/** The last start of those less than `forMs` before an instant; −Infinity if there is none. Looks back twice as far each time. */
function latestBefore(starts: StartTimes, ms: number, forMs: number): number {
  const earliestMs = ms - forMs + 1;
  let endMs = ms;
  for (let reachMs = DAY_MS; endMs > earliestMs; reachMs *= 2) {
    const fromMs = Math.max(earliestMs, endMs - reachMs);
    const latest = starts(fromMs, endMs).at(-1);
    if (latest !== undefined) return latest;
    endMs = fromMs;
  }
  return -Infinity;
}
