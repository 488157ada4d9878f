import './kept-runs.css';
import { useCallback, useEffect, useRef, useState } from 'react';
import { withKeptRuns, type KeptRuns as Database } from '../kept/database.ts';
import { endOfRun, lastSavedMs, sentOf, type KeptRun } from '../kept/kept-run.ts';
import type { Ownership } from '../kept/ownership.ts';
import { loadNamed } from '../state/destinations.ts';
import { Button } from '../ui/index.ts';

/** Where the runs of a config are kept, or those of the page's own stream. */
export interface KeptPlace {
  /** Of its runs: see `KeptStart`. */
  readonly key: string;
  readonly ownership: Ownership;
  /** Default: in this browser's database. */
  readonly open?: (() => Promise<Database>) | undefined;
}

const runsIn = ({ key, open }: KeptPlace) => withKeptRuns((runs) => runs.runsOf(key), open);

/** The latest run that some tabs have, or none has. */
async function findRun(
  place: KeptPlace,
  isElsewhere: boolean,
  is: (run: KeptRun) => boolean,
): Promise<KeptRun | undefined> {
  const [runs, others] = await Promise.all([runsIn(place), place.ownership.others()]);
  const found = runs.find((run) => others.has(run.id) === isElsewhere && is(run));
  // People read the name of its destination.
  await loadNamed(found?.link ?? '');
  return found;
}

const TAKEN = 'It runs in another tab.';

/** Continues a run, or says why not. @param goOn does so, or says why not */
export async function resumeRun(
  id: string,
  place: KeptPlace,
  goOn: (run: KeptRun) => Promise<string | undefined>,
): Promise<string | undefined> {
  if (!(await place.ownership.take(id))) return TAKEN;
  // Another tab may have continued it since it was offered.
  const run = (await runsIn(place)).find((each) => each.id === id);
  const problem = run === undefined ? 'It has been removed in another tab.' : await goOn(run);
  if (problem !== undefined) place.ownership.release();
  return problem;
}

/** Removes a run, or says why not. */
export async function forgetRun(id: string, { ownership, open }: KeptPlace): Promise<string | undefined> {
  // Its tab would go on, and no longer be able to continue it.
  if (!(await ownership.take(id))) return TAKEN;
  await withKeptRuns((runs) => runs.forget(id), open);
  ownership.release();
  return undefined;
}

/** Props of the notice about kept runs. */
export interface KeptRunsProps {
  /** Undefined while it is not known. */
  readonly place: KeptPlace | undefined;
  /** While a run goes on here, none is offered. */
  readonly isRunning: boolean;
  /** Why the run that goes on is not kept. */
  readonly notKept: string | undefined;
  /** What a run sends and where: `Online Shop to Tinybird`; or the name of its config. */
  readonly nameOf: (run: KeptRun) => string;
  /** Whether a run has begun, so that it can be offered. */
  readonly hasBegun: (run: KeptRun) => boolean;
  /** Whether a run of another tab sends the same. Another function for another stream. */
  readonly isSame: (run: KeptRun) => boolean;
  /** What the button says, undefined if nothing is left to send, and what else is to know. Undefined: the run is not offered now. */
  readonly offerOf: (run: KeptRun) => { readonly label?: string; readonly note?: string } | undefined;
  /** Continues a run, or says why not. */
  readonly onContinue: (run: KeptRun) => Promise<string | undefined>;
}

/**
 * Offers to continue the latest run of an earlier page that no tab has. Says so if a run cannot be kept, and if another tab sends the
 * same.
 */
