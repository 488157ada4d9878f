import type { RateChange } from '@catbird/engine';
import { isSettingShown, settingsOf, type Setting } from '@catbird/send';
import { Suspense, type ComponentType } from 'react';
import { FaultControl } from '../../run/fault-control.tsx';
import type { CurveFormProps } from '../../run/follow-curve.tsx';
import { HistoryControl } from '../../run/history-control.tsx';
import { RateControl } from '../../run/rate-control.tsx';
import { Rate } from '../../run/rate.tsx';
import { FaultLog, RunLog } from '../../run/run-log.tsx';
import { countText } from '../../run/units.ts';
import type { Config } from '../../state/config.ts';
import { rateViewOf } from '../../state/rate-view.ts';
import { destinationOf, rateText } from '../../state/settings.ts';
import type { RunState, State } from '../../state/state.ts';
import { timeLine } from '../../state/time-line.ts';
import { Tail } from '../../tail/tail.tsx';
import { lazyPart } from '../../ui/index.ts';
import type { FaultTrial, StreamRequest } from '../../worker/run-protocol.ts';
import { Counters, Delivery, Wire } from './delivery.tsx';
import { Outcome } from './outcome.tsx';
import { RunBar, type RunBarActions } from './run-bar.tsx';
import { UseElsewhere } from './use-elsewhere.tsx';
import '../../run/run.css';
import '../../chart/chart.css';
import '../../tail/tail.css';
import './overview.css';

const Arrived = lazyPart(async () => (await import('./arrived/arrived.tsx')).Arrived);

const FollowCurve = lazyPart(async () => (await import('../../run/follow-curve.tsx')).FollowCurve);

/** Actions of the details. */
export interface DetailActions {
  start(): Promise<void>;
  setRate(to: RateChange['to']): void;
  goLive(): void;
  tryFaults(trial: FaultTrial | undefined): void;
  faultLog(): string;
  started(): StreamRequest | undefined;
}

/** Props of the details. */
export interface DetailProps {
  readonly state: State;
  readonly actions: DetailActions;
  /** The curve of the settings. */
  readonly curveForm: ComponentType<CurveFormProps>;
}

const Figures = lazyPart(
  async () => (await import('../../figures/figures.tsx')).Figures,
  () => null,
);
const Journey = lazyPart(
  async () => (await import('../../figures/figures.tsx')).Journey,
  () => null,
);

/** The overview below the run bar. */
export function RunDetails({ state, actions, curveForm }: DetailProps) {
  const { run, config } = state;
  return (
    <>
      {/* Controls, what goes wrong and the report on the end take the same place, so that nothing below them moves. */}
      <div className={run === undefined ? undefined : 'run-slot'}>
        <Controls state={state} actions={actions} curveForm={curveForm} />
        <Outcome state={state} onStart={() => void actions.start()} />
      </div>
      <div className="overview-top">
        <Counters state={state} />
        {run && <Rate view={rateViewOf(run)} />}
      </div>
      {run && <Rows run={run} />}
      {run && <Account run={run} />}
      {config !== undefined && <Configuration config={config} state={state} />}
      {config !== undefined && <UseElsewhere config={config} state={state} />}
      {/* Last: they come while a run goes on or when it is over, and move nothing. */}
      {run?.progress?.faults && <FaultLog counts={run.progress.faults} log={() => actions.faultLog()} />}
      {run && <WhatArrived key={state.sessions} run={run} stream={actions.started()} />}
    </>
  );
}

/** Compares what has arrived, once a session is over. What Log prints arrives nowhere. */
function WhatArrived({
  run: { summary, config },
  stream,
}: {
  readonly run: RunState;
  readonly stream: StreamRequest | undefined;
}) {
  if (summary?.sent === undefined || stream === undefined) return null;
  if (summary.accepted === 0 || config.generatorName === 'Log') return null;
  return (
    <Suspense>
      <Arrived stream={stream} sent={summary.sent} />
    </Suspense>
  );
}

const NO_EVENTS = [] as const;

