import type { RunEvent } from '../state/run-events.ts';
import { Tick, type Tone } from '../ui/index.ts';
import { countText, durationText } from './units.ts';

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
