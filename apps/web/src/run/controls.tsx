import type { Incident } from '@catbird/engine';
import type { BackfillProgress, StartRequest } from '@catbird/stream';
import { useId, type ReactNode } from 'react';
import type { Run } from '../state/run.ts';
import { TRIALS, type TrialSeconds } from '../state/trials.ts';
import { Button } from '../ui/index.ts';
import { MenuButton } from '../ui/menu.tsx';
import type { FaultTrial, RunningTrial } from '../worker/run-protocol.ts';
import type { Change } from '../worker/session-run.ts';
import { keptText } from './rate-control.tsx';
import { countText } from './units.ts';

/** What changes a stream while it runs, but for its rate: its history, and faults, which can be pressed once it runs. */
export function Controls({
  label,
  run,
  fixed,
  isShared = false,
  seconds,
  incidents = [],
  onChange,
}: {
  /** What it changes. */
  readonly label: string;
  readonly run: Run;
  /** Why its rate cannot change; undefined: it can. */
  readonly fixed?: string | undefined;
  /** Other streams have the same times: history is sent with theirs. */
  readonly isShared?: boolean | undefined;
  /** For how long faults are injected. */
  readonly seconds: TrialSeconds;
  /** Those of its config. Default: none. */
  readonly incidents?: readonly Incident[] | undefined;
  readonly onChange: (change: Change) => void;
}) {
  const { phase, progress } = run;
  const hint = fixed ?? keptText(run);
  return (
    <div className="controls" role="group" aria-label={label}>
      {progress?.backfill !== undefined && !isShared && (
        <HistoryControl run={run} backfill={progress.backfill} onLive={() => onChange({ kind: 'live' })} />
      )}
      <FaultControl
        running={progress?.trial}
        seconds={seconds}
        disabled={phase !== 'running'}
        onTrial={(trial) => onChange({ kind: 'trial', trial })}
      >
        <IncidentControl
          incidents={startable(incidents, fixed)}
          disabled={phase !== 'running' || progress?.time?.isPaused === true}
          onStart={(start) => onChange({ kind: 'incident', start })}
        />
      </FaultControl>
      {hint !== '' && <p className="hint">{hint}</p>}
    </div>
  );
}

/** Injects faults for a while. The one that is injected counts down, and ends when its button is pressed. */
function FaultControl({
  running,
  seconds,
  disabled,
  onTrial,
  children,
}: {
  readonly running: RunningTrial | undefined;
  readonly seconds: TrialSeconds;
  readonly disabled: boolean;
  readonly onTrial: (trial: FaultTrial | undefined) => void;
  /** What can be started besides. */
  readonly children: ReactNode;
}) {
  const titleId = useId();
  return (
    <div className="fault-control" role="group" aria-labelledby={titleId}>
      <h3 id={titleId}>
        Faults <small>{seconds} s each</small>
      </h3>
      <div>
        {TRIALS.map(({ name, faults }) => {
          const isRunning = running?.name === name;
          return (
            <button
              key={name}
              type="button"
              className="fault-button"
              aria-pressed={isRunning}
              disabled={disabled}
              onClick={() => onTrial(isRunning ? undefined : { name, faults, forMs: Number(seconds) * 1000 })}
            >
              {name}
              {isRunning && (
                <>
                  , {Math.ceil(running.leftMs / 1000)} s left <u>End</u>
                </>
              )}
            </button>
          );
        })}
        {children}
      </div>
    </div>
  );
}

/** The incidents that may begin: none with a rate if that is fixed. */
const startable = (incidents: readonly Incident[], fixed: string | undefined): readonly Incident[] =>
  fixed === undefined
    ? incidents
    : incidents.filter(({ in: effects }) => Object.values(effects).every(({ rate }) => rate === undefined));

/** For how long an incident can be started, in minutes. */
const MINUTES = [1, 5, 10] as const;

/** Starts an incident. */
function IncidentControl({
  incidents,
  disabled,
  onStart,
}: {
  readonly incidents: readonly Incident[];
  readonly disabled: boolean;
  readonly onStart: (start: StartRequest) => void;
}) {
  if (incidents.length === 0) return null;
  return (
    <div className="incident-control">
      <MenuButton
        label="Incidents"
        disabled={disabled}
        groups={incidents.map(({ times: { name } }) =>
          MINUTES.map((minutes) => ({
            label: `${name} for ${minutes} min`,
            // Another number at each start, and the same one in all streams.
            onChoose: () => onStart({ name, number: -Date.now(), forMs: minutes * 60_000 }),
          })),
        )}
      />
    </div>
  );
}

/** How far the history of a stream has come, and the button that skips what is left. */
function HistoryControl({
  run,
  backfill,
  onLive,
}: {
  readonly run: Pick<Run, 'config' | 'progress' | 'timing'>;
  readonly backfill: BackfillProgress;
  readonly onLive: () => void;
}) {
  const titleId = useId();
  const { fromMs, reachedMs } = backfill;
  const wallMs = run.progress?.wallMs ?? reachedMs;
  const endMs = Math.min(wallMs, run.timing?.toMs ?? wallMs);
  return (
    <div className="fault-control" role="group" aria-labelledby={titleId}>
      <h3 id={titleId}>History</h3>
      <div>
        <span>{spansText(reachedMs - fromMs, endMs - fromMs)}</span>
        {canGoLive(run, backfill) && (
          <>
            <Button look="link" onClick={onLive}>
              Go live now
            </Button>
            <span className="hint">Skips the events that are left. They count as dropped.</span>
          </>
        )}
      </div>
    </div>
  );
}

/** Whether there are live events after the history. */
function canGoLive(
  { config: { limit }, progress, timing }: Pick<Run, 'config' | 'progress' | 'timing'>,
  { rows }: BackfillProgress,
) {
  const endMs = timing?.toMs ?? Infinity;
  return timing?.future !== true && endMs > (progress?.wallMs ?? 0) && (limit < 0 || rows < limit);
}

const UNITS = [
  ['days', 86_400_000],
  ['hours', 3_600_000],
  ['minutes', 60_000],
  ['seconds', 1000],
] as const;

/** How much of a span is done, in a unit of which there are at least two: `12 of 30 days`. */
export function spansText(doneMs: number, allMs: number): string {
  const [unit, ms] = UNITS.find(([, each]) => allMs >= 2 * each) ?? ['seconds', 1000];
  const count = (span: number): string => countText(Math.floor(Math.max(0, span) / ms));
  return `${count(doneMs)} of ${count(allMs)} ${unit}`;
}
