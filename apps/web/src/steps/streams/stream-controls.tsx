import type { RateChange } from '@catbird/core/time';
import type { ComponentType } from 'react';
import { FaultControl } from '../../run/fault-control.tsx';
import { FollowCurve, type CurveFormProps } from '../../run/follow-curve.tsx';
import { HistoryControl } from '../../run/history-control.tsx';
import { RateControl } from '../../run/rate-control.tsx';
import { isPaused, type StreamRun } from '../../state/stream-runs.ts';
import type { StreamOfConfig } from '../../state/streams.ts';
import { Button } from '../../ui/index.ts';
import type { StreamsRun } from './use-run.ts';
import { listText, nameOf } from './words.ts';

/** What changes one stream while it runs. */
export function StreamControls({
  stream,
  run,
  fixedRate,
  sharing,
  actions,
  curveForm,
}: {
  readonly stream: StreamOfConfig;
  readonly run: StreamRun;
  /** Why its rate cannot change; undefined: it can. */
  readonly fixedRate: string | undefined;
  /** Streams that it shares journeys with: alone, it would tell another story than they do. */
  readonly sharing: readonly string[];
  readonly actions: StreamsRun;
  /** The curve of the settings. */
  readonly curveForm: ComponentType<CurveFormProps>;
}) {
  const { name } = stream;
  const { progress, timing } = run;
  const isShared = sharing.length > 0;
  const onRate = (to: RateChange['to']): void => {
    if (to === 0) return actions.change(name, { kind: 'pause' });
    actions.change(name, { kind: 'control', to });
    return actions.change(name, { kind: 'resume' });
  };
  const fixed = isShared
    ? `The rate and pauses are the same for all streams that share their journeys: ${listText(sharing.map((each) => nameOf({ name: each })))}.`
    : fixedRate;
  return (
    <div className="controls" role="group" aria-label={`Change ${nameOf(stream)}`}>
      {progress?.backfill !== undefined && !isShared && (
        <HistoryControl
          run={run}
          backfill={progress.backfill}
          onLive={() => actions.change(name, { kind: 'live' })}
        />
      )}
      {fixed === undefined ? (
        <RateControl
          run={run}
          curve={
            <FollowCurve
              eps={timing?.eps ?? run.config.eps}
              rate={run.marks.rate}
              planned={curveOf(stream)}
              form={curveForm}
              onRate={onRate}
            />
          }
          onRate={onRate}
        />
      ) : (
        <p className="hint">{fixed}</p>
      )}
      <FaultControl
        running={progress?.trial}
        onTrial={(trial) => actions.change(name, { kind: 'trial', trial })}
      />
      <div className="acts">
        {!isShared && (
          <Button
            look="outline"
            onClick={() => actions.change(name, { kind: isPaused(run) ? 'resume' : 'pause' })}
          >
            {isPaused(run) ? 'Resume' : 'Pause'} {nameOf(stream)}
          </Button>
        )}
        <Button look="outline" onClick={() => actions.stopOne(name)}>
          Stop {nameOf(stream)}
        </Button>
      </div>
    </div>
  );
}

/** The curve of a stream as text; undefined: none. */
const curveOf = ({ options: { rate } }: StreamOfConfig): string | undefined =>
  rate === undefined || typeof rate === 'string' ? rate : JSON.stringify(rate);
