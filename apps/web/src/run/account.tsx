import type { FaultCounts } from '@catbird/engine';
import { Fragment, Suspense, type ReactNode } from 'react';
import type { Run } from '../state/run.ts';
import type { StreamCounts } from '../state/stream-runs.ts';
import type { RunEvent } from '../state/run-events.ts';
import { Button, download, lazyPart, Tick, type Tone } from '../ui/index.ts';
import { Ledger } from '../ui/ledger.tsx';
import type { RunReport, UnsentReport } from '../worker/report-protocol.ts';
import type { StreamRequest } from '../worker/run-protocol.ts';
import { Labels } from './labels.tsx';
import { bytesText, countText, durationText, msText } from './units.ts';

const Arrived = lazyPart(async () => (await import('./arrived/arrived.tsx')).Arrived);
const Figures = lazyPart(
  async () => (await import('../figures/figures.tsx')).Figures,
  () => null,
);
const Journey = lazyPart(
  async () => (await import('../figures/figures.tsx')).Journey,
  () => null,
);

/** What the rows of a stream are like, and the latest of them. */
export function RunAccount({
  run: { phase, figures },
  children,
}: {
  readonly run: Run;
  /** The latest of the rows. */
  readonly children: ReactNode;
}) {
  const isLive = phase !== 'over';
  const hasJourney = figures?.journey !== undefined;
  return (
    <div className={phase === 'starting' ? 'run-account is-starting' : 'run-account'}>
      <Suspense fallback={<div className="figures-wait" />}>
        <Figures report={figures} isLive={isLive} />
      </Suspense>
      <div className={hasJourney ? 'run-events has-journey' : 'run-events'}>
        {children}
        {hasJourney && (
          <Suspense fallback={<div className="journey-card" />}>
            <Journey report={figures} isLive={isLive} />
          </Suspense>
        )}
      </div>
    </div>
  );
}

/** Where every row went in a line, which opens the rest: all counts, requests, what happened, faults, and a comparison. */
export function Rest({
  run,
  report = run?.progress,
  request,
  faultLog,
  faultsName = 'faults.ndjson',
  children,
}: {
  readonly run: Run | undefined;
  /** Its counts. Default: those of this session. */
  readonly report?: RunReport | undefined;
  /** The stream as it was started. */
  readonly request: StreamRequest | undefined;
  /** Its faults, as JSON lines. */
  readonly faultLog: () => string;
  /** Name of the file of faults. */
  readonly faultsName?: string | undefined;
  readonly children?: ReactNode;
}) {
  return (
    <details className="rest" open={run === undefined}>
      <summary>
        <b>Delivery</b> <span>{deliveryText(report)}</span>
      </summary>
      {report && <Delivery report={report} />}
      {run && <RunLog events={run.events.list} />}
      {run?.progress?.faults && (
        <FaultLog counts={run.progress.faults} log={faultLog} fileName={faultsName} />
      )}
      <SentLabels summary={run?.summary} request={request} />
      {children}
      {request && <Comparison summary={run?.summary} request={request} />}
    </details>
  );
}

/** Labels of a stream with incidents, once it has ended. */
const SentLabels = ({
  summary,
  request,
}: {
  readonly summary: Run['summary'];
  readonly request: StreamRequest | undefined;
}) => request?.schema.incidents && summary?.sent && <Labels stream={request} sent={summary.sent} />;

const Comparison = ({
  summary,
  request,
}: Pick<Run, 'summary'> & { readonly request: StreamRequest }): ReactNode =>
  summary?.sent !== undefined &&
  isComparable(summary, request) && (
    <section className="arrived" aria-labelledby="arrived-title">
      <h3 className="block-h" id="arrived-title">
        Compare with what arrived
      </h3>
      <Suspense>
        <Arrived key={summary.wallMs} stream={request} sent={summary.sent} />
      </Suspense>
    </section>
  );

/** Whether what arrived can be compared with what was sent. What Log prints arrives nowhere. */
export const isComparable = (summary: Run['summary'], request: StreamRequest | undefined): boolean =>
  summary?.sent !== undefined && summary.accepted > 0 && request?.target.generatorName !== 'Log';

/** `all 2,000 accepted`, or what is not nothing. */
export function deliveryText(report: StreamCounts | undefined): string {
  if (report === undefined || report.generated === 0) return 'nothing sent yet';
  const { generated, accepted } = report;
  if (accepted === generated) return generated === 1 ? 'accepted' : `all ${countText(generated)} accepted`;
  const names = ['accepted', 'quarantined', 'rejected', 'failed', 'dropped'] as const;
  return [
    ...names.flatMap((name) => (report[name] > 0 ? [`${countText(report[name])} ${name}`] : [])),
    ...(report.inFlight > 0 ? [`${countText(report.inFlight)} in flight`] : []),
  ].join(', ');
}

/** The outcomes of all rows, which add up, and the requests behind them. */
const Delivery = ({ report }: { readonly report: RunReport }) => (
  <div className="delivery">
    <Ledger
      caption="Outcomes"
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
    <Wire report={report} />
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
function FaultLog({
  counts,
  log,
  fileName,
}: {
  readonly counts: FaultCounts;
  readonly log: () => string;
  readonly fileName: string;
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
  incident: 'failed',
  retry: 'retried',
  error: 'failed',
};

/** What happened in a run, newest first: changes of the rate, pauses, faults, retries and errors. */
const RunLog = ({ events }: { readonly events: readonly RunEvent[] }) => (
  <div className="run-log">
    <h3 className="block-h">What happened</h3>
    {events.length === 0 && <p className="hint">Nothing but events so far.</p>}
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
  </div>
);

interface UnsentProps {
  readonly unsent: UnsentReport | undefined;
}

/** Downloads them. */
export function UnsentButton({ unsent }: UnsentProps) {
  if (unsent === undefined || unsent.rows === 0) return null;
  const { lines, rows, others } = unsent;
  return (
    <Button look="outline" onClick={() => download('unsent.ndjson', lines)}>
      Download the {others > 0 && 'first '}
      {countText(rows)} {rows === 1 ? 'event' : 'events'} not sent
    </Button>
  );
}

/** How many the file lacks. */
export const UnsentHint = ({ unsent }: UnsentProps) =>
  unsent !== undefined &&
  unsent.others > 0 && (
    <p className="hint">
      {countText(unsent.others)} more are not in the file: it has at most 10,000 events and 8 MB.
    </p>
  );
