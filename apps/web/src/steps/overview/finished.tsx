import { bytesText, countText, msText, perSecondText } from '../../run/units.ts';
import { UnsentButton, UnsentHint } from '../../run/unsent.tsx';
import { commandOf } from '../../state/command.ts';
import type { RunState, State } from '../../state/state.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Button, Report, type Tone } from '../../ui/index.ts';
import type { RunReport } from '../../worker/report-protocol.ts';
import { linkTo, takenStream } from './elsewhere.ts';

/** Props of the report on a run that is over. */
export interface FinishedProps {
  readonly state: State;
  readonly run: RunState;
  readonly tone: Tone;
  readonly title: string;
  readonly note?: string | undefined;
  /** The service's message, and where it is from. */
  readonly response?: { readonly cite?: string; readonly quote: string } | undefined;
  readonly onStart: () => void;
  readonly children?: React.ReactNode;
}

/** A run that is over: its summary, and what to do next. The bar announces its end. */
export function Finished({ state, run, tone, title, note, response, onStart, children }: FinishedProps) {
  const { progress, summary } = run;
  return (
    <Report
      tone={tone}
      silent
      title={
        <>
          {title}
          {note !== undefined && <small>{note}</small>}
        </>
      }
      {...response}
      actions={
        <>
          <WaysOn state={state} run={run} onStart={onStart} />
          <UnsentButton unsent={summary?.unsent} />
        </>
      }
    >
      {progress !== undefined && <Summary report={progress} />}
      {children}
      <UnsentHint unsent={summary?.unsent} />
    </Report>
  );
}

const Summary = ({ report }: { readonly report: RunReport }) => {
  const { accepted, average, latency, requests, retried, faults, bytes } = report;
  const made = Object.values(faults ?? {}).reduce((sum, count) => sum + count, 0);
  const lines: readonly (readonly [string, string, string])[] = [
    ['Sent', countText(accepted), ''],
    ['Average', perSecondText(average), '/s'],
    ['Latency p95', Object.keys(requests).length === 0 ? 'None' : msText(latency.p95), ' ms'],
    ['Retried', countText(retried), retried === 1 ? ' request' : ' requests'],
    ['Faults', countText(made), ' injected'],
    ['Bytes', bytesText(bytes), ''],
  ];
  return (
    <dl className="summary">
      {lines.map(([name, value, unit]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {value}
            {value !== 'None' && unit !== '' && <small>{unit}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
};

/** Without a service, the next steps are another schema and a destination. */
function WaysOn({ state, run, onStart }: Pick<FinishedProps, 'state' | 'run' | 'onStart'>) {
  const { config } = run;
  const again = (
    <Button look="outline" onClick={onStart}>
      Generate the next rows
    </Button>
  );
  return (
    <>
      {isWatched(run) ? (
        <>
          <a className="btn btn-2" href="#schema">
            Change this schema
          </a>
          <a className="btn btn-2" href="#settings">
            Send it somewhere
          </a>
          {again}
        </>
      ) : (
        again
      )}
      <span className={isWatched(run) ? 'wide-only' : 'copies'}>
        <CopyButton text={() => linkTo(config, state, { secrets: false })}>Copy link</CopyButton>
        <CopyButton text={() => commandOf(takenStream(config, state))}>Copy command</CopyButton>
      </span>
    </>
  );
}

/** Its events went nowhere. */
const isWatched = ({ config: { generatorName } }: RunState): boolean => generatorName === 'Log';
