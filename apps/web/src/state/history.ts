import type { LoggedRequest, RunReport, SecondReport } from '../worker/report-protocol.ts';

/** One or more seconds of a run that are over. */
export interface Level extends SecondReport {
  /** Seconds that it stands for, with the mean of their rates. Default 1. */
  readonly length?: number;
}

/** A run for its chart: the last ten minutes by the second, all of it more coarsely, and the latest requests. */
export interface History {
  /** Seconds that are over, ascending. */
  readonly seconds: readonly SecondReport[];
  /** The whole run. */
  readonly whole: Whole;
  /** The latest requests, newest last. */
  readonly requests: readonly LoggedRequest[];
}

/** All seconds of a run, as levels of the same length but for the last. */
interface Whole {
  readonly levels: readonly Level[];
  /** Length of a complete level, in seconds. It doubles whenever there are too many. */
  readonly length: number;
}

/** Seconds of the longest detailed chart, and levels of the whole run. */
const SECONDS = 600;
/** Those of ten minutes: each of four reports a second has two at most. */
const REQUESTS = 8 * SECONDS;

/** Before the first report. */
export const noHistory: History = { seconds: [], whole: { levels: [], length: 1 }, requests: [] };

/** The history after a report. */
export function addReport(
  history: History,
  { seconds, marks }: Pick<RunReport, 'seconds' | 'marks'>,
): History {
  return {
    seconds: append(history.seconds, seconds, SECONDS),
    whole: seconds.reduce(addSecond, history.whole),
    requests: append(history.requests, marks, REQUESTS),
  };
}

/** The seconds to show: once history is sent, only those since, which can be compared with a plan. */
export function shownSeconds({ seconds }: Pick<History, 'seconds'>): History['seconds'] {
  const last = seconds.findLastIndex(({ planned }) => planned === undefined);
  return last === -1 || last === seconds.length - 1 ? seconds : seconds.slice(last + 1);
}

/** Whether a run is longer than its detailed chart. */
export const isLong = ({ seconds, whole }: History): boolean =>
  (seconds[0]?.second ?? 0) > (whole.levels[0]?.second ?? 0);

const append = <Value>(values: readonly Value[], more: readonly Value[], most: number): readonly Value[] =>
  more.length === 0 ? values : [...values, ...more].slice(-most);

function addSecond({ levels, length }: Whole, second: SecondReport): Whole {
  const last = levels.at(-1);
  if (last !== undefined && lengthOf(last) < length)
    return { levels: [...levels.slice(0, -1), merged(last, second)], length };
  const all = [...levels, second];
  return all.length <= SECONDS ? { levels: all, length } : { levels: inPairs(all), length: length * 2 };
}

function inPairs(levels: readonly Level[]): readonly Level[] {
  const pairs: Level[] = [];
  for (let i = 0; i < levels.length; i += 2) {
    const [one, other] = [levels[i], levels[i + 1]];
    if (one !== undefined) pairs.push(other === undefined ? one : merged(one, other));
  }
  return pairs;
}

const lengthOf = ({ length = 1 }: Level): number => length;

/** Two levels as one. What was planned for a part only is not known for all of it. */
function merged(one: Level, other: Level): Level {
  const length = lengthOf(one) + lengthOf(other);
  const mean = (a: number, b: number): number => (a * lengthOf(one) + b * lengthOf(other)) / length;
  const isPlanned = one.planned !== undefined && other.planned !== undefined;
  return {
    second: one.second,
    length,
    accepted: mean(one.accepted, other.accepted),
    planned: isPlanned ? mean(one.planned, other.planned) : undefined,
    isBehind: one.isBehind || other.isBehind,
  };
}
