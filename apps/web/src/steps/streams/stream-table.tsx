import { phaseOf, type Phase } from '../../run/phase.ts';
import { countText, perSecondText } from '../../run/units.ts';
import type { Run } from '../../state/run.ts';
import { countsOf, presentRate } from '../../state/stream-runs.ts';
import type { StreamCheck, StreamOfConfig } from '../../state/streams.ts';
import { Host, Tick } from '../../ui/index.ts';
import type { ConfigState } from './use-config.ts';
import type { StreamsRun } from './use-run.ts';
import { failureOf, nameOf, rateLine } from './stream-text.ts';

/** The streams of a config, a row each, with what they sent. */
export function StreamTable({
  streams,
  config,
  run,
  onShow,
}: {
  readonly streams: readonly StreamOfConfig[];
  readonly config: ConfigState;
  readonly run: StreamsRun;
  /** Opens the overview of a stream. */
  readonly onShow: (name: string) => void;
}) {
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
      <tbody>
        {streams.map((stream) => (
          <StreamRow
            key={stream.name}
            stream={stream}
            config={config}
            run={run.runs.get(stream.name)}
            onShow={() => onShow(stream.name)}
          />
        ))}
      </tbody>
    </table>
  );
}

function StreamRow({
  stream,
  config,
  run,
  onShow,
}: {
  readonly stream: StreamOfConfig;
  readonly config: ConfigState;
  readonly run: Run | undefined;
  readonly onShow: () => void;
}) {
  const isLeftOut = config.leftOut.some(({ name }) => name === stream.name);
  const check = config.check?.streams.get(stream.name);
  const state = stateOf(run, check?.kind, isLeftOut);
  return (
    <tr>
      <th scope="row">
        <button type="button" id={`stream-${stream.name}`} onClick={onShow}>
          {nameOf(stream)}
        </button>
        <About stream={stream} config={config} check={check} />
        {run !== undefined && <Failure run={run} />}
      </th>
      <td>
        <Tick tone={state.tone} breathing={run?.phase === 'running'} /> {state.word}
      </td>
      <Figures run={run} />
    </tr>
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

function Failure({ run }: { readonly run: Run }) {
  const text = failureOf(run);
  return text === undefined ? null : <small className="failure">{text}</small>;
}

function Figures({ run }: { readonly run: Run | undefined }) {
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

/** The state of a stream, in a word or two. */
function stateOf(
  run: Run | undefined,
  kind: 'ready' | 'invalid' | undefined,
  isLeftOut: boolean,
): Pick<Phase, 'tone' | 'word'> {
  if (run?.phase === 'running' && run.progress?.retrying !== undefined)
    return { tone: 'retried', word: 'Retrying' };
  if (run !== undefined) return phaseOf(run);
  if (kind === 'invalid') return { tone: 'failed', word: 'Problems' };
  return { tone: 'line', word: kind === undefined ? 'Checking' : isLeftOut ? 'Preview only' : 'Ready' };
}
