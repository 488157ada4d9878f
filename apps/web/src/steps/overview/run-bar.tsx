import type { BackfillProgress } from '@catbird/stream';
import { useEffect, useState } from 'react';
import {
  AchievedFigure,
  BarState,
  Figure,
  RefusedFigure,
  RunningButtons,
  type RunButtons,
} from '../../run/bar.tsx';
import { countText, durationText, perSecondText } from '../../run/units.ts';
import { achievedOf, askedOf, refusedRows } from '../../state/run-rate.ts';
import { isRunning, type RunState, type State } from '../../state/state.ts';
import { useKeptFocus } from '../../ui/focus.ts';
import { Button } from '../../ui/index.ts';
import type { RunReport } from '../../worker/report-protocol.ts';
import { phaseOf, type Phase } from './phase.ts';
import { troubleOf } from './retrying.tsx';

/** Counts are spoken at most this often. */
const ANNOUNCE_MS = 10_000;

interface Spoken {
  readonly word: string;
  readonly text: string;
  readonly live: boolean;
  readonly atMs: number;
}

/** Tells screen readers what a run does: a pause, its end and that of the run at once, all else, errors included, at most every ten seconds. */
function Announcer({
  phase,
  sent,
  trouble,
}: {
  readonly phase: Phase;
  readonly sent: number;
  /** Why requests fail at present. */
  readonly trouble: string | undefined;
}) {
  const { word, live } = phase;
  const parts = [
    word,
    sent > 0 && `${countText(sent)} ${sent === 1 ? 'event' : 'events'} sent`,
    live && trouble,
  ];
  const text = parts.filter(Boolean).join('. ');
  const [spoken, setSpoken] = useState<Spoken>({ word, text, live, atMs: -Infinity });
  useEffect(() => {
    if (text === spoken.text) return undefined;
    // A pause and its end are announced at once; what changes while rows flow waits.
    const isUrgent = word !== spoken.word && !(live && spoken.live);
    const waitMs = isUrgent ? 0 : Math.max(0, spoken.atMs + ANNOUNCE_MS - performance.now());
    const timer = setTimeout(() => setSpoken({ word, text, live, atMs: performance.now() }), waitMs);
    return () => clearTimeout(timer);
  }, [word, text, live, spoken]);
  return (
    <p className="sr" role="status">
      {spoken.text}
    </p>
  );
}

/** Actions of the run bar. */
export interface RunBarActions extends RunButtons {
  start(): Promise<void>;
}

/** With history, two lines up to the end of the run, so that nothing below moves when all of it is sent. */
const barStyle = (run: RunState | undefined): string =>
  run?.config.time?.['from'] === undefined ? 'run-bar' : 'run-bar two-lines';

/** The state of the run, what it has sent, and the buttons that change it. Stays in view. */
export function RunBar({ state, actions }: { readonly state: State; readonly actions: RunBarActions }) {
  const { run, sentMessages } = state;
  const progress = run?.progress;
  const phase = phaseOf(run);
  const keptFocus = useKeptFocus();
  return (
    <div className={barStyle(run)} role="group" aria-label="Run" {...keptFocus}>
      <BarState tone={phase.tone} isLive={phase.live}>
        <b>{phase.name}</b> <span>{phase.since}</span>
      </BarState>
      <Announcer phase={phase} sent={sentMessages.session} trouble={progress && troubleOf(progress)} />
      <dl className="run-figures">
        <Figure name="Sent">{countText(sentMessages.session)}</Figure>
        {run !== undefined && progress !== undefined && (
          <>
            <Pace run={run} progress={progress} />
            <RefusedFigure rows={refusedRows(progress)} />
          </>
        )}
      </dl>
      <div className="acts">
        {isRunning(state) ? (
          <RunningButtons
            stop="Stop Generating!"
            isPaused={progress?.time?.isPaused === true}
            isStarting={run?.phase === 'starting'}
            isStopping={run?.phase === 'stopping'}
            actions={actions}
          />
        ) : (
          <Idle hasFailed={phase.tone === 'failed'} actions={actions} />
        )}
      </div>
      <Extent run={run} />
    </div>
  );
}

/** How much of its history or of its limit a run has sent. */
function Extent({ run }: { readonly run: RunState | undefined }) {
  const progress = run?.progress;
  if (run === undefined || progress === undefined || run.phase === 'over') return null;
  const { backfill, accepted } = progress;
  const { limit } = run.config;
  if (backfill !== undefined)
    return (
      <progress
        max={Math.max(1, backfill.rows)}
        value={backfill.rows - backfill.leftRows}
        aria-label="History sent"
      />
    );
  return (
    limit > 0 && <progress max={limit} value={Math.min(limit, accepted)} aria-label="Progress to the limit" />
  );
}

function Pace({ run, progress }: { readonly run: RunState; readonly progress: RunReport }) {
  const achieved = achievedOf(run);
  if (achieved === undefined) return null;
  if (run.phase === 'over') return <Figure name="Average">{perSecondText(achieved)}/s</Figure>;
  const { backfill } = progress;
  if (backfill !== undefined) return <Backfill backfill={backfill} achieved={achieved} />;
  const asked = askedOf(run);
  return (
    <>
      <AchievedFigure asked={asked} achieved={achieved} />
      {areBeginning(run, progress, achieved) && <Figure name="On time">journeys are beginning</Figure>}
    </>
  );
}

/** Whether fewer events fall due than the rate says, as the later ones of the first journeys are still to come. */
const areBeginning = (run: RunState, progress: RunReport, achieved: number): boolean =>
  run.figures?.journey !== undefined &&
  progress.behind.rows === 0 &&
  refusedRows(progress) === 0 &&
  achieved < 0.95 * (askedOf(run) ?? 0);

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

/** After a failure, the settings come first: started again as it is, it would most likely fail again. */
const Idle = ({ hasFailed, actions }: { readonly hasFailed: boolean; readonly actions: RunBarActions }) => (
  <>
    <Button look={hasFailed ? 'outline' : 'primary'} onClick={() => void actions.start()}>
      Start Generating!
    </Button>
    {hasFailed && (
      <a className="btn" href="#settings">
        Change settings
      </a>
    )}
  </>
);
