import { AchievedFigure, BarState, Figure, RefusedFigure, RunningButtons } from '../../run/bar.tsx';
import { countText, durationText } from '../../run/units.ts';
import {
  areAllPaused,
  hasFailed,
  isActive,
  rateViewOfAll,
  sumOf,
  type Runs,
} from '../../state/stream-runs.ts';
import { Button, type Tone } from '../../ui/index.ts';
import type { KeptFocus } from '../../ui/focus.ts';
import type { StreamsRun } from './use-run.ts';

/** The state of all streams together, what they sent, and the buttons that change them. Stays in view. */
export function RunBar({
  run,
  note,
  disabled,
  keptFocus,
  onStart,
}: {
  readonly run: StreamsRun;
  /** Why Start does nothing. */
  readonly note: string | undefined;
  readonly disabled: boolean;
  /** Takes the focus of a control that is gone. */
  readonly keptFocus: KeptFocus;
  readonly onStart: () => void;
}) {
  const { runs, isRunning, isStopping } = run;
  const { tone, name, since } = stateOf(run);
  const rates = rateViewOfAll(run);
  const sum = sumOf(runs);
  return (
    <div className="run-bar" role="group" aria-label="All streams" {...keptFocus}>
      <BarState tone={tone} isLive={isRunning && tone === 'now'}>
        <b role="status">{name}</b>
        {runs.size > 0 && (
          <span>
            {since} {durationText(rates.elapsedMs / 1000)}
          </span>
        )}
      </BarState>
      <dl className="run-figures">
        <Figure name="Sent">{countText(sum.accepted)}</Figure>
        {isRunning && <AchievedFigure asked={rates.asked} achieved={rates.achieved} />}
        <RefusedFigure rows={rates.refused} />
      </dl>
      <div className="acts">
        {isRunning ? (
          <RunningButtons
            stop="Stop all"
            isPaused={areAllPaused(runs)}
            isStarting={![...runs.values()].some(isActive)}
            isStopping={isStopping}
            actions={run}
          />
        ) : (
          <Button disabled={disabled} onClick={onStart}>
            Start all
          </Button>
        )}
      </div>
      {isRunning && <Extent runs={runs} sent={sum.accepted} />}
      {note !== undefined && (
        <p className="err" role="alert">
          {note}
        </p>
      )}
    </div>
  );
}

/** How much of what all streams are to send was sent, if each has an end. */
function Extent({ runs, sent }: { readonly runs: Runs; readonly sent: number }) {
  const limits = [...runs.values()].map(({ config }) => config.limit);
  const all = limits.reduce((sum, limit) => sum + limit, 0);
  return (
    all > 0 &&
    limits.every((limit) => limit >= 0) && (
      <progress max={all} value={Math.min(all, sent)} aria-label="Progress of all streams" />
    )
  );
}

function stateOf({ runs, isRunning, isStopping }: StreamsRun): {
  readonly tone: Tone;
  readonly name: string;
  readonly since: 'for' | 'after';
} {
  if (runs.size === 0) return { tone: 'line', name: 'Not started', since: 'for' };
  if (isStopping) return { tone: 'now', name: 'Stopping', since: 'after' };
  if (areAllPaused(runs)) return { tone: 'behind', name: 'Paused', since: 'after' };
  if (isRunning) return { tone: 'now', name: 'Running', since: 'for' };
  const all = [...runs.values()];
  if (all.some(hasFailed)) return { tone: 'failed', name: 'Failed', since: 'after' };
  const areDone = all.every(({ summary }) => summary?.reason === 'limit');
  return areDone
    ? { tone: 'accepted', name: 'Done', since: 'after' }
    : { tone: 'muted', name: 'Stopped', since: 'after' };
}
