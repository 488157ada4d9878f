import { useCallback, useEffect, useState } from 'react';
import { withKeptRuns } from '../../kept/database.ts';
import { endOfRun, lastSavedMs, newRunId, sentOf, type KeptRun } from '../../kept/kept-run.ts';
import type { Ownership } from '../../kept/ownership.ts';
import { digestOf } from '../../kept/rows-digest.ts';
import { EarlierRun, Elsewhere, FORGOTTEN, NotKept, TAKEN } from '../../run/earlier-run.tsx';
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

/** An earlier run of a config, as it is offered. */
interface EarlierConfigRun {
  /** Undefined: there is none. */
  readonly offer: KeptRun | undefined;
  readonly hide: () => void;
  /** The run of another tab; undefined if there is none. */
  readonly elsewhere: () => Promise<KeptRun | undefined>;
  /** Continues the run at each stream's next row, or says why not. */
  readonly resume: (id: string) => Promise<string | undefined>;
  /** Removes the run, or says why not. */
  readonly forget: (id: string) => Promise<string | undefined>;
}

/** The latest run of a config that no tab has, while none runs here. */
export function useKept(
  key: string | undefined,
  config: ConfigState,
  run: StreamsRun,
  ownership: Ownership,
): EarlierConfigRun {
  const [offer, setOffer] = useState<KeptRun>();
  const { isRunning } = run;
  useEffect(() => {
    if (key === undefined || isRunning) return undefined;
    let isCurrent = true;
    void latestOf(key, ownership).then((found) => isCurrent && setOffer(found));
    return () => {
      isCurrent = false;
      setOffer(undefined);
    };
  }, [key, isRunning, ownership]);
  return {
    offer,
    hide: useCallback(() => setOffer(undefined), []),
    elsewhere: useCallback(
      async () => (key === undefined ? undefined : elsewhereOf(key, ownership)),
      // It is asked again when a run starts or ends here.
      // oxlint-disable-next-line react-hooks/exhaustive-deps
      [key, isRunning, ownership],
    ),
    async resume(id) {
      if (!(await ownership.take(id))) return TAKEN;
      const problem = await resumed(id, key ?? '', config, run);
      if (problem !== undefined) ownership.release();
      return problem;
    },
    async forget(id) {
      // Its tab would go on, and no longer be able to continue it.
      if (!(await ownership.take(id))) return TAKEN;
      await withKeptRuns((runs) => runs.forget(id));
      ownership.release();
      return undefined;
    },
  };
}

async function resumed(
  id: string,
  key: string,
  config: ConfigState,
  run: StreamsRun,
): Promise<string | undefined> {
  // Another tab may have continued it since it was offered.
  const kept = (await withKeptRuns((runs) => runs.runsOf(key))).find((each) => each.id === id);
  if (kept === undefined) return FORGOTTEN;
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

/** The runs of a config, and which runs other tabs have. */
const runsAndTabs = (key: string, ownership: Ownership) =>
  Promise.all([withKeptRuns((runs) => runs.runsOf(key)), ownership.others()]);

async function latestOf(key: string, ownership: Ownership): Promise<KeptRun | undefined> {
  // No stream runs here.
  ownership.release();
  try {
    const [runs, others] = await runsAndTabs(key, ownership);
    return runs.find(({ id, streams }) => !others.has(id) && streams.size > 0);
  } catch {
    // Storage is blocked or damaged: nothing is remembered.
    return undefined;
  }
}

async function elsewhereOf(key: string, ownership: Ownership): Promise<KeptRun | undefined> {
  const [runs, others] = await runsAndTabs(key, ownership);
  return runs.find(({ id }) => others.has(id));
}

/** What is to say about other runs of the config. */
export function KeptConfig(props: KeptConfigProps) {
  const {
    name,
    kept: { elsewhere },
  } = props;
  const find = useCallback(async () => {
    const run = await elsewhere();
    return run && { name, ended: endOfRun(run), sent: sentOf(run) };
  }, [name, elsewhere]);
  return (
    <>
      <EarlierConfig {...props} />
      <Elsewhere find={find} />
    </>
  );
}

interface KeptConfigProps {
  /** Of the config. */
  readonly name: string;
  readonly kept: EarlierConfigRun;
  readonly run: StreamsRun;
  /** Why streams cannot start yet. */
  readonly blocked: string | undefined;
}

/** Offers to continue the latest run of the config, unless streams run. Says so if a run cannot be kept. */
function EarlierConfig({
  name,
  kept: { offer, hide, resume, forget },
  run: { isReady, isRunning, runs },
  blocked,
}: KeptConfigProps) {
  if (isRunning)
    return (
      <NotKept reason={[...runs.values()].find(({ progress }) => progress?.notKept)?.progress?.notKept} />
    );
  // Until the config is checked, it could not be continued.
  if (offer === undefined || !isReady) return null;
  const ended = endOfRun(offer);
  const isFinished = ended === 'finished';
  // What has just finished here says so already.
  if (isFinished && runs.size > 0) return null;
  return (
    <EarlierRun
      name={name}
      ended={ended}
      sent={sentOf(offer)}
      savedMs={lastSavedMs(offer)}
      note={isFinished ? 'All its events have been sent. Start all sends them again.' : undefined}
      label={isFinished ? undefined : 'Continue each stream at its next row'}
      onContinue={async () => blocked ?? resume(offer.id)}
      onForget={() => forget(offer.id)}
      onOver={hide}
    />
  );
}
