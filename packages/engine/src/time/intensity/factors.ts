import { sinOfTurns } from '../../numeric/deterministic-math.ts';
import { draw, drawKey, newSubject, rowsAsSubjects, type Seed, UNIT32 } from '../../numeric/random.ts';
import { fixedOffset, type Offsets } from './offsets.ts';
import type { Burst, Rate } from '../timing.ts';
import { ofCalendar } from './calendar.ts';
import { local } from './local.ts';
import { constant, type Factor, lastWhere, level, type Stretch } from './stretch.ts';

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
function regularBursts(burst: Extract<Burst, { everyMs: number }>, seed: Seed, n: number): Factor {
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
function cronBursts({ forMs, times, rest = 1 }: Burst, starts: StartTimes): Factor {
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

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Monday, 5 January 1970. */
const MONDAY_MS = 4 * DAY_MS;

/** Straight pieces of a sine's period. They are off by 0.054 % of its amplitude at most; their mean is exact. */
export const SINE_PIECES = 96;

/** Instants and values, in order of time. */
type Knots = readonly (readonly [ms: number, value: number])[];

/** What the factors of a stream's rates have in common. */
export interface FactorContext {
  /** Events per second where a rate has no stages. */
  readonly eps: number;
  /** The instant that stages count from. */
  readonly originMs: number;
  /** Of random bursts. */
  readonly seed: Seed;
  /** The clock of days, weeks, cron expressions and holidays, if a rate has no offset. Absent: UTC. */
  readonly zone?: Offsets | undefined;
  /** The times of a cron expression, by that clock. */
  readonly cron: (at: string, offsets: Offsets | undefined) => StartTimes;
  /** The factor of an incident. */
  readonly incident: (each: NonNullable<Rate['incidents']>[number]) => Factor;
}

/** The factors of a rate, in a fixed order: events per second, then what multiplies them. */
export function factorsOf(
  rate: Rate,
  { eps, originMs, seed, zone, cron, incident }: FactorContext,
): readonly Factor[] {
  const { stages = [], day, week, waves = [], bursts = [], calendar, offsetMs, incidents = [] } = rate;
  const offsets = offsetMs === undefined ? zone : fixedOffset(offsetMs);
  const [first] = stages;
  return [
    first === undefined ? constant(eps) : points(stages.map(([ms, value]) => [originMs + ms, value])),
    ...(day === undefined ? [] : [local(ofDay(day), offsets)]),
    ...(week === undefined ? [] : [local(ofWeek(week), offsets)]),
    ...waves.map(({ periodMs, low, high }) => sine(periodMs, low, high, 0)),
    ...bursts.map((burst, n) =>
      'at' in burst ? cronBursts(burst, cron(burst.at, offsets)) : regularBursts(burst, seed, n),
    ),
    ...(calendar === undefined ? [] : [local(ofCalendar(calendar), offsets)]),
    ...incidents.map(incident),
  ];
}

/** Straight between knots; before the first and after the last, constant. Two knots at one instant are a jump. */
function points(knots: Knots): Factor {
  const [[firstMs, first]] = knots;
  const [lastMs, last] = knots[knots.length - 1];
  const stretches = [level(-Infinity, firstMs, first), ...between(knots), level(lastMs, Infinity, last)];
  return {
    at: (ms) => stretches[lastWhere(stretches, ({ startMs }) => startMs <= ms)],
    spacingMs: Math.max(1, (lastMs - firstMs) / knots.length),
    zeroFromMs: last === 0 ? lastMs : Infinity,
  };
}

function between(knots: Knots): Stretch[] {
  const stretches: Stretch[] = [];
  for (let n = 1; n < knots.length; n++) {
    const [startMs, atStart] = knots[n - 1];
    const [endMs, atEnd] = knots[n];
    if (startMs < endMs) stretches.push({ startMs, endMs, atStart, atEnd });
  }
  return stretches;
}

function ofDay(day: NonNullable<Rate['day']>): Factor {
  if ('low' in day) return sine(DAY_MS, day.low, day.high, day.topMs);
  const at = (n: number): number => Math.round((DAY_MS * n) / day.length);
  const knots = [...day, day[0]].map((value, n) => [at(n), value] as const);
  return repeated(DAY_MS, between(knots), 0);
}

/** Steps of a day, or of an hour: the number of values in a week decides. */
function ofWeek(week: readonly number[]): Factor {
  const stepMs = (7 * DAY_MS) / week.length;
  const steps = week.map((value, n) => level(n * stepMs, (n + 1) * stepMs, value));
  return repeated(7 * DAY_MS, steps, MONDAY_MS);
}

/** A sine that is highest at an instant. */
function sine(periodMs: number, low: number, high: number, topMs: number): Factor {
  const pieces = Math.min(SINE_PIECES, periodMs);
  const [middle, amplitude] = [(low + high) / 2, (high - low) / 2];
  const value = (n: number): number => middle + amplitude * sinOfTurns((n % pieces) / pieces + 0.25);
  const knots = Array.from(
    { length: pieces + 1 },
    (_, n) => [Math.round((periodMs * n) / pieces), Math.max(0, value(n))] as const,
  );
  return repeated(periodMs, between(knots), topMs);
}

/** Stretches that cover a period, over and over; one of the periods begins at `originMs`. */
function repeated(periodMs: number, pattern: readonly Stretch[], originMs: number): Factor {
  const spacingMs = periodMs / pattern.length;
  return {
    at(ms) {
      const baseMs = originMs + Math.floor((ms - originMs) / periodMs) * periodMs;
      // Stretches are nearly of one length.
      let n = Math.floor((ms - baseMs) / spacingMs);
      while (pattern[n].startMs > ms - baseMs) n--;
      while (pattern[n].endMs <= ms - baseMs) n++;
      const { startMs, endMs, atStart, atEnd } = pattern[n];
      return { startMs: baseMs + startMs, endMs: baseMs + endMs, atStart, atEnd };
    },
    spacingMs,
    zeroFromMs: pattern.every(({ atStart, atEnd }) => atStart === 0 && atEnd === 0) ? -Infinity : Infinity,
  };
}
