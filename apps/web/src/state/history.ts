import type { RequestMark } from '@catbird/core';
import type { RunReport } from '../worker/protocol.ts';

/** The last minute of a run, for the chart: a point a second, and the latest requests. */
export interface History {
  /** Seconds since the start of the run, ascending. */
  readonly seconds: readonly number[];
  /** Events a second, asked and accepted, at these times. */
  readonly asked: readonly number[];
  readonly achieved: readonly number[];
  /** The latest requests, the newest last. */
  readonly requests: readonly RequestMark[];
  /** Rows accepted at the last point. */
  readonly accepted: number;
}

/** As many seconds as the widest chart shows. */
const SECONDS = 61;
/** As many requests as the widest strip shows. */
const REQUESTS = 232;

/** Before the first report. */
export const noHistory: History = { seconds: [], asked: [], achieved: [], requests: [], accepted: 0 };

/** The history after a report: a new point once a second has passed since the last one. */
export function chartOf(history: History, report: RunReport): History {
  const requests = [...history.requests, ...report.marks].slice(-REQUESTS);
  const now = report.elapsedMs / 1000;
  const last = history.seconds.at(-1) ?? 0;
  const passed = now - last;
  if (passed < 1) return { ...history, requests };
  const keep = <Value>(values: readonly Value[], value: Value): readonly Value[] =>
    [...values, value].slice(-SECONDS);
  return {
    seconds: keep(history.seconds, now),
    asked: keep(history.asked, report.asked),
    achieved: keep(history.achieved, (report.accepted - history.accepted) / passed),
    requests,
    accepted: report.accepted,
  };
}
