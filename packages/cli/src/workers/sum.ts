import { faultCounts, type FaultCounts } from '@catbird/engine';
import {
  type Progress,
  type Summary,
  addedBins,
  percentilesOf,
  type Retrying,
  type TimeProgress,
} from '@catbird/send';
import type { EndReason } from '../report/report.ts';
import { totalOf } from '../report/table.ts';

/** Digits of a sum of rates without its rounding errors. */
const DIGITS = 12;

/** The progress of all threads of a stream, at least one. The sum of counts is exact, as each row belongs to one thread. */
export function sumOf(all: readonly Progress[]): Progress {
  const sum = (of: (progress: Progress) => number): number =>
    Number(all.reduce((total, each) => total + of(each), 0).toPrecision(DIGITS));
  const most = (of: (progress: Progress) => number): number => Math.max(0, ...all.map(of));
  const asked = sum((each) => each.asked);
  const rows = sum((each) => each.behind.rows);
  const retrying = retryingOf(all.flatMap((each) => each.retrying ?? []));
  const time = timeOf(all.flatMap((each) => each.time ?? []));
  return {
    ...totalOf(all),
    asked,
    achieved: sum((each) => each.achieved),
    behind: { rows, seconds: asked > 0 && Number.isFinite(asked) ? rows / asked : 0 },
    // Percentiles do not add up: those of the slowest thread, until all summaries are there.
    latency: {
      p50: most((each) => each.latency.p50),
      p95: most((each) => each.latency.p95),
      p99: most((each) => each.latency.p99),
    },
    lastError: all.findLast(({ lastError }) => lastError !== undefined)?.lastError,
    ...(retrying === undefined ? {} : { retrying }),
    ...(time === undefined ? {} : { time }),
  };
}

function retryingOf(all: readonly Retrying[]): Retrying | undefined {
  if (all.length === 0) return undefined;
  const attempts = all.flatMap(({ attemptsLeft }) => attemptsLeft ?? []);
  return {
    nextMs: Math.min(...all.map(({ nextMs }) => nextMs)),
    giveUpMs: Math.min(...all.map(({ giveUpMs }) => giveUpMs)),
    ...(attempts.length === 0 ? {} : { attemptsLeft: Math.min(...attempts) }),
  };
}

/** Where all threads are: a stream has come as far as the last of them. */
function timeOf(all: readonly TimeProgress[]): TimeProgress | undefined {
  if (all.length === 0) return undefined;
  const sum = (of: (time: TimeProgress) => number): number =>
    all.reduce((total, each) => total + of(each), 0);
  const live = all.flatMap(({ liveAverage }) => liveAverage ?? []);
  return {
    eventMs: Math.min(...all.map(({ eventMs }) => eventMs)),
    plannedPerSecond: sum(({ plannedPerSecond }) => plannedPerSecond),
    dueRows: sum(({ dueRows }) => dueRows),
    backlogRows: sum(({ backlogRows }) => backlogRows),
    isLive: all.every(({ isLive }) => isLive),
    liveAverage: live.length === 0 ? undefined : live.reduce((total, each) => total + each, 0),
    isPaused: all.some(({ isPaused }) => isPaused),
  };
}

/** From the one that says most about a stream. */
const REASONS: readonly EndReason[] = ['failed', 'interrupted', 'stopped', 'duration', 'end', 'limit'];

/** Why a stream ended whose threads ended for these reasons. */
export const reasonOf = (reasons: readonly EndReason[]): EndReason =>
  REASONS.find((reason) => reasons.includes(reason)) ?? 'failed';

/** The summary of a stream from those of its threads. */
export function summaryOfAll(all: readonly Summary[]): Summary {
  const failed = all.find(({ reason }) => reason === 'failed');
  const latencyBins = addedBins(all.map((each) => each.latencyBins));
  const isStopped = all.some(({ reason }) => reason === 'stopped');
  return {
    ...sumOf(all),
    latency: percentilesOf(latencyBins),
    latencyBins,
    reason: failed === undefined ? (isStopped ? 'stopped' : 'limit') : 'failed',
    error: failed?.error,
  };
}

/** The faults of all threads; undefined if none are injected. */
export function faultsOf(all: readonly (FaultCounts | undefined)[]): FaultCounts | undefined {
  const counts = all.flatMap((each) => each ?? []);
  if (counts.length === 0) return undefined;
  return faultCounts((kind) => counts.reduce((total, each) => total + each[kind], 0));
}
