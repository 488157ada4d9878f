import { Suspense, useState, type ComponentProps, type ComponentType } from 'react';
import type { CurveFormProps } from '../../run/follow-curve.tsx';
import { countText, perSecondText } from '../../run/units.ts';
import { countsOf, presentRate, sumOf, type StreamRun } from '../../state/stream-runs.ts';
import type { StreamCheck, StreamOfConfig } from '../../state/streams.ts';
import { Host, lazyPart, Tick, type Tone } from '../../ui/index.ts';
import { StreamDetail } from './stream-detail.tsx';
import type { ConfigState } from './use-config.ts';
import type { StreamsRun } from './use-run.ts';
import { failureOf, nameOf, rateLine, stateText } from './words.ts';

const StreamControls = lazyPart(async () => (await import('./run-parts.tsx')).StreamControls);
const StreamAccount = lazyPart(async () => (await import('./run-parts.tsx')).StreamAccount);

/** The streams of a config, a row each, with what they sent and their sum. */
export function StreamTable({
  streams,
  config,
  run,
  curveForm,
}: {
  readonly streams: readonly StreamOfConfig[];
  readonly config: ConfigState;
  readonly run: StreamsRun;
  /** The curve of the settings. */
  readonly curveForm: ComponentType<CurveFormProps>;
}) {
  const { runs } = run;
  const [shown, setShown] = useState<string>();
  const sum = sumOf(runs);
  const others: readonly (readonly [string, number])[] = [
    ['quarantined', sum.quarantined],
    ['rejected', sum.rejected],
    ['failed', sum.failed],
    ['dropped', sum.dropped],
    ['in flight', sum.inFlight],
  ];
  return (
    <table className="stream-table">
      <caption className="sr">Streams of the config</caption>
      <thead>
        <tr>
          <th scope="col">Stream</th>
          <th scope="col">State</th>
          <th scope="col" className="num">
            Sent
          </th>
          <th scope="col" className="num">
            Per second
          </th>
        </tr>
      </thead>
      {streams.map((stream) => (
        <StreamRows
          key={stream.name}
          stream={stream}
          config={config}
          run={runs.get(stream.name)}
          actions={run}
          curveForm={curveForm}
          isShown={shown === stream.name}
          onShow={() => setShown(shown === stream.name ? undefined : stream.name)}
        />
      ))}
      {runs.size > 0 && (
        <tfoot>
          <tr>
            <th scope="row" colSpan={4}>
              All streams
              <small>
                {countText(sum.generated)} generated = {countText(sum.accepted)} accepted
                {others.map(([name, count]) => count > 0 && ` + ${countText(count)} ${name}`)}
              </small>
            </th>
          </tr>
        </tfoot>
      )}
    </table>
  );
}

function StreamRows({
  stream,
  config,
  run,
  actions,
  curveForm,
  isShown,
  onShow,
}: {
  readonly stream: StreamOfConfig;
  readonly config: ConfigState;
  readonly run: StreamRun | undefined;
  readonly actions: StreamsRun;
  readonly curveForm: ComponentType<CurveFormProps>;
  readonly isShown: boolean;
  readonly onShow: () => void;
}) {
  const id = `stream-${stream.name}`;
  const isLeftOut = config.leftOut.some(({ name }) => name === stream.name);
  const check = config.check?.streams.get(stream.name);
  return (
    <tbody>
      <tr>
        <th scope="row">
          <button type="button" aria-expanded={isShown} aria-controls={id} onClick={onShow}>
            {nameOf(stream)}
          </button>
          <About stream={stream} config={config} check={check} />
          {run !== undefined && <Failure run={run} />}
        </th>
        <td>
          <Tick tone={toneOf(run, check?.kind)} breathing={run?.phase === 'running'} />{' '}
          {run === undefined ? idleText(check?.kind, isLeftOut) : stateText(run)}
        </td>
        <Figures run={run} />
      </tr>
      <tr hidden={!isShown}>
        <td colSpan={4} id={id}>
          {isShown && (
            <StreamDetail
              stream={stream}
              check={check}
              run={run}
              account={
                run && (
                  <Account name={nameOf(stream)} run={run} faultLog={() => actions.faultLog(stream.name)} />
                )
              }
            >
              <Controls stream={stream} run={run} config={config} actions={actions} curveForm={curveForm} />
            </StreamDetail>
          )}
        </td>
      </tr>
    </tbody>
  );
}

const Account = (props: ComponentProps<typeof StreamAccount>) => (
  <Suspense>
    <StreamAccount {...props} />
  </Suspense>
);

/** What changes a stream, while it runs. */
function Controls({
  run,
  config: { check },
  ...props
}: Pick<Parameters<typeof StreamRows>[0], 'stream' | 'run' | 'config' | 'actions' | 'curveForm'>) {
  const { name } = props.stream;
  const checked = check?.streams.get(name);
  return (
    <Suspense>
      {run?.phase === 'running' && (
        <StreamControls
          {...props}
          run={run}
          fixedRate={checked?.kind === 'ready' ? checked.stream.fixedRate : undefined}
          sharing={check?.sharing.get(name) ?? []}
        />
      )}
    </Suspense>
  );
}

/** Where a stream sends, how fast, how many fields, and why it does not run here. */
function About({
  stream,
  config,
  check,
}: {
  readonly stream: StreamOfConfig;
  readonly config: ConfigState;
  readonly check: StreamCheck | undefined;
}) {
  const leftOut = config.leftOut.find(({ name }) => name === stream.name);
  const ready = check?.kind === 'ready' ? check.stream : undefined;
  const fields = ready?.fields.length;
  const hasJourneys = ready?.journey !== undefined;
  return (
    <>
      <small>
        {stream.destination.title}
        <HostOf name={stream.name} config={config} />, {rateLine(stream.options, hasJourneys)}
        {fields !== undefined && `, ${fields} ${fields === 1 ? 'field' : 'fields'}`}
      </small>
      {leftOut !== undefined && <small className="left-out">Left out: {leftOut.why}.</small>}
    </>
  );
}

function Failure({ run }: { readonly run: StreamRun }) {
  const text = failureOf(run);
  return text === undefined ? null : <small className="failure">{text}</small>;
}

function Figures({ run }: { readonly run: StreamRun | undefined }) {
  if (run?.progress === undefined)
    return (
      <>
        <td className="num none">–</td>
        <td className="num none">–</td>
      </>
    );
  const { accepted } = countsOf(run);
  return (
    <>
      <td className="num">{countText(accepted)}</td>
      <td className="num">{perSecondText(presentRate(run))}</td>
    </>
  );
}

function HostOf({ name, config }: { readonly name: string; readonly config: ConfigState }) {
  const host = config.targets.get(name)?.host;
  return host === undefined ? null : (
    <>
      {' '}
      <Host name={host} />
    </>
  );
}

function idleText(kind: 'ready' | 'invalid' | undefined, isLeftOut: boolean): string {
  if (kind === undefined) return 'Checking';
  if (kind === 'invalid') return 'Problems';
  return isLeftOut ? 'Preview only' : 'Ready';
}

function toneOf(run: StreamRun | undefined, kind: 'ready' | 'invalid' | undefined): Tone {
  if (run === undefined) return kind === 'invalid' ? 'failed' : 'line';
  const text = stateText(run);
  if (text === 'Failed') return 'failed';
  if (text === 'Retrying') return 'retried';
  if (text === 'Paused') return 'behind';
  if (text === 'Done') return 'accepted';
  return ['Running', 'Catching up', 'Starting', 'Stopping'].includes(text) ? 'now' : 'muted';
}
