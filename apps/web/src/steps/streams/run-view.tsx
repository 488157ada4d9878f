import { useMemo, useState } from 'react';
import { Rate } from '../../run/rate.tsx';
import { rateViewOf } from '../../state/rate-view.ts';
import { latestOfAll, rateViewOfAll, type StreamRun } from '../../state/stream-runs.ts';
import { Tail } from '../../tail/tail.tsx';
import { Select } from '../../ui/index.ts';
import type { StreamsRun } from './use-run.ts';
import { nameOf } from './words.ts';

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
