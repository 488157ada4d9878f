import type { RunState } from './state.ts';

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
}: Pick<RunState, 'phase' | 'progress' | 'history'>): number | undefined {
  if (progress === undefined) return 0;
  if (phase === 'over') return progress.average;
  if (progress.backfill !== undefined) return progress.achieved;
  if (history.seconds.slice(-WINDOW_S).some(({ planned }) => planned === undefined)) return undefined;
  return progress.time?.isPaused === true && progress.inFlight === 0 ? 0 : progress.achieved;
}

/** Events per second that a run asks for now: 0 while paused, undefined while it sends history, which has no rate. */
export function askedOf({ progress, config }: Pick<RunState, 'progress' | 'config'>): number | undefined {
  const time = progress?.time;
  if (time === undefined) return config.eps;
  return time.isLive && Number.isFinite(time.plannedPerSecond) ? time.plannedPerSecond : undefined;
}
