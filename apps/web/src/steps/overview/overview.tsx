import '../../run/run.css';
import '../../chart/chart.css';
import '../../tail/tail.css';
import type { ComponentType } from 'react';
import type { State } from '../../state/state.ts';
import type { CurveFormProps } from '../../run/follow-curve.tsx';
import { RunBar, type RunBarActions } from './run-bar.tsx';
import { RunDetails, type DetailActions } from './run-details.tsx';

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
        </div>
      </div>
      <RunBar state={state} actions={actions} />
      <RunDetails state={state} actions={actions} curveForm={curveForm} />
    </section>
  );
}
