import { useEffect, useState } from 'react';
import { destinationOf } from '../../state/settings.ts';
import type { State } from '../../state/state.ts';
import { countText, durationText } from './units.ts';

const ANNOUNCE_MS = 10_000;

/** The two counters. Sent means accepted by the service. */
export function Counters({ state: { sentMessages, sessions, run } }: { readonly state: State }) {
  const limit = run?.config.limit ?? -1;
  const name = run === undefined ? '' : destinationOf(run.config).title;
  const accepted =
    sessions === 0
      ? 'No session yet'
      : `Accepted by ${name}, ${sessions === 1 ? '1 session' : `${countText(sessions)} sessions`}`;
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
            aria-label="Progress to the limit"
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
  if (limit < 0) return 'No limit';
  const of = `Limit: ${countText(limit)}`;
  return perSecond > 0 && sent < limit ? `${of}, about ${durationText((limit - sent) / perSecond)} left` : of;
}

/** Announces the count to screen readers at most every ten seconds. */
function Announcer({ text }: { readonly text: string }) {
  const [announced, setAnnounced] = useState({ text, atMs: 0 });
  useEffect(() => {
    const wait = Math.max(0, announced.atMs + ANNOUNCE_MS - performance.now());
    const timer = setTimeout(() => setAnnounced({ text, atMs: performance.now() }), wait);
    return () => clearTimeout(timer);
  }, [text, announced.atMs]);
  return (
    <p className="sr" role="status">
      {announced.text}
    </p>
  );
}
