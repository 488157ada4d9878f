import { lazy, Suspense, type ComponentType } from 'react';
import { destinationOf } from '../../state/settings.ts';
import type { State } from '../../state/state.ts';
import type { CurveFormProps } from './follow-curve.tsx';
import { RunBar, type RunBarActions } from './run-bar.tsx';
import type { DetailActions } from './run-details.tsx';

/** Without the details a stream can still be stopped. */
const RunDetails = lazy(async () => {
  try {
    return { default: (await import('./run-details.tsx')).RunDetails };
  } catch {
    return {
      default: () => <p className="hint">The rest of this step couldn’t be loaded. Reload the page.</p>,
    };
  }
});

/** Actions of the overview. */
export interface OverviewActions extends RunBarActions, DetailActions {}

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
  return (
    <section className="sec" id={id} aria-labelledby="overview-title">
      <div className="sec-head overview-head">
        <div>
          <h2 id="overview-title">Overview</h2>
          {state.config !== undefined && (
            <p className="hint">
              {state.template} to {destinationOf(state.config).title}, seed {state.seed}.
            </p>
          )}
        </div>
      </div>
      <RunBar state={state} actions={actions} />
      <Suspense>
        <RunDetails state={state} actions={actions} curveForm={curveForm} />
      </Suspense>
    </section>
  );
}
