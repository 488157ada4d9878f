import type { Timing } from '@catbird/core/time';
import type { RunReport } from '../../worker/protocol.ts';
import type { RunState } from '../../state/state.ts';
import type { Tone } from '../../ui/index.ts';
import { countText, durationText, instantText } from './units.ts';

/** The state of a run as text. */
export interface Phase {
  readonly tone: Tone;
  readonly name: string;
  /** Its duration: `for 4 s`. */
  readonly since: string;
  /** The run continues. */
  readonly live: boolean;
}

/** Being behind by less than this many seconds is a late timer, not a slow service. */
export const LATE_S = 1.5;

/** The phase of a run, and the time of its rows if it is not the clock's. */
export function phaseOf(run: RunState | undefined, timing?: Timing): Phase {
  if (run === undefined) return { tone: 'line', name: 'Ready', since: 'nothing sent yet', live: false };
  const elapsed = durationText((run.progress?.elapsedMs ?? 0) / 1000);
  if (run.broken !== undefined)
    return { tone: 'failed', name: 'Failed', since: `after ${elapsed}`, live: false };
  if (run.summary !== undefined) {
    const names = { limit: 'Done', stopped: 'Stopped', failed: 'Failed' } as const;
    const tones = { limit: 'accepted', stopped: 'muted', failed: 'failed' } as const;
    const { reason } = run.summary;
    return { tone: tones[reason], name: names[reason], since: `after ${elapsed}`, live: false };
  }
  if (run.phase === 'stopping')
    return { tone: 'now', name: 'Stopping', since: `after ${elapsed}`, live: true };
  return runningPhase(run, timing, elapsed);
}

function runningPhase({ progress }: RunState, timing: Timing | undefined, elapsed: string): Phase {
  if (progress?.time?.isPaused === true)
    return { tone: 'behind', name: 'Paused', since: `after ${elapsed}`, live: false };
  if (progress?.backfill !== undefined) {
    const since = `at ${instantText(progress.backfill.reachedMs)}`;
    return { tone: 'now', name: 'Catching up with history', since, live: true };
  }
  const behind = progress?.behind;
  if (behind !== undefined && behind.seconds > LATE_S) {
    const name = `Behind ${countText(behind.rows)} rows, ${behind.seconds.toFixed(1)} s`;
    return { tone: 'behind', name, since: `running for ${elapsed}`, live: true };
  }
  const name = timing !== undefined && isAtPresent(timing, progress) ? 'Live' : 'Running';
  return { tone: 'now', name, since: `for ${elapsed}`, live: true };
}

/** Whether event times follow the wall clock, once there is no history left. */
const isAtPresent = ({ future, toMs }: Timing, progress: RunReport | undefined): boolean =>
  progress !== undefined && !future && (toMs === null || toMs > progress.wallMs);
