import type { ComponentType } from 'react';
import type { RateChange } from '@catbird/core/time';
import { destinationOf } from '../../state/settings.ts';
import type { State } from '../../state/state.ts';
import { Configuration } from './configuration.tsx';
import { Counters } from './counters.tsx';
import { Delivery } from './delivery.tsx';
import type { CurveFormProps } from './follow-curve.tsx';
import { FaultLog } from './fault-log.tsx';
import { Outcome } from './outcome.tsx';
import { RateControl } from './rate-control.tsx';
import { Rate } from './rate.tsx';
import { RunBar, type RunBarActions } from './run-bar.tsx';
import { UseElsewhere } from './use-elsewhere.tsx';

/** Actions of the overview. */
export interface OverviewActions extends RunBarActions {
  setRate(to: RateChange['to']): void;
  faultLog(): string;
}

/** Step 3: what was sent, what happened to it, and the start and stop button. */
export function Overview({
  id,
  state,
  actions,
  curveForm,
}: {
  readonly id: string;
  readonly state: State;
  readonly actions: OverviewActions;
  /** The curve of the settings. */
  readonly curveForm: ComponentType<CurveFormProps>;
}) {
  const { run, config } = state;
  return (
    <section className="sec" id={id} aria-labelledby="overview-title">
      <div className="sec-head overview-head">
        <div>
          <h2 id="overview-title">Overview</h2>
          {config !== undefined && (
            <p className="hint">
              {state.template} to {destinationOf(config).title}, seed {state.seed}.
            </p>
          )}
        </div>
      </div>
      <RunBar state={state} actions={actions} />
      <Outcome state={state} />
      <Counters state={state} />
      {run !== undefined && <Rate run={run} />}
      {run?.phase === 'running' && (
        <RateControl run={run} curveForm={curveForm} onRate={(to) => actions.setRate(to)} />
      )}
      {run?.progress !== undefined && <Delivery report={run.progress} />}
      {run?.progress?.faults !== undefined && (
        <FaultLog counts={run.progress.faults} log={() => actions.faultLog()} />
      )}
      {config !== undefined && <Configuration config={config} state={state} />}
      {config !== undefined && <UseElsewhere config={config} state={state} />}
    </section>
  );
}
