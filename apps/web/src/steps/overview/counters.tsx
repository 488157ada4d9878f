import { destinationOf } from '../../state/settings.ts';
import type { State } from '../../state/state.ts';
import { countText, durationText } from '../../run/units.ts';

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
        {/* At the end, the report says whether the limit was reached. */}
        {run !== undefined && run.phase !== 'over' && (
          <p className="hint">{remaining(limit, sentMessages.session, run.progress?.achieved ?? 0)}</p>
        )}
      </div>
    </div>
  );
}

function remaining(limit: number, sent: number, perSecond: number): string {
  if (limit < 0) return 'No limit';
  const of = `Limit: ${countText(limit)}`;
  return perSecond > 0 && sent < limit ? `${of}, about ${durationText((limit - sent) / perSecond)} left` : of;
}
