import type { ReactNode } from 'react';
import { askedOf, isRateLimited, refusedRows } from '../../state/run-rate.ts';
import { destinationOf, hostOf } from '../../state/settings.ts';
import { isRunning, type RunState, type State } from '../../state/state.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Button, Report } from '../../ui/index.ts';
import { commandOf } from '../../state/command.ts';
import { takenStream } from './elsewhere.ts';
import { Finished } from './finished.tsx';
import type { ErrorReport, RunReport } from '../../worker/report-protocol.ts';
import { LATE_S } from './phase.ts';
import { recentError, Retrying } from './retrying.tsx';
import { UnsentButton, UnsentHint } from '../../run/unsent.tsx';
import { countText, instantText, perSecondText, rowsText } from '../../run/units.ts';

interface OutcomeProps {
  readonly state: State;
  readonly onStart: () => void;
}

/** How the run ended, or what goes wrong, and what to do about it. */
export function Outcome({ state, onStart }: OutcomeProps) {
  const { run, schemaError, rejected } = state;
  if (rejected && !isRunning(state)) return <BadSchema error={schemaError} />;
  if (run === undefined) return null;
  if (run.broken !== undefined) return <Broken message={run.broken} />;
  if (run.summary !== undefined) return <Ended state={state} run={run} onStart={onStart} />;
  if (run.phase === 'stopping') return <Stopping run={run} />;
  return <Trouble run={run} />;
}

const BadSchema = ({ error }: { readonly error: string | undefined }) => (
  <Report tone="failed" title="The schema can’t be used" quote={error}>
    <p>
      Nothing was sent. <a href="#schema">Schema Designer</a> shows what’s wrong and where.
    </p>
  </Report>
);

const Broken = ({ message }: { readonly message: string }) => (
  <Report tone="failed" title="Something went wrong and the stream stopped" quote={message}>
    <p>This is a bug in Catbird, not a problem with the service. The counts so far are correct.</p>
  </Report>
);

interface EndedProps extends OutcomeProps {
  readonly run: RunState;
}

function Ended({ state, run, onStart }: EndedProps): ReactNode {
  const { summary, progress, timing } = run;
  if (summary?.reason === 'failed' && summary.error !== undefined)
    return <Failed state={state} run={run} error={summary.error} onStart={onStart} />;
  if (summary?.reason === 'limit') return <Completed state={state} run={run} onStart={onStart} />;
  return (
    <Finished state={state} run={run} tone="muted" title="Stopped" onStart={onStart}>
      {timing !== undefined && progress !== undefined && <Continues progress={progress} />}
    </Finished>
  );
}

/** Where the next session goes on. */
const Continues = ({ progress: { backfill, time } }: { readonly progress: RunReport }) =>
  time !== undefined && <p>Start again to continue at {instantText(backfill?.reachedMs ?? time.eventMs)}.</p>;

function Failed({ state, run, error, onStart }: EndedProps & { readonly error: ErrorReport }) {
  const { unsent } = run.summary ?? {};
  return (
    <Report
      tone="failed"
      title={titleOf(error, hostName(run))}
      {...responseOf(error)}
      actions={
        <>
          <Button look="outline" onClick={onStart}>
            Retry now
          </Button>
          <UnsentButton unsent={unsent} />
          <CopyButton text={() => commandOf(takenStream(run.config, state))}>Copy command</CopyButton>
        </>
      }
    >
      {error.hint !== undefined && <p>{error.hint}</p>}
      <UnsentHint unsent={unsent} />
    </Report>
  );
}

/** The run ended by itself. */
function Completed({ state, run, onStart }: EndedProps) {
  const { progress } = run;
  const [sent, all] = [progress?.accepted ?? 0, progress?.generated ?? 0];
  const error = sent < all ? progress?.lastError : undefined;
  return (
    <Finished
      state={state}
      run={run}
      tone={sent < all ? 'retried' : 'accepted'}
      title={sent < all ? `${countText(sent)} of ${countText(all)} events sent` : allText(sent)}
      note={`Reached ${endOf(run)}`}
      response={error && responseOf(error)}
      onStart={onStart}
    >
      {error?.hint !== undefined && <p>{error.hint}</p>}
    </Finished>
  );
}

const allText = (sent: number): string =>
  sent === 1 ? '1 event sent' : `All ${countText(sent)} events sent`;

/** What ended a run: its limit, or the end of its time. */
function endOf({ progress, timing, config: { limit } }: RunState): string {
  const toMs = timing?.toMs ?? null;
  const isLimited = limit >= 0 && (progress?.generated ?? 0) >= limit;
  return isLimited || toMs === null ? `the limit of ${countText(limit)}` : instantText(toMs);
}

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

function Stopping({ run }: { readonly run: RunState }): ReactNode {
  const inFlight = run.progress?.inFlight ?? 0;
  if (inFlight === 0) return null;
  return (
    <Report tone="now" ongoing silent title={`${rowsText(inFlight)} still in flight`}>
      <p>Waiting up to 10 s for {hostOf(run.config) ?? 'the service'} to answer.</p>
    </Report>
  );
}

/** What goes wrong while a run continues. The announcer of the run bar speaks for all of it. */
function Trouble({ run }: { readonly run: RunState }): ReactNode {
  const { progress } = run;
  if (progress === undefined) return null;
  const { lastError, behind, retrying } = progress;
  if (retrying !== undefined && lastError !== undefined)
    return <Retrying retrying={retrying} error={lastError} />;
  const recent = recentError(progress);
  if (isRateLimited(run)) return <RateLimited run={run} progress={progress} />;
  if (behind.seconds > LATE_S) return <Behind run={run} progress={progress} error={recent} />;
  if (recent === undefined || !recent.retried) return null;
  return (
    <Report
      tone="retried"
      silent
      title={titleOf(recent, hostName(run))}
      quote={recent.detail ?? recent.message}
    >
      <p>Retrying the rows. {recent.hint}</p>
    </Report>
  );
}

const rateText = (run: RunState, { achieved }: RunReport): string =>
  `${perSecondText(achieved)}/s instead of ${perSecondText(askedOf(run) ?? run.config.eps)}/s`;

/** The service takes fewer requests than the run would send, and the bar names it. */
const RateLimited = ({ run, progress }: { readonly run: RunState; readonly progress: RunReport }) => (
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
  progress,
  error,
}: {
  readonly run: RunState;
  readonly progress: RunReport;
  readonly error: ErrorReport | undefined;
}) {
  const host = hostName(run);
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

const hostName = ({ config }: RunState): string => hostOf(config) ?? destinationOf(config).title;
