import { Fragment } from 'react';
import { Ledger, Tick } from '../../ui/index.ts';
import type { ErrorReport, RunReport } from '../../worker/protocol.ts';
import { bytesText, countText, durationText, msText } from './units.ts';

/** The outcomes of all rows, which add up, and the requests behind them. */
export const Delivery = ({ report }: { readonly report: RunReport }) => (
  <div className="delivery">
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
    <div>
      <h3 className="block-h">On the wire</h3>
      <dl className="facts">
        <div>
          <dt>
            <Tick tone={report.behind.rows > 0 ? 'behind' : 'line'} />
            Behind
          </dt>
          <dd>
            {countText(report.behind.rows)} rows <small>{report.behind.seconds.toFixed(1)} s</small>
          </dd>
        </div>
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
            <Pairs pairs={Object.entries(report.latency).map(([name, ms]) => [name, msText(ms)])} unit="ms" />
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
        <div>
          <dt>Last error</dt>
          <dd>
            {report.lastError === undefined ? (
              'None'
            ) : (
              <LastError error={report.lastError} elapsedMs={report.elapsedMs} />
            )}
          </dd>
        </div>
      </dl>
    </div>
  </div>
);

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

const LastError = ({ error, elapsedMs }: { readonly error: ErrorReport; readonly elapsedMs: number }) => (
  <span>
    {error.message}{' '}
    <small>
      {durationText(Math.max(0, elapsedMs - error.atMs) / 1000)} ago{error.retried && ', retried'}
    </small>
  </span>
);
