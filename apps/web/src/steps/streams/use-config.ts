import { inOrder, NODE_DESTINATIONS } from '@catbird/stream';
import { knownDestinations, loadLater } from '../../state/destinations.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { keepVariables, restoreVariables } from '../../link/variables.ts';
import type { Addition } from '../../state/addition.ts';
import type { Values } from '../../state/config.ts';
import {
  isHere,
  type CheckedConfig,
  type ConfigView,
  type Files,
  type OpenedConfig,
  type StreamOfConfig,
} from '../../state/streams.ts';
import type { ExtendedConfig } from '../../worker/add-stream.ts';
import { newEngineWorker } from '../../worker/engine.ts';
import type { SentConfig, SentStream } from '../../worker/shown-config.ts';
import { partOf, scopesOf, targetOf, type LeftOut, type StreamTarget } from './targets.ts';

const viewOf = (sent: SentConfig): ConfigView =>
  sent.ok ? { ...sent, streams: sent.streams.flatMap(streamOf) } : sent;

function streamOf({ settingsPath, destination: command, ...stream }: SentStream): readonly StreamOfConfig[] {
  const destination = inOrder([...knownDestinations(), ...NODE_DESTINATIONS]).find(
    (each) => each.command === command,
  );
  return destination === undefined
    ? []
    : [{ ...stream, destination, nameOf: (setting) => settingsPath + setting }];
}

/** A config with everything that people have added to it. */
export interface ConfigState {
  /** Undefined while it is read. */
  readonly view: ConfigView | undefined;
  /** Undefined while it is checked. */
  readonly check: CheckedConfig | undefined;
  /** The check itself failed. */
  readonly failure: string | undefined;
  readonly values: Values;
  readonly setValue: (name: string, value: string) => void;
  /** Keeps the values in this tab, for the next time that they go to the same places. */
  readonly keep: () => void;
  /** Used by streams without a seed of their own. */
  readonly seed: string;
  /** Checks the config as an earlier run saw it, and goes on with its seed. */
  readonly recall: (seed: string, nowMs: number) => Promise<CheckedConfig | undefined>;
  readonly addFiles: (added: Files) => void;
  /** The config with one more stream. */
  readonly add: (addition: Addition) => Promise<ExtendedConfig>;
  /** Of the streams that run here, by name. */
  readonly targets: ReadonlyMap<string, StreamTarget>;
  readonly leftOut: readonly LeftOut[];
}

/** Reads a config and checks its streams, again whenever a file is added. */
export function useConfig(opened: OpenedConfig, firstSeed: string): ConfigState {
  const [seed, setSeed] = useState(firstSeed);
  const [view, setView] = useState<ConfigView>();
  const [check, setCheck] = useState<CheckedConfig>();
  const [failure, setFailure] = useState<string>();
  const [files, setFiles] = useState<Files>({});
  const [values, setValues] = useState<Values>({});
  const ask = useAsk();
  const { text, name } = opened;

  useEffect(() => {
    let isCurrent = true;
    void (async () => {
      try {
        const [sent] = await Promise.all([ask()('read', { text, name }), loadLater()]);
        const read = viewOf(sent);
        if (!isCurrent) return;
        setView(read);
        if (!read.ok) return;
        const restored = restoreVariables(read.variables, (kept) => scopesOf(read.streams, kept));
        setValues((entered) => ({ ...restored, ...entered }));
      } catch (error) {
        if (isCurrent) setFailure(error instanceof Error ? error.message : String(error));
      }
    })();
    return () => void (isCurrent = false);
  }, [text, name, ask]);

  useEffect(() => {
    if (view?.ok !== true) return undefined;
    let isCurrent = true;
    const run = async (): Promise<void> => {
      try {
        const checked = await ask()('examine', { text, name, files, seed, nowMs: Date.now() });
        if (isCurrent) setCheck(checked);
      } catch (error) {
        if (isCurrent) setFailure(error instanceof Error ? error.message : String(error));
      }
    };
    void run();
    return () => void (isCurrent = false);
  }, [view, text, name, files, seed, ask]);

  const parts = useMemo(() => partsOf(view, values), [view, values]);
  return {
    view,
    check,
    failure,
    values,
    setValue: (variable, value) => setValues((before) => ({ ...before, [variable]: value })),
    seed,
    async recall(recalled, nowMs) {
      if (view?.ok !== true) return undefined;
      setSeed(recalled);
      return ask()('examine', { text, name, files, seed: recalled, nowMs });
    },
    keep: () => view?.ok === true && keepVariables(values, scopesOf(view.streams, values)),
    add: (addition) => ask()('add', { text, name, addition }),
    addFiles: (added) => setFiles((before) => ({ ...before, ...added })),
    ...parts,
  };
}

function partsOf(view: ConfigView | undefined, values: Values): Pick<ConfigState, 'targets' | 'leftOut'> {
  if (view?.ok !== true) return { targets: new Map(), leftOut: [] };
  const { here, leftOut } = partOf(view.streams, ({ destination }) =>
    isHere(destination) ? undefined : `a browser can’t reach ${destination.title}`,
  );
  return { targets: new Map(here.map((each) => [each.name, targetOf(each, values)])), leftOut };
}

/** Asks a worker, which starts with the first question: a large config takes seconds, in which the page has to go on. */
function useAsk(): () => ReturnType<typeof newEngineWorker>['ask'] {
  const asked = useRef<ReturnType<typeof newEngineWorker>['ask']>(undefined);
  return useMemo(() => () => (asked.current ??= newEngineWorker().ask), []);
}
