import { useEffect, useMemo, useState } from 'react';
import { endOfRun, newRunId, type KeptRun } from '../../kept/kept-run.ts';
import type { Ownership } from '../../kept/ownership.ts';
import { digestOf } from '../../kept/rows-digest.ts';
import { KeptRuns } from '../../run/kept-runs.tsx';
import type { ConfigState } from './use-config.ts';
import { digestsOf, type StreamsRun } from './use-run.ts';

/** The digest of a config's text without credentials, which is the same after a reload; undefined while it is read. */
export function useKey(view: ConfigState['view']): string | undefined {
  const [key, setKey] = useState<string>();
  useEffect(() => {
    if (view?.ok !== true) return undefined;
    let isCurrent = true;
    const text = view.shared?.text;
    // Not even a digest is kept of a config that may still have credentials, so no later run has this key.
    const found = text === undefined ? Promise.resolve(newRunId()) : keyOf(text);
    void found.then((each) => isCurrent && setKey(each));
    return () => void (isCurrent = false);
  }, [view]);
  return key;
}

const keyOf = async (text: string): Promise<string> => `${await digestOf([text])}-${text.length}`;

/** What is to say about other runs of the config. */
export function KeptConfig({
  name,
  digest,
  config,
  run,
  ownership,
  blocked,
}: {
  /** Of the config. */
  readonly name: string;
  readonly digest: string | undefined;
  readonly config: ConfigState;
  readonly run: StreamsRun;
  readonly ownership: Ownership;
  /** Why streams cannot start yet. */
  readonly blocked: string | undefined;
}) {
  const { isReady, isRunning, runs } = run;
  const place = useMemo(
    () => (digest === undefined ? undefined : { key: digest, ownership }),
    [digest, ownership],
  );
  return (
    <KeptRuns
      place={place}
      isRunning={isRunning}
      notKept={
        isRunning
          ? [...runs.values()].find(({ progress }) => progress?.notKept)?.progress?.notKept
          : undefined
      }
      nameOf={() => name}
      hasBegun={({ streams }) => streams.size > 0}
      isSame={isAny}
      offerOf={(kept) => (isReady ? offerOf(kept, runs.size > 0) : undefined)}
      onContinue={async (kept) => blocked ?? goOn(kept, config, run)}
    />
  );
}

/** All runs of a config send the same. */
const isAny = (): boolean => true;

/** What has just finished here says so already. */
function offerOf(
  run: KeptRun,
  hasRun: boolean,
): { readonly label?: string; readonly note?: string } | undefined {
  if (endOfRun(run) !== 'finished') return { label: 'Continue each stream at its next row' };
  return hasRun ? undefined : { note: 'All its events have been sent. Start all sends them again.' };
}

/** Continues a run at each stream's next row, or says why not. */
async function goOn(kept: KeptRun, config: ConfigState, run: StreamsRun): Promise<string | undefined> {
  const checked = await config.recall(kept.seed, kept.nowMs);
  if (checked === undefined) return 'The config is still being checked.';
  if (!isSame(digestsOf(checked, config.targets), kept.digests))
    return 'Its files, templates or generators have changed since, so its next rows would differ. Start a new run instead.';
  config.keep();
  run.continueRun(kept, checked);
  return undefined;
}

/** Whether the same streams would have the same rows. */
function isSame(one: KeptRun['digests'], other: KeptRun['digests']): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && other[name] === one[name])
  );
}
