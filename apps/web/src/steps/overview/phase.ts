import type { RunState } from '../../state/state.ts';
import type { Tone } from '../../ui/index.ts';
import { durationText } from './units.ts';

/** A run's state in a word. */
export interface Phase {
  readonly tone: Tone;
  readonly word: string;
  /** For how long, or after what time. */
  readonly since: string;
  /** It goes on. */
  readonly live: boolean;
}

/** Behind by less than this many seconds is a late timer, not a slow service. */
const LATE_S = 1.5;

/** What a run does, in a word. */
export function phaseOf(run: RunState | undefined): Phase {
  const elapsed = durationText((run?.progress?.elapsedMs ?? 0) / 1000);
  if (run === undefined) return { tone: 'line', word: 'Ready', since: 'nothing has been sent', live: false };
  if (run.broken !== undefined)
    return { tone: 'failed', word: 'Failed', since: `after ${elapsed}`, live: false };
  if (run.summary !== undefined) {
    const words = { limit: 'Done', stopped: 'Stopped', failed: 'Failed' } as const;
    const tones = { limit: 'accepted', stopped: 'muted', failed: 'failed' } as const;
    const { reason } = run.summary;
    return { tone: tones[reason], word: words[reason], since: `after ${elapsed}`, live: false };
  }
  if (run.phase === 'stopping')
    return { tone: 'now', word: 'Stopping', since: `after ${elapsed}`, live: true };
  const behind = run.progress?.behind;
  if (behind !== undefined && behind.seconds > LATE_S) {
    const word = `Behind ${behind.rows.toLocaleString('en')} rows, ${behind.seconds.toFixed(1)} s`;
    return { tone: 'behind', word, since: `running for ${elapsed}`, live: true };
  }
  return { tone: 'now', word: 'Running', since: `for ${elapsed}`, live: true };
}
