import { Fragment, type ReactNode } from 'react';
import { bytesText, countText, durationText, msText } from '../../run/units.ts';
import { destinationOf } from '../../state/settings.ts';
import type { State } from '../../state/state.ts';
import { Tick } from '../../ui/index.ts';
import { Ledger } from '../../ui/ledger.tsx';
import type { RunReport } from '../../worker/report-protocol.ts';

/** The outcomes of all rows, which add up. */
export const Delivery = ({
  report,
  children,
}: {
  readonly report: RunReport;
  /** Beside them. */
  readonly children?: ReactNode;
}) => (
  <div className={children === undefined || children === false ? 'delivery is-alone' : 'delivery'}>
    <Ledger
      caption="Delivery"
      lines={[
        { label: 'Accepted', count: report.accepted, tone: 'accepted' },
        { label: 'Quarantined', count: report.quarantined, tone: 'retried' },
        { label: 'Rejected', count: report.rejected, tone: 'failed' },
        { label: 'Failed', count: report.failed, tone: 'failed' },
        { label: 'of these uncertain', count: report.uncertain, tone: 'failed', part: true },
        { label: 'Dropped', count: report.dropped, tone: 'behind' },
        { label: 'In flight', count: report.inFlight, tone: 'now' },
      ]}
      sum={{ label: 'Generated', count: report.generated }}
    />
    {children}
  </div>
);

/** The requests behind them. */
export const Wire = ({ report }: { readonly report: RunReport }) => (
  <div>
    <h3 className="block-h">On the wire</h3>
    <dl className="facts">
      <div>
        <dt>
          <Tick tone={report.retried > 0 ? 'retried' : 'line'} />
          Retried
        </dt>
        <dd>
          {countText(report.retried)} {report.retried === 1 ? 'request' : 'requests'}
        </dd>
      </div>
      <div>
        <dt>Latency</dt>
        <dd>
          {Object.keys(report.requests).length === 0 ? (
            'None yet'
          ) : (
            <Pairs pairs={percentiles(report).map(([name, ms]) => [name, msText(ms)])} unit="ms" />
          )}
        </dd>
      </div>
      <div>
        <dt>Bytes</dt>
        <dd>{bytesText(report.bytes)}</dd>
      </div>
      <div>
        <dt>Requests by status</dt>
        <dd>
          <Pairs
            pairs={Object.entries(report.requests).map(([status, count]) => [status, countText(count)])}
          />
        </dd>
      </div>
    </dl>
  </div>
);

/** The percentiles by name. */
const percentiles = ({ latency: { p50, p95, p99 } }: RunReport): readonly (readonly [string, number])[] => [
  ['p50', p50],
  ['p95', p95],
  ['p99', p99],
];

const Pairs = ({
  pairs,
  unit,
}: {
  readonly pairs: readonly (readonly [string, string])[];
  readonly unit?: string;
}) =>
  pairs.length === 0 ? (
    '0'
  ) : (
    <span className="trio">
      {pairs.map(([name, value], i) => (
        <Fragment key={name}>
          <span>
            <small>{name}</small> {value}
            {unit !== undefined && i === pairs.length - 1 && <small> {unit}</small>}
          </span>
        </Fragment>
      ))}
    </span>
  );

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
        {/* At the end, the report says whether the limit was reached. Nothing moves then. */}
        <p className="hint">
          {run !== undefined &&
            run.phase !== 'over' &&
            remaining(limit, sentMessages.session, run.progress?.achieved ?? 0)}
        </p>
      </div>
    </div>
  );
}

function remaining(limit: number, sent: number, perSecond: number): string {
  if (limit < 0) return 'No limit';
  const of = `Limit: ${countText(limit)}`;
  return perSecond > 0 && sent < limit ? `${of}, about ${durationText((limit - sent) / perSecond)} left` : of;
}
