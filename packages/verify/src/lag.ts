import { isoMs } from '@catbird/engine';
import { latencyHistogram } from '@catbird/send';
import type { JudgeOptions } from './contract.ts';
import type { Check, LagReport } from './report.ts';
import type { Truth } from './truth.ts';
import type { Sightings } from './sightings.ts';

/** When rows arrived, in milliseconds since 1970. */
export interface ArrivalTimes {
  /** When each of them arrived, if the place knows it. NaN: unknown. A column that is named as the time of arrival comes first. */
  readonly atMs?: ArrayLike<number> | undefined;
  /** When they were read, which is later: used where the place knows no times. Default: those rows have no lag. */
  readonly seenMs?: number | undefined;
}

/** Measures how long rows took from their acknowledgement, else from their event time, and which came late. */
export interface LagMeter {
  /** Takes a row that was not seen before. @param isSeen whether the time is that of the reading, before which it arrived */
  readonly arrive: (row: number, ms: number, isSeen: boolean) => void;
  /** Takes rows that were judged to be missing. If they come nevertheless, they are late. */
  readonly miss: (rows: readonly number[]) => void;
  /** How many rows came late. */
  readonly late: () => number;
  /** Undefined: the lag of no row is known. */
  readonly report: () => LagReport | undefined;
  /** Undefined: the lag is not judged. */
  readonly check: () => Check | undefined;
}

/** An arrival whose row was not known to be acknowledged yet. */
interface Open {
  readonly row: number;
  readonly ms: number;
  readonly isSeen: boolean;
}

/** Bins of 2 % from 0.1 ms to beyond 20 years. */
const BINS = 1500;

/** @param truth that of now: acknowledgements may become known later */
function newLagMeter(truth: () => Truth, { withinMs, allow = {} }: JudgeOptions): LagMeter {
  const histogram = latencyHistogram(BINS);
  const limits = Object.entries(allow.lag ?? {}).flatMap(([figure, limitMs]) =>
    limitMs === undefined ? [] : [{ share: SHARES[figure] ?? 0, limitMs, over: 0 }],
  );
  const missed = new Set<number>();
  let open: Open[] = [];
  let rows = 0;
  let maxMs = 0;
  let late = 0;
  let isRead = false;
  const measure = ({ row, ms, isSeen }: Open, fromMs: number): void => {
    const lagMs = Math.max(0, ms - fromMs);
    rows++;
    isRead ||= isSeen;
    maxMs = Math.max(maxMs, lagMs);
    histogram.add(lagMs);
    for (const limit of limits) if (lagMs > limit.limitMs) limit.over++;
    const isLate = withinMs !== undefined && !isSeen && isAcknowledged() && lagMs > withinMs;
    if (isLate && !missed.has(row)) late++;
  };
  const isAcknowledged = (): boolean => truth().acknowledgedMs !== undefined;
  const fromMs = (row: number): number => {
    const { acknowledgedMs, eventMs } = truth();
    return (acknowledgedMs ?? eventMs)?.(row) ?? NaN;
  };
  /** Measures arrivals, but for those of rows that are not known to be acknowledged. */
  const measured = (arrivals: readonly Open[]): Open[] =>
    arrivals.filter((each) => {
      const ms = fromMs(each.row);
      if (!Number.isNaN(ms)) measure(each, ms);
      return Number.isNaN(ms) && truth().isOpen === true;
    });
  const settle = (): void => void (open = measured(open));
  return {
    arrive(row, ms, isSeen) {
      if (missed.has(row)) late++;
      if (!Number.isNaN(ms)) open.push(...measured([{ row, ms, isSeen }]));
    },
    miss(numbers) {
      for (const row of numbers) missed.add(row);
    },
    late() {
      settle();
      return late;
    },
    report() {
      settle();
      if (rows === 0) return undefined;
      const { p50, p99 } = histogram.percentiles();
      return {
        rows,
        p50: Math.min(p50, maxMs),
        p99: Math.min(p99, maxMs),
        max: maxMs,
        from: isAcknowledged() ? 'acknowledgement' : 'event time',
        to: isRead ? 'reading' : 'arrival',
      };
    },
    check() {
      settle();
      if (limits.length === 0) return undefined;
      const isMet = rows > 0 && limits.every(({ share, over }) => over <= share * rows);
      const over = Math.max(...limits.map((limit) => limit.over));
      return { name: 'lag', rows: over, allowed: undefined, verdict: isMet ? 'right' : 'wrong' };
    },
  };
}

/** How many rows may take longer than a figure. */
const SHARES: Readonly<Record<string, number>> = { p50: 0.5, p99: 0.01, max: 0 };

/** A time in a column as milliseconds since 1970: text, or a number of seconds, milliseconds, microseconds or nanoseconds since then. */
export function arrivalMs(value: unknown): number {
  const number = typeof value === 'bigint' ? Number(value) : value;
  if (typeof number !== 'number')
    return /^\d{9,}(\.\d+)?$/.test(String(value)) ? epochMs(Number(value)) : isoMs(value);
  return epochMs(number);
}

/** By its size: until the year 5138, seconds have at most 11 digits. */
const epochMs = (number: number): number =>
  number < 1e11 ? number * 1000 : number < 1e14 ? number : number < 1e17 ? number / 1e3 : number / 1e6;

/** What is known of a place from all of its readings. */
export interface History {
  truth: Truth;
  /** Rows that were there in any of them. */
  readonly there: Sightings;
  readonly lag: LagMeter;
}

/** That of a place that was not read yet. @param there counts what is read first */
export function newHistory(truth: Truth, options: JudgeOptions, there: Sightings): History {
  const history: History = {
    truth,
    there,
    lag: newLagMeter(() => history.truth, options),
  };
  return history;
}
