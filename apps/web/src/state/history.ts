import type { RequestMark } from '@catbird/core';
import type { RunReport, SecondReport } from '../worker/protocol.ts';

/** The last ten minutes of a run for the chart, and the latest requests. */
export interface History {
  /** Seconds that are over, ascending. */
  readonly seconds: readonly SecondReport[];
  /** The latest requests, newest last. */
  readonly requests: readonly RequestMark[];
}

/** Seconds of the longest chart. */
const SECONDS = 600;
/** Ticks in the widest strip. */
const REQUESTS = 232;

/** Before the first report. */
export const noHistory: History = { seconds: [], requests: [] };

/** The history after a report. */
export function addReport(history: History, { seconds, marks }: RunReport): History {
  return {
    seconds: append(history.seconds, seconds, SECONDS),
    requests: append(history.requests, marks, REQUESTS),
  };
}

/** The seconds to show: once history is sent, only those since, which can be compared with a plan. */
export function shownSeconds({ seconds }: History): History['seconds'] {
  const last = seconds.findLastIndex(({ planned }) => planned === undefined);
  return last === seconds.length - 1 ? seconds : seconds.slice(last + 1);
}

const append = <Value>(values: readonly Value[], more: readonly Value[], most: number): readonly Value[] =>
  more.length === 0 ? values : [...values, ...more].slice(-most);
