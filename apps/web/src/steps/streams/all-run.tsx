// What a run of streams needs besides the bar. Loaded when it starts.
import { useMemo, useState } from 'react';
import { deliveryText } from '../../run/account.tsx';
import { Rate, wholeLabel } from '../../run/rate.tsx';
import { Counters } from '../../run/run-view.tsx';
import { isLong } from '../../state/history.ts';
import { latestOfAll, rateViewOfAll, sumOf } from '../../state/stream-runs.ts';
import { Tail } from '../../tail/tail.tsx';
import { Button } from '../../ui/index.ts';
import type { StreamsRun } from './use-run.ts';

/** The counters and the rates of all streams. */
export function AllRates({ run }: { readonly run: StreamsRun }) {
  const all = [...run.runs.values()];
  const session = all.reduce((sum, { progress }) => sum + (progress?.accepted ?? 0), 0);
  const sum = sumOf(run.runs);
  const view = rateViewOfAll(run);
  const [isWhole, setWhole] = useState(false);
  return (
    <div className="run-top">
      <Counters sent={{ total: sum.accepted, session, hint: `Delivery: ${deliveryText(sum)}` }} />
      <div className="run-now">
        <Rate view={view} isWhole={isWhole} />
        {isLong(view.history) && (
          <Button look="link" aria-pressed={isWhole} onClick={() => setWhole(!isWhole)}>
            {wholeLabel(isWhole)}
          </Button>
        )}
      </div>
    </div>
  );
}

/** The latest events of all streams. */
export function AllEvents({ run: { runs } }: { readonly run: StreamsRun }) {
  const latest = useMemo(() => latestOfAll(runs), [runs]);
  const [hasTools, setTools] = useState(false);
  return (
    <>
      <Tail events={latest.events} total={latest.total} hasTools={hasTools} />
      <Button look="link" aria-pressed={hasTools} onClick={() => setTools(!hasTools)}>
        Filter, columns and pause of events
      </Button>
    </>
  );
}
