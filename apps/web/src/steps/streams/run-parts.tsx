// What a run of streams needs besides the bar. Loaded when it starts.
import type { RateChange } from '@catbird/engine';
import { useMemo, useState, type ComponentType } from 'react';
import { FaultControl } from '../../run/fault-control.tsx';
import { FollowCurve, type CurveFormProps } from '../../run/follow-curve.tsx';
import { HistoryControl } from '../../run/history-control.tsx';
import { RateControl } from '../../run/rate-control.tsx';
import { Rate } from '../../run/rate.tsx';
import { FaultLog, RunLog } from '../../run/run-log.tsx';
import { rateViewOf } from '../../state/rate-view.ts';
import { isPaused, latestOfAll, rateViewOfAll, type StreamRun } from '../../state/stream-runs.ts';
import type { StreamOfConfig } from '../../state/streams.ts';
import { Tail } from '../../tail/tail.tsx';
import { Button, Select } from '../../ui/index.ts';
import type { StreamsRun } from './use-run.ts';
import { listText, nameOf } from './words.ts';

const ALL = { value: '', label: 'All streams' };
const NO_EVENTS = [] as const;

/** The rates and the latest events of all streams or of one. */
export function RunView({ run }: { readonly run: StreamsRun }) {
  const names = [...run.runs.keys()];
  const [chosen, setChosen] = useState('');
  const [only] = names.length === 1 ? names : [chosen];
  const one = run.runs.get(only ?? '');
  return (
    <div className="streams-run">
      {names.length > 1 && (
        <Select
          className="select select-sm"
          aria-label="Chart and latest events of"
          value={chosen}
          options={[ALL, ...names.map((value) => ({ value, label: nameOf({ name: value }) }))]}
          onValue={setChosen}
        />
      )}
      <div className="cockpit">
        <Rate view={one === undefined ? rateViewOfAll(run) : rateViewOf(one)} />
        {/* What was held, opened or sorted out belongs to what was listed. */}
        <LatestEvents key={only} run={run} one={one} />
      </div>
    </div>
  );
}

function LatestEvents({
  run: { runs },
  one,
}: {
  readonly run: StreamsRun;
  readonly one: StreamRun | undefined;
}) {
  const latest = useMemo(() => (one === undefined ? latestOfAll(runs) : one.latest), [runs, one]);
  return <Tail events={latest?.events ?? NO_EVENTS} total={latest?.total ?? 0} />;
}

/** What happened in a stream, and its injected faults. */
export const StreamAccount = ({
  name,
  run: { events, progress },
  faultLog,
}: {
  /** Of the stream. */
  readonly name: string;
  readonly run: StreamRun;
  /** The faults as JSON lines. */
  readonly faultLog: () => string;
}) => (
  <>
    {events.list.length > 0 && <RunLog events={events.list} />}
    {progress?.faults && (
      <FaultLog counts={progress.faults} log={faultLog} fileName={`faults-${name}.ndjson`} />
    )}
  </>
);

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
