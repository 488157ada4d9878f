import type { RunReport } from '../worker/report-protocol.ts';
import type { Run } from './run.ts';

/** Seconds that the achieved rate covers. */
const WINDOW_S = 5;

/**
 * Events per second that a run achieves: over the last few seconds, or over all of it once it has ended. Undefined while these
 * seconds are partly of history, as their rate says nothing about the plan.
 */
export function achievedOf({
  phase,
  progress,
  history,
}: Pick<Run, 'phase' | 'progress' | 'history'>): number | undefined {
  if (progress === undefined) return 0;
  if (phase === 'over') return progress.average;
  if (progress.backfill !== undefined) return progress.achieved;
  if (history.seconds.slice(-WINDOW_S).some(({ planned }) => planned === undefined)) return undefined;
  return progress.time?.isPaused === true && progress.inFlight === 0 ? 0 : progress.achieved;
}

/** For how long after a response the page reports that the service limits the rate, in milliseconds. */
const LIMITED_MS = 10_000;

/** Whether the service limits the rate: it asked for fewer requests lately, and rows wait. */
export function isRateLimited({ phase, progress }: Pick<Run, 'phase' | 'progress'>): boolean {
  if (phase !== 'running' || progress?.lastError?.kind !== 'rate-limited') return false;
  return progress.elapsedMs - progress.lastError.atMs < LIMITED_MS;
}

/** Rows that were sent and not accepted for good: rejected, failed or quarantined. They are no sign of a slow service. */
export const refusedRows = ({ rejected, failed, quarantined }: RunReport): number =>
  rejected + failed + quarantined;

/** Events per second that a run asks for now: 0 while paused, undefined while it sends history, which has no rate. */
export function askedOf({ progress, config }: Pick<Run, 'progress' | 'config'>): number | undefined {
  const time = progress?.time;
  if (time === undefined) return config.eps;
  return time.isLive && Number.isFinite(time.plannedPerSecond) ? time.plannedPerSecond : undefined;
}