export function KeptRuns(props: KeptRunsProps) {
  const { place, isRunning, notKept, nameOf, hasBegun, isSame, offerOf } = props;
  const [found, setFound] = useState<KeptRun>();
  useEffect(() => {
    if (place === undefined || isRunning) return undefined;
    let isCurrent = true;
    void findRun(place, false, hasBegun).then(
      (run) => isCurrent && setFound(run),
      // Storage is blocked or damaged: nothing is remembered.
      () => undefined,
    );
    return () => {
      isCurrent = false;
      setFound(undefined);
    };
    // Runs are kept, and not found, by other tabs and by this one when it starts.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [place, isRunning]);
  const find = useCallback(
    async () => place && findRun(place, true, isSame),
    // It is asked again when a run starts or ends here.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [place, isSame, isRunning],
  );
  const offer = found && offerOf(found);
  return (
    <>
      {notKept !== undefined && (
        <p className="kept" role="status">
          This browser can’t keep this run, so a reload would end it for good: {notKept}
        </p>
      )}
      {offer && place && !isRunning && (
        <Offer {...props} {...offer} place={place} run={found} onOver={() => setFound(undefined)} />
      )}
      <Elsewhere find={find} nameOf={nameOf} />
    </>
  );
}

const ENDED = {
  interrupted: 'was interrupted',
  stopped: 'was stopped',
  failed: 'failed',
  finished: 'finished',
} as const;

/** Offers to continue or to forget an earlier run. */
function Offer({
  run,
  place,
  label,
  note,
  nameOf,
  onContinue,
  onOver,
}: Pick<KeptRunsProps, 'nameOf' | 'onContinue'> &
  NonNullable<ReturnType<KeptRunsProps['offerOf']>> & {
    readonly run: KeptRun;
    readonly place: KeptPlace;
    /** It was continued or removed, or people do not want it now. */
    readonly onOver: () => void;
  }) {
  const [problem, setProblem] = useState<string>();
  const isBusy = useRef(false);
  /** One at a time: a second click would find that the first has taken the run. */
  const once = async (failure: string, act: () => Promise<string | undefined>): Promise<void> => {
    if (isBusy.current) return;
    isBusy.current = true;
    setProblem(undefined);
    try {
      const why = await act();
      if (why === undefined) onOver();
      else setProblem(why);
    } catch (error) {
      setProblem(`${failure}: ${error instanceof Error ? error.message : String(error)}`);
    }
    isBusy.current = false;
  };
  return (
    <section className="kept" aria-label="Earlier run">
      <p>
        <b>{nameOf(run)}</b> {ENDED[endOfRun(run)]} on{' '}
        {new Date(lastSavedMs(run)).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })},{' '}
        {sentOf(run).toLocaleString('en')} sent. {note} <span role="status">{problem}</span>
      </p>
      <div className="acts">
        {label !== undefined && (
          <Button
            onClick={() => void once('It could not be opened', () => resumeRun(run.id, place, onContinue))}
          >
            {label}
          </Button>
        )}
        <Button
          look="outline"
          onClick={() => void once('It could not be removed', () => forgetRun(run.id, place))}
        >
          Forget
        </Button>
        <Button look="link" onClick={onOver}>
          Not now
        </Button>
      </div>
    </section>
  );
}

/**
 * Says that another tab has the same stream, each time the stream changes and the page comes to the front.
 *
 * @param find finds the other tab's run; another function for another stream
 */
function Elsewhere({
  find,
  nameOf,
}: {
  readonly find: () => Promise<KeptRun | undefined>;
  readonly nameOf: KeptRunsProps['nameOf'];
}) {
  const [other, setOther] = useState<KeptRun>();
  useEffect(() => {
    let isCurrent = true;
    const look = (): void =>
      void find().then(
        (found) => isCurrent && setOther(found),
        // Storage is blocked or damaged, or a part did not load: other tabs are not known.
        () => isCurrent && setOther(undefined),
      );
    const onShown = (): void => void (document.visibilityState === 'visible' && look());
    look();
    document.addEventListener('visibilitychange', onShown);
    return () => {
      isCurrent = false;
      document.removeEventListener('visibilitychange', onShown);
    };
  }, [find]);
  if (other === undefined) return null;
  const ended = endOfRun(other);
  return (
    <p className="kept" role="status">
      <b>{nameOf(other)}</b> {ended === 'interrupted' ? 'is running' : ENDED[ended]} in another tab,{' '}
      {sentOf(other).toLocaleString('en')} sent.
    </p>
  );
}
