import type { ReactNode } from 'react';
import { destinationOf, parsedConfig } from '../../state/settings.ts';
import { isRunning, type RunState, type State } from '../../state/state.ts';
import { Report } from '../../ui/index.ts';
import type { ErrorReport, RunReport } from '../../worker/protocol.ts';
import { Retrying } from './retrying.tsx';
import { countText, durationText } from './units.ts';

/** What happened last, and what to do: how a run ended, or what goes wrong. */
export function Outcome({ state }: { readonly state: State }) {
  const { run, schemaError, refused } = state;
  if (refused && !isRunning(state)) return <BadSchema error={schemaError} />;
  if (run === undefined) return null;
  if (run.broken !== undefined) return <Broken message={run.broken} />;
  if (run.summary !== undefined)
    return <Ended run={run} reason={run.summary.reason} error={run.summary.error} />;
  if (run.phase === 'stopping') return <Stopping run={run} />;
  return <Trouble run={run} />;
}

const settingsLink = <a href="#settings">Change settings</a>;

const BadSchema = ({ error }: { readonly error: string | undefined }) => (
  <Report tone="failed" title="The schema cannot be used as it is" quote={error}>
    <p>
      Nothing was sent. <a href="#schema">The schema designer</a> says what is wrong and where.
    </p>
  </Report>
);

const Broken = ({ message }: { readonly message: string }) => (
  <Report tone="failed" title="The page could not go on" quote={message}>
    <p>This is a fault of Catbird and not of the service. The counts up to here stand.</p>
  </Report>
);

function Ended({
  run,
  reason,
  error,
}: {
  readonly run: RunState;
  readonly reason: 'limit' | 'stopped' | 'failed';
  readonly error: ErrorReport | undefined;
}) {
  const { progress, config } = run;
  const counts = progress && countsText(progress);
  const host = hostOf(run) ?? destinationOf(config).title;
  if (reason === 'failed' && error !== undefined) {
    return (
      <Report tone="failed" title={titleOf(error, host)} {...wordsOf(error, host)}>
        {error.hint !== undefined && <p>{error.hint}</p>}
        <p>
          {counts} {settingsLink}
        </p>
      </Report>
    );
  }
  if (reason === 'limit') {
    const isShort = progress !== undefined && progress.accepted < config.limit;
    const lost = isShort ? progress.lastError : undefined;
    return (
      <Report
        tone={isShort ? 'retried' : 'accepted'}
        title={`Done: the limit of ${countText(config.limit)} is reached`}
        {...(lost && wordsOf(lost, host))}
      >
        {lost?.hint !== undefined && <p>{lost.hint}</p>}
        <p>{counts}</p>
      </Report>
    );
  }
  return (
    <Report tone="muted" title="Stopped">
      <p>{counts}</p>
    </Report>
  );
}

/** The service's words, and who says them. */
function wordsOf(
  { status, code, detail, message }: ErrorReport,
  host: string,
): { readonly cite: string; readonly quote: string } {
  const returned = status === undefined ? '' : ` returned ${status}${code === undefined ? '' : ` (${code})`}`;
  return { cite: `${host}${returned}:`, quote: detail ?? message };
}

/** What happened, in a line. */
function titleOf({ kind, message, status }: ErrorReport, host: string): string {
  // The request was accepted: the message counts the events that were not.
  if (kind === 'rejected' && status !== undefined && status < 300) return message;
  const titles: Readonly<Record<string, string>> = {
    auth: `${host} refused the credentials`,
    'not-found': `${host} did not find where the events should go`,
    rejected: `${host} refused the events`,
    'too-large': `${host} refused events as too large`,
    'rate-limited': `${host} asks for fewer requests`,
    unavailable: `${host} could not take the events`,
    unconfirmed: `${host} did not confirm the events`,
    network: `No response from ${host}`,
    timeout: `No response from ${host} in time`,
  };
  return titles[kind] ?? message;
}

const countsText = (report: RunReport): string => {
  const parts = [
    [report.accepted, 'accepted'],
    [report.quarantined, 'quarantined'],
    [report.rejected, 'rejected'],
    [report.failed, 'failed'],
    [report.dropped, 'dropped'],
  ] as const;
  const told = parts
    .filter(([count, word]) => count > 0 || word === 'accepted')
    .map(([count, word]) => `${countText(count)} ${word}`);
  return `${countText(report.generated)} generated, ${told.join(', ')}, in ${durationText(report.elapsedMs / 1000)}.`;
};

const Stopping = ({ run }: { readonly run: RunState }): ReactNode => {
  const waiting = run.progress?.inFlight ?? 0;
  if (waiting === 0) return null;
  return (
    <Report tone="now" ongoing title={`Stopping: ${countText(waiting)} rows still in flight`}>
      <p>Waiting up to 10 s for {hostOf(run) ?? 'the service'} to answer.</p>
    </Report>
  );
};

/** Behind by less than this many seconds needs no words. */
const LATE_S = 1.5;

function Trouble({ run }: { readonly run: RunState }): ReactNode {
  const { progress, config } = run;
  if (progress === undefined) return null;
  const { lastError, behind, retrying } = progress;
  if (retrying !== undefined && lastError !== undefined)
    return <Retrying retrying={retrying} error={lastError} />;
  const host = hostOf(run) ?? destinationOf(config).title;
  const isRecent = lastError !== undefined && progress.elapsedMs - lastError.atMs < 10_000;
  if (behind.seconds > LATE_S) {
    const perSecond = countText(progress.achieved);
    return (
      <Report
        tone="behind"
        title={isRecent ? titleOf(lastError, host) : `${host} is slower than asked`}
        quote={isRecent ? lastError.detail : undefined}
      >
        <p>
          Rows are kept and sent late, at about {perSecond} a second instead of {countText(config.eps)}. To be
          on time, lower Events Per Second.
        </p>
      </Report>
    );
  }
  if (!isRecent || !lastError.retried) return null;
  return (
    <Report tone="retried" title={titleOf(lastError, host)} quote={lastError.detail ?? lastError.message}>
      <p>The rows are sent again. {lastError.hint}</p>
    </Report>
  );
}

const hostOf = ({ config }: RunState): string | undefined => {
  const parsed = parsedConfig(config);
  return parsed === undefined ? undefined : destinationOf(config).host(parsed);
};
