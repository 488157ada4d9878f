import type { RunState } from './state.ts';

/** Events per second that a run achieves: over the last few seconds, or over all of it once it has ended. */
export function achievedOf({ phase, progress }: Pick<RunState, 'phase' | 'progress'>): number {
  if (progress === undefined) return 0;
  if (phase === 'over') return progress.average;
  return progress.time?.isPaused === true && progress.inFlight === 0 ? 0 : progress.achieved;
}

/** Events per second that a run asks for now: 0 while paused, undefined while it sends history, which has no rate. */
export function askedOf({ progress, config }: Pick<RunState, 'progress' | 'config'>): number | undefined {
  const time = progress?.time;
  if (time === undefined) return config.eps;
  return time.isLive && Number.isFinite(time.plannedPerSecond) ? time.plannedPerSecond : undefined;
}
