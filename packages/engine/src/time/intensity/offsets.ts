import type { Zone } from '../../model/zone.ts';
import { firstPlace } from '../../numeric/search.ts';

/** A time during which a clock has one offset. */
export interface Period {
  readonly startMs: number;
  /** Exclusive. */
  readonly endMs: number;
  /** Of the clock from UTC: +01:00 is 3,600,000. */
  readonly offsetMs: number;
}

/** The offsets of a clock from UTC. */
export interface Offsets {
  /** The period that an instant lies in, which is finite. */
  readonly at: (ms: number) => Period;
}

/** The same offset always. */
export function fixedOffset(offsetMs: number): Offsets {
  const period = { startMs: -Infinity, endMs: Infinity, offsetMs };
  return { at: () => period };
}

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** A change of every year: `afterMs` after the midnight of a day, by the clock before it, which has the other offset. */
interface Yearly {
  readonly month: number;
  /** From 1, and 5 for the last. */
  readonly week: number;
  /** From Sunday, 0. */
  readonly weekday: number;
  readonly afterMs: number;
  readonly offsetMs: number;
}

/**
 * The offsets of a time zone. A line has four parts: offsets in minutes, which of them follow each other, seconds from change to change
 * since 1970 to base 36, and the two changes of every year after the last: month, week, weekday, seconds and offset. Before 1970, the
 * first offset holds.
 */
export function zoneOffsets({ line }: Zone): Offsets {
  const [minutes = '', order = '', gaps = '', yearly = ''] = line.split('|');
  const offsets = minutes.split(' ').map((each) => Number(each) * MINUTE_MS);
  const offsetAt = (digit: string): number => offsets[parseInt(digit, 36)] ?? 0;
  let changeMs = 0;
  const starts = gaps === '' ? [] : gaps.split(' ').map((gap) => (changeMs += parseInt(gap, 36) * SECOND_MS));
  const periods = order.split('').map((digit, n): Period => ({
    startMs: starts[n - 1] ?? -Infinity,
    endMs: starts[n] ?? Infinity,
    offsetMs: offsetAt(digit),
  }));
  const rules =
    yearly === ''
      ? []
      : yearly.split(' ').map((rule): Yearly => {
          const [month = 0, week = 0, weekday = 0, seconds = 0] = rule.split('.').map(Number);
          const offsetMs = offsetAt(rule.slice(rule.lastIndexOf('.') + 1));
          return { month, week, weekday, afterMs: seconds * SECOND_MS, offsetMs };
        });
  let latest = periods[0] ?? { startMs: -Infinity, endMs: Infinity, offsetMs: 0 };
  return {
    at(ms) {
      if (ms >= latest.startMs && ms < latest.endMs) return latest;
      const found =
        periods[Math.max(0, firstPlace(0, periods.length, (n) => (periods[n]?.startMs ?? ms) > ms) - 1)];
      if (found !== undefined) latest = found.endMs === Infinity ? byRules(rules, ms, found) : found;
      return latest;
    },
  };
}

/** What a clock of a zone shows at an instant, as if it showed UTC: both in milliseconds since 1970. */
export function localTime(zone: Zone): (ms: number) => number {
  const { at } = zoneOffsets(zone);
  return (ms) => ms + at(ms).offsetMs;
}

/** The period at an instant after the last change of a list, by the changes of every year. */
function byRules(rules: readonly Yearly[], ms: number, last: Period): Period {
  const year = new Date(ms).getUTCFullYear();
  const changes = [year - 1, year, year + 1]
    .flatMap((each) =>
      rules.map((rule, n) => ({
        startMs: dayOf(rule, each) + rule.afterMs - (rules[1 - n]?.offsetMs ?? 0),
        offsetMs: rule.offsetMs,
      })),
    )
    .filter(({ startMs }) => startMs > last.startMs)
    .toSorted((a, b) => a.startMs - b.startMs);
  const endMs = changes.find(({ startMs }) => startMs > ms)?.startMs ?? Infinity;
  return { ...last, ...changes.findLast(({ startMs }) => startMs <= ms), endMs };
}

/** The midnight of a rule's day, in a year. */
function dayOf({ month, week, weekday }: Yearly, year: number): number {
  const firstMs = Date.UTC(year, month - 1, 1);
  const days = ((weekday - new Date(firstMs).getUTCDay() + 7) % 7) + (week - 1) * 7;
  const ms = firstMs + days * DAY_MS;
  return new Date(ms).getUTCMonth() === month - 1 ? ms : ms - 7 * DAY_MS;
}

/** No clock is farther from UTC, and none changes twice in this time. */
const REACH_MS = DAY_MS;

/**
 * The instants at which a clock shows a time, in order: two of an hour that comes twice, and of a time that is skipped the end of
 * the gap.
 *
 * @param localMs as if the clock showed UTC
 */
export function instantsAt({ at }: Offsets, localMs: number): readonly number[] {
  const [before, after] = [at(localMs - REACH_MS), at(localMs + REACH_MS)];
  const found = [before, after]
    .map(({ offsetMs }) => localMs - offsetMs)
    .filter((ms) => ms + at(ms).offsetMs === localMs);
  if (found.length === 0) return [at(localMs - before.offsetMs).startMs];
  return before.offsetMs === after.offsetMs ? found.slice(1) : found;
}

/** Whether a clock has one offset from the day before a time until its end. */
export const isSteady = ({ at }: Offsets, fromMs: number, toMs: number): boolean =>
  at(fromMs - REACH_MS).endMs >= toMs;
