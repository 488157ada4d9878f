import type { FaultCounts } from '@catbird/engine';
import type { RunEvent } from '../state/run-events.ts';
import { Button, download, Tick, type Tone } from '../ui/index.ts';
import { countText, durationText } from './units.ts';

const LABELS = [
  ['duplicate', 'duplicates'],
  ['late', 'late'],
  ['reordered', 'reordered'],
  ['malformed', 'malformed'],
  ['dropped', 'dropped'],
  ['held', 'held'],
  ['lost', 'lost'],
  ['drifted', 'drifted'],
] as const;

/** The number of injected faults by kind, and a log to compare a pipeline's findings with. */
export function FaultLog({
  counts,
  log,
  fileName = 'faults.ndjson',
}: {
  readonly counts: FaultCounts;
  readonly log: () => string;
  readonly fileName?: string;
}) {
  const injected = LABELS.filter(([kind]) => counts[kind] > 0).map(
    ([kind, word]) => `${countText(counts[kind])} ${word}`,
  );
  return (
    <div className="take">
      <h3 className="block-h">Injected faults</h3>
      <p>{injected.length === 0 ? 'None yet.' : `${injected.join(', ')}.`}</p>
      <div className="acts">
        <Button look="outline" onClick={() => download(fileName, log())}>
          Download fault log
        </Button>
      </div>
      <p className="hint">
        One JSON line per fault of this session: row, position, kind and parameters. Keeps the first 64 MB.
      </p>
    </div>
  );
}

const TONES: Readonly<Record<RunEvent['kind'], Tone>> = {
  change: 'now',
  faults: 'retried',
  retry: 'retried',
  error: 'failed',
};

/** What happened in a run, newest first: changes of the rate, pauses, faults, retries and errors. */
export const RunLog = ({ events }: { readonly events: readonly RunEvent[] }) => (
  <details className="run-log">
    <summary>
      What happened <small>{countText(events.length)}</small>
    </summary>
    <ol aria-label="What happened in this session">
      {events.toReversed().map(({ second, text, kind, times }, i) => (
        <li key={events.length - i}>
          <Tick tone={TONES[kind]} />
          <span>{durationText(second)}</span>
          <span>
            {text}
            {kind === 'retry' && ', retried'}
            {times > 1 && `, ${countText(times)} times`}
          </span>
        </li>
      ))}
    </ol>
  </details>
);
