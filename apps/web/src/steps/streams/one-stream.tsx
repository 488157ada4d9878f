import { useEffect, useRef, type ComponentType, type ReactNode } from 'react';
import type { CurveFormProps } from '../../run/follow-curve.tsx';
import { RunView, type RunViewProps } from '../../run/run-view.tsx';
import { countText } from '../../run/units.ts';
import type { Run } from '../../state/run.ts';
import { countsOf } from '../../state/stream-runs.ts';
import type { OpenedConfig, StreamCheck, StreamOfConfig } from '../../state/streams.ts';
import { Button } from '../../ui/index.ts';
import { ProblemList } from './problem-list.tsx';
import { listText, nameOf, rateLine } from './stream-text.ts';
import type { ConfigState } from './use-config.ts';
import type { StreamsRun } from './use-run.ts';

/** The overview of one stream of a config. */
export function OneStream({
  stream,
  opened,
  config,
  run,
  curveForm,
  idle,
  note,
  onBack,
  children,
}: {
  readonly stream: StreamOfConfig;
  readonly opened: OpenedConfig;
  readonly config: ConfigState;
  readonly run: StreamsRun;
  /** The curve of the settings. */
  readonly curveForm: ComponentType<CurveFormProps>;
  /** What starts all streams. */
  readonly idle: ReactNode;
  /** Why they do not start. */
  readonly note: string | undefined;
  readonly onBack: () => void;
  /** Ways to share the config. */
  readonly children: ReactNode;
}) {
  const { name, destination, options } = stream;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.closest('section')?.scrollIntoView();
  }, []);
  const title = nameOf(stream);
  const host = config.targets.get(name)?.host ?? destination.title;
  const { check, shared } = checkOf(config, name);
  const ready = check?.kind === 'ready' ? check.stream : undefined;
  return (
    <>
      <div className="overview-head">
        <h2 id="streams-title" ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <p className="hint">
          <Button look="link" onClick={onBack}>
            All streams
          </Button>{' '}
          {opened.name}, to {host}, {rateLine(options, ready?.journey !== undefined)}
        </p>
      </div>
      <RunView
        label={title}
        stop={`Stop ${title}`}
        {...runOf(run.runs.get(name), destination.title)}
        service={destination.title}
        host={host}
        planned={curveOf(stream)}
        fixed={shared ?? ready?.fixedRate}
        isShared={shared !== undefined}
        curveForm={curveForm}
        idle={!run.isRunning && idle}
        note={note}
        notice={
          check?.kind === 'invalid' ? <ProblemList name="the config" issues={check.issues} /> : undefined
        }
        request={run.request(name)}
        faultLog={() => run.faultLog(name)}
        faultsName={`faults-${title}.ndjson`}
        // An incident is that of all streams.
        onChange={(change) => run.change(change, change.kind === 'incident' ? undefined : name)}
        onStop={() => run.stop(name)}
      >
        <StreamFacts stream={stream} check={check} />
        {children}
      </RunView>
    </>
  );
}

const checkOf = ({ check }: ConfigState, name: string) => ({
  check: check?.streams.get(name),
  shared: sharedText(check?.sharing.get(name)),
});

/** A run with its counts, those of earlier sessions included. */
function runOf(run: Run | undefined, service: string): Pick<RunViewProps, 'run' | 'sent' | 'report'> {
  const hint = `Accepted by ${service}`;
  if (run === undefined) return { run, sent: { total: 0, session: 0, hint } };
  const counts = countsOf(run);
  const { progress } = run;
  return {
    run,
    sent: { total: counts.accepted, session: progress?.accepted ?? 0, hint },
    report: progress && { ...progress, ...counts },
  };
}

/** Why the rate of a stream is not its own; undefined: it is. */
const sharedText = (sharing: readonly string[] = []): string | undefined =>
  sharing.length === 0
    ? undefined
    : `The rate and pauses are the same for all streams that share their journeys: ${listText(sharing.map((each) => nameOf({ name: each })))}.`;

/** The first rows of a stream, and its schema. */
const StreamFacts = ({
  stream,
  check,
}: {
  readonly stream: StreamOfConfig;
  readonly check: StreamCheck | undefined;
}) => (
  <div className="config">
    <h3 className="block-h">First rows and schema</h3>
    {check === undefined && <p className="hint">Making rows…</p>}
    {check?.kind === 'ready' && (
      <>
        {check.stream.notes.map((note) => (
          <p key={note} className="hint">
            {note}
          </p>
        ))}
        <p className="hint">{countText(check.stream.fields.length)} fields</p>
        <Code label={`First rows of ${nameOf(stream)}`} text={check.stream.lines.join('\n')} />
      </>
    )}
    <Code label={`Schema of ${nameOf(stream)}`} text={schemaText(stream)} />
  </div>
);

/** Characters shown of a text; a browser takes seconds to lay out a million. */
const MAX_SHOWN = 20_000;

const Code = ({ label, text }: { readonly label: string; readonly text: string }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so it must be reachable by keyboard
  <pre className="code" tabIndex={0} role="group" aria-label={label}>
    {text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN).toWellFormed()}…` : text}
  </pre>
);

function schemaText({ source }: StreamOfConfig): string {
  if ('text' in source) return source.text;
  if ('template' in source) return `The template ${source.template}`;
  if ('replay' in source) return `The recording ${source.replay}`;
  return 'entity' in source ? `Each ${source.entity} once` : `The file ${source.file}`;
}

/** The curve of a stream as text; undefined: none. */
const curveOf = ({ options: { rate } }: StreamOfConfig): string | undefined =>
  rate === undefined || typeof rate === 'string' ? rate : JSON.stringify(rate);