/** What the rows are like, and the latest of them. */
const Rows = ({ run: { phase, figures, latest, progress } }: { readonly run: RunState }) => (
  <>
    <Suspense fallback={<div className="figures-wait" />}>
      <Figures report={figures} isLive={phase !== 'over'} />
    </Suspense>
    <div className={figures?.journey === undefined ? 'overview-events' : 'overview-events has-journey'}>
      <Tail events={latest?.events ?? NO_EVENTS} total={latest?.total ?? 0} order={figures?.columns} />
      {figures?.journey !== undefined && (
        <div className="beside-events">
          <Suspense fallback={<div className="journey-card" />}>
            <Journey report={figures} isLive={phase !== 'over'} />
          </Suspense>
          {progress && <Wire report={progress} />}
        </div>
      )}
    </div>
  </>
);

/** Where every row went, and what happened. */
const Account = ({ run: { progress, events, figures } }: { readonly run: RunState }) => (
  <>
    {progress && (
      <Delivery report={progress}>{figures?.journey === undefined && <Wire report={progress} />}</Delivery>
    )}
    <RunLog events={events.list} />
  </>
);

/** What changes a running stream. */
function Controls({ state: { run }, actions, curveForm }: DetailProps) {
  if (run?.phase !== 'running') return null;
  const { progress } = run;
  const onRate = (to: RateChange['to']): void => actions.setRate(to);
  return (
    <div className="controls">
      {progress?.backfill !== undefined && (
        <HistoryControl run={run} backfill={progress.backfill} onLive={() => actions.goLive()} />
      )}
      <RateControl
        run={run}
        curve={
          <FollowCurve
            eps={run.timing?.eps ?? run.config.eps}
            rate={run.marks.rate}
            planned={run.config.time?.['rate']}
            form={curveForm}
            onRate={onRate}
          />
        }
        onRate={onRate}
      />
      <FaultControl running={progress?.trial} onTrial={(trial) => actions.tryFaults(trial)} />
    </div>
  );
}

/** Actions of the overview. */
export interface OverviewActions extends RunBarActions, DetailActions {}

/** Props of the overview. */
export interface OverviewProps {
  readonly id: string;
  readonly state: State;
  readonly actions: OverviewActions;
  /** The curve of the settings. */
  readonly curveForm: ComponentType<CurveFormProps>;
}

/** Step 3: what was sent, what happened to it, and the start and stop button. */
export function Overview({ id, state, actions, curveForm }: OverviewProps) {
  return (
    <section className="sec overview" id={id} aria-labelledby="overview-title">
      <div className="sec-head overview-head">
        <div>
          <h2 id="overview-title">Overview</h2>
          {state.config !== undefined && (
            <p className="hint">
              {state.template} to {destinationOf(state.config).title}, seed {state.seed}
            </p>
          )}
        </div>
      </div>
      <RunBar state={state} actions={actions} />
      <RunDetails state={state} actions={actions} curveForm={curveForm} />
    </section>
  );
}

/** A value as people chose it. */
function valueText({ secret, kind, choices }: Setting, value: string): string {
  if (secret) return 'Set, not shown';
  if (kind === 'boolean') return value === 'true' ? 'Yes' : 'No';
  return choices.find((choice) => choice.value === value)?.label ?? value;
}

/** The settings, without secrets. */
export function Configuration({ config, state }: { readonly config: Config; readonly state: State }) {
  const destination = destinationOf(config);
  const settings = settingsOf(destination)
    .filter((setting) => isSettingShown(setting, config.settings))
    .flatMap((setting) => {
      const value = config.settings[setting.name];
      return value === undefined ? [] : [[setting.label, valueText(setting, value)] as const];
    });
  const lines: readonly (readonly [string, string])[] = [
    ['Destination', destination.title],
    ...settings,
    ...(config.time?.['starts'] === undefined ? [['Events Per Second', rateText(config.eps)] as const] : []),
    ...(config.time === undefined ? [] : [['Time', timeLine(config.time)] as const]),
    ['Limit', config.limit < 0 ? 'No' : countText(config.limit)],
    ['Template', state.template],
    ['Seed', state.seed],
  ];
  return (
    <div className="config">
      <h3 className="block-h">Configuration</h3>
      <dl>
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
