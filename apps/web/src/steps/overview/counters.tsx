import { useEffect, useState } from 'react';
import { destinationOf } from '../../state/settings.ts';
import type { State } from '../../state/state.ts';
import { countText, durationText } from './units.ts';

const ANNOUNCE_MS = 10_000;

/** The two counters. Sent is what the service accepted. */
export function Counters({ state: { sentMessages, sessions, run } }: { readonly state: State }) {
  const limit = run?.config.limit ?? -1;
  const name = run === undefined ? '' : destinationOf(run.config).title;
  const accepted =
    sessions === 0
      ? 'No run yet.'
      : `Accepted by ${name} in ${sessions === 1 ? 'one session' : `${sessions} sessions`} since the schema was set.`;
  return (
    <div className="counts">
      <div className="count">
        <span className="label" id="total-label">
          Total Events Sent
        </span>
        <output aria-labelledby="total-label" aria-live="off">
          {countText(sentMessages.total)}
        </output>
        <p className="hint">{accepted}</p>
      </div>
      <div className="count">
        <span className="label" id="session-label">
          Sent this session
        </span>
        <output aria-labelledby="session-label" aria-live="off">
          {countText(sentMessages.session)}
        </output>
        {limit > 0 && (
          <progress
            max={limit}
            value={Math.min(limit, sentMessages.session)}
            aria-label="Share of the limit"
          />
        )}
        {run !== undefined && (
          <p className="hint">
            {remaining(limit, sentMessages.session, run.phase === 'over' ? 0 : (run.progress?.achieved ?? 0))}
          </p>
        )}
      </div>
      <Announcer text={`${countText(sentMessages.session)} events sent`} />
    </div>
  );
}

function remaining(limit: number, sent: number, perSecond: number): string {
  if (limit < 0) return 'Without a limit.';
  const of = `Of ${countText(limit)}.`;
  return perSecond > 0 && sent < limit
    ? `${of} At this rate, ${durationText((limit - sent) / perSecond)} to go.`
    : of;
}

/** Tells a screen reader the count at most every ten seconds. */
function Announcer({ text }: { readonly text: string }) {
  const [said, setSaid] = useState({ text, atMs: 0 });
  useEffect(() => {
    const wait = Math.max(0, said.atMs + ANNOUNCE_MS - performance.now());
    const timer = setTimeout(() => setSaid({ text, atMs: performance.now() }), wait);
    return () => clearTimeout(timer);
  }, [text, said.atMs]);
  return (
    <p className="sr" role="status">
      {said.text}
    </p>
  );
}
