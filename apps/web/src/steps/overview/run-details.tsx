import type { ComponentType } from 'react';
import type { RateChange } from '@catbird/core/time';
import type { State } from '../../state/state.ts';
import { Configuration } from './configuration.tsx';
import { Counters } from './counters.tsx';
import { Delivery } from './delivery.tsx';
import type { CurveFormProps } from './follow-curve.tsx';
import { FaultLog } from './fault-log.tsx';
import { Outcome } from './outcome.tsx';
import { RateControl } from './rate-control.tsx';
import { Rate } from './rate.tsx';
import { UseElsewhere } from './use-elsewhere.tsx';

/** Actions of the details. */
export interface DetailActions {
  setRate(to: RateChange['to']): void;
  faultLog(): string;
}

/** The overview below the run bar. Loaded when there is something to show. */
export function RunDetails({
  state,
  actions,
  curveForm,
}: {
  readonly state: State;
  readonly actions: DetailActions;
  /** The curve of the settings. */
  readonly curveForm: ComponentType<CurveFormProps>;
}) {
  const { run, config } = state;
  return (
    <>
      <Outcome state={state} />
      <Counters state={state} />
      {run !== undefined && <Rate run={run} />}
      {run?.phase === 'running' && (
        <RateControl
          run={run}
          timing={state.timing}
          curveForm={curveForm}
          onRate={(to) => actions.setRate(to)}
        />
      )}
      {run?.progress !== undefined && <Delivery report={run.progress} />}
      {run?.progress?.faults !== undefined && (
        <FaultLog counts={run.progress.faults} log={() => actions.faultLog()} />
      )}
      {config !== undefined && <Configuration config={config} state={state} />}
      {config !== undefined && <UseElsewhere config={config} state={state} />}
    </>
  );
}
