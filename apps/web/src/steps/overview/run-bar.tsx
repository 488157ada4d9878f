import type { ReactNode } from 'react';
import { achievedOf, askedOf } from '../../state/run-rate.ts';
import { isRunning, type RunState, type State } from '../../state/state.ts';
import { Button, StopIcon, Tick } from '../../ui/index.ts';
import type { BackfillProgress, RunReport } from '../../worker/protocol.ts';
import { phaseOf, type Phase } from './phase.ts';
import { countText, durationText, perSecondText } from './units.ts';

/** Actions of the run bar. */
export interface RunBarActions {
  start(): Promise<void>;
  stop(): void;
  pause(): void;
  resume(): void;
}

/** The state of the run, what it has sent, and the buttons that change it. */
export function RunBar({ state, actions }: { readonly state: State; readonly actions: RunBarActions }) {
  const { run, sentMessages } = state;
  const progress = run?.progress;
  return (
    <div
      className={progress?.backfill === undefined ? 'run-bar' : 'run-bar two-lines'}
      role="group"
      aria-label="Run"
    >
      <State phase={phaseOf(run, state.timing)} />
      <dl className="run-figures">
        <Figure name="Sent">{countText(sentMessages.session)}</Figure>
        {run !== undefined && progress !== undefined && <Rates run={run} progress={progress} />}
      </dl>
      <div className="acts">
        {isRunning(state) ? <Running state={state} actions={actions} /> : <Idle actions={actions} />}
      </div>
      {run?.phase !== 'over' && progress?.backfill !== undefined && (
        <progress
          max={Math.max(1, progress.backfill.rows)}
          value={progress.backfill.rows - progress.backfill.leftRows}
          aria-label="History sent"
        />
      )}
    </div>
  );
}

/** Only the name is announced: the time next to it never stands still. */
const State = ({ phase: { tone, name, since, live } }: { readonly phase: Phase }) => (
  <p className="state">
    <Tick tone={tone} breathing={live} />
    <b role="status">{name}</b> <span>{since}</span>
  </p>
);

function Rates({ run, progress }: { readonly run: RunState; readonly progress: RunReport }) {
  const { backfill } = progress;
  const achieved = achievedOf(run);
  if (achieved === undefined) return null;
  if (run.phase === 'over') return <Figure name="Average">{perSecondText(achieved)}/s</Figure>;
  if (backfill !== undefined) return <Backfill backfill={backfill} achieved={achieved} />;
  const asked = askedOf(run);
  if (asked === 0) return null;
  return (
    <Figure name="Achieved">
      {perSecondText(achieved)}
      <small>{asked === undefined ? '/s' : ` of ${perSecondText(asked)}/s asked`}</small>
    </Figure>
  );
}

const Backfill = ({
  backfill: { leftRows },
  achieved,
}: {
  readonly backfill: BackfillProgress;
  readonly achieved: number;
}) => (
  <>
    <Figure name="Left">{countText(leftRows)}</Figure>
    {achieved > 0 && (
      <Figure name="About">
        {durationText(leftRows / achieved)} <small>at {perSecondText(achieved)}/s</small>
      </Figure>
    )}
  </>
);

const Figure = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

function Running({ state: { run }, actions }: { readonly state: State; readonly actions: RunBarActions }) {
  if (run?.phase === 'stopping')
    return (
      <Button onClick={() => actions.stop()}>
        <StopIcon />
        Stop without waiting
      </Button>
    );
  const isPaused = run?.progress?.time?.isPaused === true;
  return (
    <>
      {isPaused ? (
        <Button onClick={() => actions.resume()}>Resume</Button>
      ) : (
        <Button look="outline" disabled={run?.phase === 'starting'} onClick={() => actions.pause()}>
          Pause
        </Button>
      )}
      <Button look={isPaused ? 'outline' : 'primary'} onClick={() => actions.stop()}>
        <StopIcon />
        Stop Generating!
      </Button>
    </>
  );
}

const Idle = ({ actions }: { readonly actions: RunBarActions }) => (
  <Button onClick={() => void actions.start()}>Start Generating!</Button>
);
