import { messagesOf } from '@catbird/engine';
import '../../run/run.css';
import '../../chart/chart.css';
import '../../tail/tail.css';
import './streams.css';
import { Suspense, useEffect, useState, type ComponentProps, type ComponentType } from 'react';
import { RunBar } from '../../run/bar.tsx';
import type { CurveFormProps } from '../../run/follow-curve.tsx';
import { newOwnership } from '../../kept/ownership.ts';
import { isHere, type OpenedConfig, type ShareableConfig, type StreamOfConfig } from '../../state/streams.ts';
import { Button, lazyPart, Report } from '../../ui/index.ts';
import { useKeptFocus } from '../../ui/focus.ts';
import { BeforeFirst, MissingFiles, VariableFields } from './before-run.tsx';
import { ConfigHead, problemsOf, useEditing } from './config-head.tsx';
import { KeptConfig, useKey } from './kept-config.tsx';
import { openedFrom, type ConfigSource } from './opened-config.ts';
import { ProblemList } from './problem-list.tsx';
import { StreamTable } from './stream-table.tsx';
import { TakeAway } from './take-away.tsx';
import { useConfig, type ConfigState } from './use-config.ts';
import { useRun } from './use-run.ts';
import { sumOf } from '../../state/stream-runs.ts';
import { variablesOf } from '../../state/variables.ts';
import { listText, nameOf } from './stream-text.ts';

/** Counters, chart and latest events, which there are once streams run. */
const AllRates = lazyPart(async () => (await import('./all-run.tsx')).AllRates);
const AllEvents = lazyPart(async () => (await import('./all-run.tsx')).AllEvents);

const OneStream = lazyPart(async () => (await import('./one-stream.tsx')).OneStream);

/** Where rows come from; nothing for streams that share nothing. */
const StreamMap = lazyPart(async () => (await import('./map/stream-map.tsx')).StreamMap);

const AddStream = lazyPart(async () => (await import('./add-stream.tsx')).AddStream);

/** Props of the step. */
interface StreamsProps {
  readonly id: string;
  readonly source: ConfigSource;
  /** Used if the config has none. */
  readonly seed: string;
  /** The config was read: its text may go to the address. */
  readonly onOpened: (config: OpenedConfig, shared: ShareableConfig | undefined) => void;
  readonly onRunning: (isRunning: boolean) => void;
  readonly onClose: () => void;
  /** The curve of the settings. */
  readonly curveForm: ComponentType<CurveFormProps>;
}

/** The streams of a config: opened, checked, run together. */
export function Streams(props: StreamsProps) {
  const { id, source, onClose } = props;
  const [opened, setOpened] = useState<OpenedConfig>();
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    let isCurrent = true;
    const open = async (): Promise<void> => {
      try {
        const config = await openedFrom(source);
        if (isCurrent) setOpened(config);
      } catch (error) {
        if (isCurrent) setFailure(error instanceof Error ? error.message : String(error));
      }
    };
    void open();
    return () => void (isCurrent = false);
  }, [source]);
  return (
    <section className="sec streams" id={id} aria-labelledby="streams-title">
      {failure !== undefined && (
        <>
          <h2 id="streams-title">Streams</h2>
          <Report
            tone="failed"
            title={failure}
            actions={
              <Button look="outline" onClick={onClose}>
                Close
              </Button>
            }
          />
        </>
      )}
      {opened !== undefined && <OpenedStreams key={opened.text} {...props} opened={opened} />}
    </section>
  );
}

