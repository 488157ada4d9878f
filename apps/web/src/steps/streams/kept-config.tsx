import { endOfRun, lastSavedMs, sentOf } from '../../kept/kept-run.ts';
import { EarlierRun, NotKept } from '../../run/earlier-run.tsx';
import type { EarlierConfigRun } from './use-kept.ts';
import type { StreamsRun } from './use-run.ts';

/** Offers to continue the latest run of the config, unless streams run. Says so if a run cannot be kept. */
export function KeptConfig({
  name,
  kept: { offer, hide, resume, forget },
  run: { isReady, isRunning, runs },
  blocked,
}: {
  /** Of the config. */
  readonly name: string;
  readonly kept: EarlierConfigRun;
  readonly run: StreamsRun;
  /** Why streams cannot start yet. */
  readonly blocked: string | undefined;
}) {
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
