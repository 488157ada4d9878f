import { messagesOf, textOfFile } from '@catbird/engine';
import '../../run/run.css';
import '../../chart/chart.css';
import '../../tail/tail.css';
import './streams.css';
import { Suspense, useEffect, useState, type ComponentProps, type ComponentType } from 'react';
import type { CurveFormProps } from '../../run/follow-curve.tsx';
import { newOwnership } from '../../kept/new-ownership.ts';
import { isHere, type OpenedConfig, type ShareableConfig } from '../../state/streams.ts';
import { Button, lazyPart, Report } from '../../ui/index.ts';
import { useKeptFocus } from '../../ui/focus.ts';
import { BeforeFirst, MissingFiles, VariableFields } from './before-run.tsx';
import { ConfigHead, problemsOf, useEditing } from './config-head.tsx';
import { KeptConfig, useKept, useKey } from './kept-config.tsx';
import { ProblemList } from './problem-list.tsx';
import { RunBar } from './run-bar.tsx';
import { StreamTable } from './stream-table.tsx';
import { useStartInView } from './start-in-view.ts';
import { TakeAway } from './take-away.tsx';
import { useConfig, type ConfigState } from './use-config.ts';
import { useRun, type StreamsRun } from './use-run.ts';
import { variablesOf } from '../../state/variables.ts';
import { listText, nameOf } from './words.ts';

/** Chart and latest events, which there are once streams run. */
const RunView = lazyPart(async () => (await import('./run-parts.tsx')).RunView);

/** Where rows come from; nothing for streams that share nothing. */
const StreamMap = lazyPart(async () => (await import('./map/stream-map.tsx')).StreamMap);

const AddStream = lazyPart(async () => (await import('./add-stream.tsx')).AddStream);

/** What the page opens: a file, or the config of a link. */
export type ConfigSource =
  | { readonly file: File }
  | {
      /** Compressed, as in the address. */
      readonly packed: string;
    };

/** Props of the step. */
export interface StreamsProps {
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

/** Largest file to open, in bytes: that of the command line. */
const MAX_BYTES = 16 * 2 ** 20;

async function openedFrom(source: ConfigSource): Promise<OpenedConfig> {
  if ('packed' in source) {
    const { decompress } = await import('../../link/decompress.ts');
    const text = await decompress(source.packed, 'config');
    return { name: isJson(text) ? 'config.json' : 'config.yaml', text, fromLink: true };
  }
  const { file } = source;
  if (file.size > MAX_BYTES) throw new Error(`${file.name} is larger than 16 MiB and was not opened.`);
  return { name: file.name, text: textOfFile(new Uint8Array(await file.arrayBuffer())), fromLink: false };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    // Else it is YAML, or has problems that a parser of YAML can place.
    return false;
  }
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
  const kept = useKept(key, state, run, ownership);
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
  const start = (): void => {
    setTried(true);
    if (blocked !== undefined) return;
    state.keep();
    run.start();
  };
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
      {view?.ok === false && <ProblemList name={opened.name} issues={view.issues} />}
      {state.failure !== undefined && <Report tone="failed" title={state.failure} />}
      {view?.ok === true && (
        <>
          <ProblemList name={opened.name} issues={problemsOf(check, editing)} />
          <MissingFiles names={check?.missing ?? []} onAdd={(files) => state.addFiles(files)} />
          <VariableFields config={state} streams={view.streams} locked={isRunning} hasTried={hasTried} />
          {run.runs.size === 0 && <BeforeFirst opened={opened} config={state} />}
          <RunBar
            run={run}
            note={hasTried && !isRunning ? blocked : undefined}
            disabled={!run.isReady}
            keptFocus={keptFocus}
            onStart={start}
          />
          <div onFocus={keptFocus.onFocus} onBlur={keptFocus.onBlur}>
            <KeptConfig name={opened.name} kept={kept} run={run} blocked={blocked} />
          </div>
          <MapAndTable
            opened={opened}
            streams={view.streams}
            config={state}
            run={run}
            curveForm={curveForm}
            isEditing={editing.isOpen}
            onAdded={setOpened}
          />
          <Started run={run} />
          <TakeAway
            name={opened.name}
            shared={view.shared}
            variables={view.variables}
            leftOut={state.leftOut}
          />
        </>
      )}
    </>
  );
}

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
    </div>
  </div>
);

const Started = ({ run }: { readonly run: StreamsRun }) => (
  <Suspense>{run.runs.size > 0 && <RunView run={run} />}</Suspense>
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