function OpenedStreams({
  opened: first,
  seed,
  onOpened,
  onRunning,
  onClose,
  curveForm,
}: StreamsProps & { readonly opened: OpenedConfig }) {
  const [opened, setOpened] = useState(first);
  const state = useConfig(opened, seed);
  const [ownership] = useState(() => newOwnership(navigator.locks));
  const key = useKey(state.view);
  const run = useRun(state, key, ownership);
  const keptFocus = useKeptFocus();
  const [hasTried, setTried] = useState(false);
  const editing = useEditing(state);
  const { view, check } = state;
  const { isRunning } = run;
  useEffect(() => {
    if (view?.ok === true) onOpened(opened, view.shared);
    // Once for each text that is read.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [view]);
  useEffect(() => onRunning(isRunning), [isRunning, onRunning]);
  useStartInView(view !== undefined, check !== undefined);
  const blocked = whyBlocked(state);
  const note = hasTried && !isRunning ? blocked : undefined;
  const start = (): void => {
    setTried(true);
    if (blocked !== undefined) return;
    state.keep();
    run.start();
  };
  const [shown, setShown] = useState<string>();
  const idle = (
    <Button disabled={!run.isReady} onClick={start}>
      Start all
    </Button>
  );
  const share = <Share opened={opened} config={state} />;
  const stream = streamIn(state, shown);
  if (stream !== undefined)
    return (
      <Suspense fallback={<div className="overview-wait" />}>
        <OneStream
          key={stream.name}
          stream={stream}
          opened={opened}
          config={state}
          run={run}
          curveForm={curveForm}
          idle={idle}
          note={note}
          onBack={() => {
            setShown(undefined);
            requestAnimationFrame(() => document.getElementById(`stream-${stream.name}`)?.focus());
          }}
        >
          {share}
        </OneStream>
      </Suspense>
    );
  return (
    <>
      <ConfigHead
        opened={opened}
        config={state}
        editing={editing}
        isRunning={isRunning}
        onEdited={setOpened}
        onClose={onClose}
      />
      <Unread opened={opened} config={state} />
      {view?.ok === true && (
        <>
          <ProblemList name={opened.name} issues={problemsOf(check, editing)} />
          <MissingFiles names={check?.missing ?? []} onAdd={(files) => state.addFiles(files)} />
          <VariableFields config={state} streams={view.streams} locked={isRunning} hasTried={hasTried} />
          {run.runs.size === 0 && <BeforeFirst opened={opened} config={state} />}
          <RunBar
            label="All streams"
            stop="Stop all"
            all={run}
            service={streamIn(state, [...run.runs.keys()][0])?.destination.title}
            sent={sumOf(run.runs).accepted}
            idle={idle}
            note={note}
            keptFocus={keptFocus}
            actions={run}
          />
          <div onFocus={keptFocus.onFocus} onBlur={keptFocus.onBlur}>
            <KeptConfig
              name={opened.name}
              digest={key}
              config={state}
              run={run}
              ownership={ownership}
              blocked={blocked}
            />
          </div>
          {run.runs.size > 0 && (
            <Suspense fallback={<div className="run-top" />}>
              <AllRates run={run} />
            </Suspense>
          )}
          <MapAndTable
            opened={opened}
            streams={view.streams}
            config={state}
            run={run}
            isEditing={editing.isOpen}
            onAdded={setOpened}
            onShow={setShown}
          />
          {share}
        </>
      )}
    </>
  );
}

/** Why a config could not be read or checked. */
const Unread = ({
  opened: { name },
  config: { view, failure },
}: {
  readonly opened: OpenedConfig;
  readonly config: ConfigState;
}) => (
  <>
    {view?.ok === false && <ProblemList name={name} issues={view.issues} />}
    {failure !== undefined && <Report tone="failed" title={failure} />}
  </>
);

/** A stream by name. */
const streamIn = ({ view }: ConfigState, name: string | undefined): StreamOfConfig | undefined =>
  view?.ok === true ? view.streams.find((stream) => stream.name === name) : undefined;

/** Ways to take the config along. */
const Share = ({
  opened: { name },
  config: { view, leftOut },
}: {
  readonly opened: OpenedConfig;
  readonly config: ConfigState;
}) =>
  view?.ok === true && (
    <TakeAway name={name} shared={view.shared} variables={view.variables} leftOut={leftOut} />
  );

/** Where rows come from, the streams, and what adds another one. */
const MapAndTable = ({
  opened,
  isEditing,
  onAdded,
  ...table
}: ComponentProps<typeof StreamTable> &
  Pick<ComponentProps<typeof AddStream>, 'opened' | 'onAdded'> & { readonly isEditing: boolean }) => (
  <div className="streams-split">
    <Suspense>
      <StreamMap streams={table.streams} check={table.config.check} run={table.run} />
    </Suspense>
    <div>
      <StreamTable {...table} />
      <Suspense fallback={<div className="add-wait" />}>
        <AddStream
          opened={opened}
          config={table.config}
          disabled={table.run.isRunning || isEditing || table.config.check === undefined}
          onAdded={onAdded}
        />
      </Suspense>
      {table.run.runs.size > 0 && (
        <Suspense>
          <AllEvents run={table.run} />
        </Suspense>
      )}
    </div>
  </div>
);

/** Why Start does nothing yet, in a sentence. */
function whyBlocked({ view, check, targets, values }: ConfigState): string | undefined {
  if (view?.ok !== true || check === undefined) return 'The config is still being checked.';
  if (targets.size === 0) return 'None of these streams can run in a browser. Run it with the command below.';
  if (check.missing.length > 0) return `Add ${listText(check.missing)} first.`;
  const here = view.streams.filter(({ name, destination }) => isHere(destination) && targets.has(name));
  const invalid = here.filter(({ name }) => check.streams.get(name)?.kind !== 'ready');
  if (invalid.length > 0 || check.issues.length > 0)
    return `Fix the problems${invalid.length === 0 ? '' : ` of ${listText(invalid.map(nameOf))}`} first.`;
  const used = new Set(here.flatMap(({ settings }) => variablesOf(settings)));
  const empty = view.variables.filter((name) => used.has(name) && (values[name] ?? '') === '');
  if (empty.length > 0) return `Enter ${listText(empty)} first.`;
  const wrong = [...targets.values()].flatMap((target) => (target.ok ? [] : messagesOf(target.issues)));
  return wrong.length === 0 ? undefined : wrong.join('. ');
}

/**
 * Scrolls to the streams of a config, with Start in view: once they are read, and once they are checked, as a check may ask for files.
 * Who has moved the focus is left alone.
 */
function useStartInView(isRead: boolean, isChecked: boolean): void {
  useEffect(() => {
    if (isRead || isChecked) requestAnimationFrame(showStart);
  }, [isRead, isChecked]);
}

function showStart(): void {
  const section = document.getElementById('streams');
  const heading = section?.querySelector('h2');
  if (section === null || (document.activeElement !== heading && document.activeElement !== document.body))
    return;
  const isReduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const bar = section.querySelector('.run-bar') ?? section;
  const isTall = bar.getBoundingClientRect().bottom - section.getBoundingClientRect().top > innerHeight;
  (isTall ? bar : section).scrollIntoView({
    behavior: isReduced ? 'instant' : 'smooth',
    block: isTall ? 'end' : 'start',
  });
}
