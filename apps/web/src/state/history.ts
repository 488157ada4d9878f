import type { RequestMark } from '@catbird/core';
import type { RunReport } from '../worker/protocol.ts';

/** The last minute of a run for the chart: one point per second, and the latest requests. */
export interface History {
  /** Seconds since the start of the run, ascending. */
  readonly seconds: readonly number[];
  /** Events per second at these times, asked and accepted. */
  readonly asked: readonly number[];
  readonly achieved: readonly number[];
  /** The latest requests, newest last. */
  readonly requests: readonly RequestMark[];
  /** Rows accepted at the last point. */
  readonly accepted: number;
}

/** Points in the widest chart. */
const SECONDS = 61;
/** Ticks in the widest strip. */
const REQUESTS = 232;

/** Before the first report. */
export const noHistory: History = { seconds: [], asked: [], achieved: [], requests: [], accepted: 0 };

/** The history after a report. Adds a point once a second has passed since the last one. */
export function addReport(history: History, report: RunReport): History {
  const requests = [...history.requests, ...report.marks].slice(-REQUESTS);
  const now = report.elapsedMs / 1000;
  const last = history.seconds.at(-1) ?? 0;
  const passed = now - last;
  if (passed < 1) return { ...history, requests };
  const append = <Value>(values: readonly Value[], value: Value): readonly Value[] =>
    [...values, value].slice(-SECONDS);
  return {
    seconds: append(history.seconds, now),
    asked: append(history.asked, report.asked),
    achieved: append(history.achieved, (report.accepted - history.accepted) / passed),
    requests,
    accepted: report.accepted,
  };
}
