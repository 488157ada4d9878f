import { isRunning, type State } from '../../state/state.ts';
import { Button, StopIcon, Tick } from '../../ui/index.ts';
import { Configuration } from './configuration.tsx';
import { Counters } from './counters.tsx';
import { Delivery } from './delivery.tsx';
import { FaultLog } from './fault-log.tsx';
import { Outcome } from './outcome.tsx';
import { phaseOf } from './phase.ts';
import { Rate } from './rate.tsx';
import { UseElsewhere } from './use-elsewhere.tsx';

/** Actions of the overview. */
export interface OverviewActions {
  start(): Promise<void>;
  stop(): void;
  faultLog(): string;
}

/** Step 3: what was sent, what happened to it, and the start and stop button. */
export function Overview({
  id,
  state,
  actions,
}: {
  readonly id: string;
  readonly state: State;
  readonly actions: OverviewActions;
}) {
  const { run, config } = state;
  const running = isRunning(state);
  const phase = phaseOf(run);
  return (
    <section className="sec" id={id} aria-labelledby="overview-title">
      <div className="sec-head">
        <div>
          <h2 id="overview-title">Overview</h2>
          <p className="state" role="status">
            <Tick tone={phase.tone} breathing={phase.live} />
            <b>{phase.name}</b> <span>{phase.since}</span>
          </p>
        </div>
        {running ? (
          <Button onClick={() => actions.stop()}>
            <StopIcon />
            {run?.phase === 'stopping' ? 'Stop without waiting' : 'Stop Generating!'}
          </Button>
        ) : (
          <Button onClick={() => void actions.start()}>Start Generating!</Button>
        )}
      </div>
      <Outcome state={state} />
      <Counters state={state} />
      {run !== undefined && <Rate run={run} />}
      {run?.progress !== undefined && <Delivery report={run.progress} />}
      {run?.progress?.faults !== undefined && (
        <FaultLog counts={run.progress.faults} log={() => actions.faultLog()} />
      )}
      {config !== undefined && <Configuration config={config} state={state} />}
      {config !== undefined && <UseElsewhere config={config} state={state} />}
    </section>
  );
}
