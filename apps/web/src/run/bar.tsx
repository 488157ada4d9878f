import { useEffect, useState, type ReactNode } from 'react';
import {
  areStopping,
  isActive,
  areAllPaused,
  rateViewOfAll,
  areRunning,
  type RunOfAll,
} from '../state/stream-runs.ts';
import { rateViewOf, type RateView } from '../state/rate-view.ts';
import type { Run } from '../state/run.ts';
import type { KeptFocus } from '../ui/focus.ts';
import { Button, StopIcon, Tick } from '../ui/index.ts';
import { phaseOf, phaseOfAll, type Phase } from './phase.ts';
import { troubleOf } from './retrying.tsx';
import type { Runner } from './runner.ts';
import { countText, durationText } from './units.ts';

/** The state of one stream, or of several together, and what changes them. Stays in view. */
export function RunBar({
  label,
  stop,
  all,
  service,
  sent,
  idle,
  note,
  canPause = true,
  keptFocus,
  actions,
  rate,
  children,
}: {
  readonly label: string;
  /** What Stop is called. */
  readonly stop: string;
  readonly all: RunOfAll;
  /** Where the only stream sends. */
  readonly service: string | undefined;
  /** Rows that were accepted. */
  readonly sent: number;
  /** While nothing runs: what starts it. */
  readonly idle: ReactNode;
  /** Why it does not start. */
  readonly note?: string | undefined;
  readonly canPause?: boolean;
  /** Takes the focus of a control that is gone. */
  readonly keptFocus: KeptFocus;
  readonly actions: Pick<Runner, 'change' | 'stop'>;
  /** The rate's control. */
  readonly rate?: ReactNode;
  /** The menu of everything else. */
  readonly children?: ReactNode;
}) {
  const [only] = all.runs.size === 1 ? all.runs.values() : [];
  const rates = only === undefined ? rateViewOfAll(all) : rateViewOf(only);
  const phase = only === undefined ? phaseOfAll(all.runs, rates.elapsedMs) : phaseOf(only, service);
  const left = only && leftText(only, rates, sent);
  return (
    <div className="run-bar" role="group" aria-label={label} {...keptFocus}>
      <p className="state">
        <Tick tone={phase.tone} breathing={phase.live} />
        <b>{phase.name}</b>{' '}
        <span>{[phase.since, left].filter((part) => part !== undefined && part !== '').join(', ')}</span>
      </p>
      <Announcer phase={phase} sent={sent} trouble={only?.progress && troubleOf(only.progress)} />
      {rate}
      <div className="acts">
        {areRunning(all.runs) ? (
          <Buttons stop={stop} all={all} canPause={canPause} actions={actions} />
        ) : (
          idle
        )}
        {children}
      </div>
      <Extent all={all} sent={sent} />
      {note !== undefined && (
        <p className="err" role="alert">
          {note}
        </p>
      )}
    </div>
  );
}

/** What is left of a run, or why it is slower than its rate for now. */
function leftText(run: Run, rates: RateView, sent: number): string | undefined {
  const { phase, progress, config } = run;
  if (phase === 'over' || progress === undefined) return undefined;
  const { achieved = 0 } = rates;
  if (progress.backfill !== undefined) {
    const { leftRows } = progress.backfill;
    return `${countText(leftRows)} left${achieved > 0 ? `, about ${durationText(leftRows / achieved)}` : ''}`;
  }
  if (areBeginning(run, rates)) return 'journeys are beginning';
  return config.limit < 0 ? undefined : `${countText(Math.max(0, config.limit - sent))} left`;
}

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

/** Whether fewer events fall due than the rate says, as the later ones of the first journeys are still to come. */
const areBeginning = ({ figures }: Run, { asked = 0, achieved = 0, behind, refused }: RateView): boolean =>
  figures?.journey !== undefined && behind === 0 && refused === 0 && achieved < 0.95 * asked;

/** Pause or Resume, and Stop, of which the likelier one stands out. */
function Buttons({
  stop,
  all: { runs },
  canPause,
  actions,
}: Pick<Parameters<typeof RunBar>[0], 'stop' | 'all' | 'canPause' | 'actions'>) {
  if (areStopping(runs))
    return (
      <Button onClick={() => actions.stop()}>
        <StopIcon />
        Stop without waiting
      </Button>
    );
  const isPaused = areAllPaused(runs);
  return (
    <>
      {isPaused ? (
        <Button onClick={() => actions.change({ kind: 'resume' })}>Resume</Button>
      ) : (
        <Button
          look="outline"
          disabled={canPause !== true || ![...runs.values()].some(isActive)}
          onClick={() => actions.change({ kind: 'pause' })}
        >
          Pause
        </Button>
      )}
      <Button look={isPaused ? 'outline' : 'primary'} onClick={() => actions.stop()}>
        <StopIcon />
        {stop}
      </Button>
    </>
  );
}

/** How much of their history or of their limits streams have sent, if each has an end. */
function Extent({ all: { runs }, sent }: { readonly all: RunOfAll; readonly sent: number }) {
  if (!areRunning(runs)) return null;
  const each = [...runs.values()];
  const backfill = each.length === 1 ? each[0]?.progress?.backfill : undefined;
  const limits = each.map(({ config }) => config.limit);
  const all = limits.reduce((sum, limit) => sum + limit, 0);
  if (backfill !== undefined)
    return (
      <progress
        max={Math.max(1, backfill.rows)}
        value={backfill.rows - backfill.leftRows}
        aria-label="History sent"
      />
    );
  return (
    all > 0 &&
    limits.every((limit) => limit >= 0) && (
      <progress max={all} value={Math.min(all, sent)} aria-label="Progress to the limit" />
    )
  );
}
