import type { Timing } from '@catbird/engine';
import { isRateLimited } from '../state/run-rate.ts';
import type { Run } from '../state/run.ts';
import { areAllPaused, areRunning, areStopping, hasFailed, type Runs } from '../state/stream-runs.ts';
import type { Tone } from '../ui/index.ts';
import type { RunReport } from '../worker/report-protocol.ts';
import { durationText, instantText, rowsText } from './units.ts';

/** The state of a run as text. */
export interface Phase {
  readonly tone: Tone;
  readonly name: string;
  /** The name without figures, for screen readers. */
  readonly word: string;
  /** Its duration: `for 4 s`. */
  readonly since: string;
  /** The run continues. */
  readonly live: boolean;
}

/** Being behind by less than this many seconds is a late timer, not a slow service. */
export const LATE_S = 1.5;

/** The phase of a run. @param service where it sends */
export function phaseOf(run: Run, service = 'The service'): Phase {
  const elapsed = durationText((run.progress?.elapsedMs ?? 0) / 1000);
  if (run.broken !== undefined) return phase('failed', 'Failed', `after ${elapsed}`, false);
  if (run.summary !== undefined) {
    const names = { limit: 'Done', stopped: 'Stopped', failed: 'Failed' } as const;
    const tones = { limit: 'accepted', stopped: 'muted', failed: 'failed' } as const;
    const { reason } = run.summary;
    return phase(tones[reason], names[reason], `after ${elapsed}`, false);
  }
  if (run.phase === 'not started') return phase('muted', 'Not started', '', false);
  if (run.phase === 'waiting') return phase('muted', 'Waiting', '', false);
  if (run.phase === 'starting') return phase('now', 'Starting', `connecting to ${service}`, true);
  if (run.phase === 'stopping') return phase('now', 'Stopping', `after ${elapsed}`, true);
  return runningPhase(run, elapsed, service);
}

/** The phase of several runs together, or before there is one. */
export function phaseOfAll(runs: Runs, elapsedMs: number): Phase {
  if (runs.size === 0) return phase('line', 'Not started', 'nothing sent yet', false);
  const elapsed = durationText(elapsedMs / 1000);
  if (areStopping(runs)) return phase('now', 'Stopping', `after ${elapsed}`, true);
  if (areAllPaused(runs)) return phase('behind', 'Paused', `after ${elapsed}`, false);
  if (areRunning(runs)) return phase('now', 'Running', `for ${elapsed}`, true);
  const all = [...runs.values()];
  if (all.some(hasFailed)) return phase('failed', 'Failed', `after ${elapsed}`, false);
  return all.every(({ summary }) => summary?.reason === 'limit')
    ? phase('accepted', 'Done', `after ${elapsed}`, false)
    : phase('muted', 'Stopped', `after ${elapsed}`, false);
}

const phase = (tone: Tone, name: string, since: string, live: boolean, word = name): Phase => ({
  tone,
  name,
  word,
  since,
  live,
});

function runningPhase(run: Run, elapsed: string, service: string): Phase {
  const { progress, timing } = run;
  if (progress?.time?.isPaused === true) return phase('behind', 'Paused', `after ${elapsed}`, false);
  if (isRateLimited(run)) return phase('retried', `${service} limits the rate`, `for ${elapsed}`, true);
  if (progress?.backfill !== undefined) {
    const since = `at ${instantText(progress.backfill.reachedMs)}`;
    return phase('now', 'Catching up with history', since, true);
  }
  const behind = progress?.behind;
  if (behind !== undefined && behind.seconds > LATE_S) {
    const name = `Behind ${rowsText(behind.rows)}, ${behind.seconds.toFixed(1)} s`;
    return phase('behind', name, `running for ${elapsed}`, true, 'Behind');
  }
  const name = timing !== undefined && isAtPresent(timing, progress) ? 'Live' : 'Running';
  return phase('now', name, `for ${elapsed}`, true);
}

/** Whether event times follow the wall clock, once there is no history left. */
const isAtPresent = ({ future, toMs }: Timing, progress: RunReport | undefined): boolean =>
  progress !== undefined && !future && (toMs === null || toMs > progress.wallMs);
