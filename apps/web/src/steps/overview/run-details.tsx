import type { RateChange } from '@catbird/core/time';
import type { ComponentType } from 'react';
import { HistoryControl } from '../../run/history-control.tsx';
import { RateControl } from '../../run/rate-control.tsx';
import { Rate } from '../../run/rate.tsx';
import { rateViewOf } from '../../state/rate-view.ts';
import type { RunState, State } from '../../state/state.ts';
import { Tail } from '../../tail/tail.tsx';
import { lazyPart } from '../../ui/index.ts';
import type { FaultTrial } from '../../worker/run-protocol.ts';
import { Configuration } from './configuration.tsx';
import { Counters } from './counters.tsx';
import { Delivery } from './delivery.tsx';
import { FaultControl } from '../../run/fault-control.tsx';
import { FaultLog } from '../../run/fault-log.tsx';
import type { CurveFormProps } from '../../run/follow-curve.tsx';
import { Outcome } from './outcome.tsx';
import { RunLog } from '../../run/run-log.tsx';
import { UseElsewhere } from './use-elsewhere.tsx';

const FollowCurve = lazyPart(async () => (await import('../../run/follow-curve.tsx')).FollowCurve);

/** Actions of the details. */
export interface DetailActions {
  setRate(to: RateChange['to']): void;
  goLive(): void;
  tryFaults(trial: FaultTrial | undefined): void;
  faultLog(): string;
}

/** Props of the details. */
export interface DetailProps {
  readonly state: State;
  readonly actions: DetailActions;
  /** The curve of the settings. */
  readonly curveForm: ComponentType<CurveFormProps>;
}

/** The overview below the run bar. */
export function RunDetails({ state, actions, curveForm }: DetailProps) {
  const { run, config } = state;
  return (
    <>
      <Outcome state={state} />
      <div className="cockpit">
        <div>
          <Counters state={state} />
          {run && <Rate view={rateViewOf(run)} />}
          <Controls state={state} actions={actions} curveForm={curveForm} />
        </div>
        {run && <LatestEvents latest={run.latest} />}
      </div>
      {run && <Account run={run} faultLog={() => actions.faultLog()} />}
      {config !== undefined && <Configuration config={config} state={state} />}
      {config !== undefined && <UseElsewhere config={config} state={state} />}
    </>
  );
}

const NO_EVENTS = [] as const;

const LatestEvents = ({ latest }: Pick<RunState, 'latest'>) => (
  <Tail events={latest?.events ?? NO_EVENTS} total={latest?.total ?? 0} />
);

/** Where every row went, and what happened. */
const Account = ({
  run: { progress, events },
  faultLog,
}: {
  readonly run: RunState;
  readonly faultLog: () => string;
}) => (
  <>
    {progress && <Delivery report={progress} />}
    {events.list.length > 0 && <RunLog events={events.list} />}
    {progress?.faults && <FaultLog counts={progress.faults} log={faultLog} />}
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
