import type { ReactNode } from 'react';
import { askedOf, isRateLimited, refusedRows } from '../state/run-rate.ts';
import type { Run } from '../state/run.ts';
import { Report } from '../ui/index.ts';
import type { ErrorReport, RunReport, RunSummary } from '../worker/report-protocol.ts';
import { UnsentButton, UnsentHint } from './account.tsx';
import { LATE_S } from './phase.ts';
import { recentError, Retrying } from './retrying.tsx';
import { perSecondText, rowsText } from './units.ts';

/** What goes or went wrong with a run, and what to do about it; nothing if all is well. @param host where it sends */
export function Outcome({ run, host }: { readonly run: Run | undefined; readonly host: string }): ReactNode {
  if (run === undefined) return null;
  if (run.broken !== undefined) return <Broken message={run.broken} />;
  if (run.summary !== undefined) return <Ended run={run} summary={run.summary} host={host} />;
  if (run.phase === 'stopping') return <Stopping run={run} host={host} />;
  return <Trouble run={run} host={host} />;
}

const Broken = ({ message }: { readonly message: string }) => (
  <Report tone="failed" title="Something went wrong and the stream stopped" quote={message}>
    <p>This is a bug in Catbird, not a problem with the service. The counts so far are correct.</p>
  </Report>
);

interface PartProps {
  readonly run: Run;
  readonly host: string;
}

/** A run that failed, or that lost events on its way to its end. */
function Ended({ summary, host }: PartProps & { readonly summary: RunSummary }): ReactNode {
  const { reason, unsent } = summary;
  const error = errorOf(summary);
  const hasUnsent = unsent !== undefined && unsent.rows > 0;
  if (error === undefined && !hasUnsent) return null;
  return (
    <Report
      tone={reason === 'failed' ? 'failed' : 'retried'}
      silent={reason !== 'failed'}
      title={error === undefined ? 'Not all events were sent' : titleOf(error, host)}
      {...(error !== undefined && responseOf(error))}
      actions={hasUnsent && <UnsentButton unsent={unsent} />}
    >
      {error?.hint !== undefined && <p>{error.hint}</p>}
      <UnsentHint unsent={unsent} />
    </Report>
  );
}

/** Why a run failed, or why events were lost on the way to its end. */
const errorOf = ({ reason, error, accepted, generated, lastError }: RunSummary): ErrorReport | undefined =>
  reason === 'failed' ? error : accepted < generated ? lastError : undefined;

/** The service's own message, and with which status it came. The title names the service. */
function responseOf({ status, code, detail, message }: ErrorReport): {
  readonly cite?: string;
  readonly quote: string;
} {
  const cite =
    status === undefined ? undefined : `It returned ${status}${code === undefined ? '' : ` (${code})`}:`;
  return { ...(cite !== undefined && { cite }), quote: detail ?? message };
}

/** What happened, in one line. */
function titleOf({ kind, message, status }: ErrorReport, host: string): string {
  // The request was accepted: the message counts the events that were not.
  if (kind === 'rejected' && status !== undefined && status < 300) return message;
  const titles: Readonly<Record<string, string>> = {
    auth: `${host} rejected the credentials`,
    'not-found': `${host} can’t find the destination of the events`,
    rejected: `${host} rejected the events`,
    'too-large': `${host} rejected events as too large`,
    'rate-limited': `${host} is rate-limiting you`,
    unavailable: `${host} couldn’t accept the events`,
    unconfirmed: `${host} didn’t confirm the events`,
    network: `No response from ${host}`,
    timeout: `No response from ${host} in time`,
    blocked: `${host} doesn’t allow this page`,
  };
  return titles[kind] ?? message;
}

function Stopping({ run, host }: PartProps): ReactNode {
  const inFlight = run.progress?.inFlight ?? 0;
  if (inFlight === 0) return null;
  return (
    <Report tone="now" ongoing silent title={`${rowsText(inFlight)} still in flight`}>
      <p>Waiting up to 10 s for {host} to answer.</p>
    </Report>
  );
}

/** What goes wrong while a run continues. The announcer of the run bar speaks for all of it. */
function Trouble({ run, host }: PartProps): ReactNode {
  const { progress } = run;
  if (progress === undefined) return null;
  const { lastError, behind, retrying } = progress;
  if (retrying !== undefined && lastError !== undefined)
    return <Retrying retrying={retrying} error={lastError} />;
  const recent = recentError(progress);
  if (isRateLimited(run)) return <RateLimited run={run} progress={progress} />;
  if (behind.seconds > LATE_S) return <Behind run={run} host={host} progress={progress} error={recent} />;
  if (recent === undefined || !recent.retried) return null;
  return (
    <Report tone="retried" silent title={titleOf(recent, host)} quote={recent.detail ?? recent.message}>
      <p>Retrying the rows. {recent.hint}</p>
    </Report>
  );
}

const rateText = (run: Run, { achieved }: RunReport): string =>
  `${perSecondText(achieved)}/s instead of ${perSecondText(askedOf(run) ?? run.config.eps)}/s`;

/** The service takes fewer requests than the run would send, and the bar names it. */
const RateLimited = ({ run, progress }: { readonly run: Run; readonly progress: RunReport }) => (
  <Report
    tone="retried"
    silent
    title="Rows wait and are sent later"
    quote={progress.lastError?.detail ?? progress.lastError?.message}
  >
    <p>It takes about {rateText(run, progress)}. Lower Events Per Second to stay on time.</p>
  </Report>
);

function Behind({
  run,
  host,
  progress,
  error,
}: PartProps & {
  readonly progress: RunReport;
  readonly error: ErrorReport | undefined;
}) {
  return (
    <Report
      tone="behind"
      silent
      title={error === undefined ? `${host} can’t keep up` : titleOf(error, host)}
      quote={error?.detail}
    >
      <p>
        {refusedRows(progress) === 0
          ? `Rows are sent late, at about ${rateText(run, progress)}. Lower Events Per Second to stay on time.`
          : 'Rows are sent late. Rejected and failed rows lower the achieved rate, too.'}
      </p>
    </Report>
  );
}
