import { useEffect, useRef, useState } from 'react';
import '../styles/kept.css';
import type { RunState } from '../state/state.ts';
import { Button } from '../ui/index.ts';
import type { Actions } from './actions.ts';
import { messageOf } from './message.ts';
import type { Continued, Offer } from './kept-runs.ts';

const ENDED = {
  interrupted: 'was interrupted',
  stopped: 'was stopped',
  failed: 'failed',
  finished: 'finished',
} as const;

const PROBLEMS: Readonly<Record<Exclude<Continued, 'running'>, string>> = {
  taken: 'It runs in another tab.',
  forgotten: 'It has been removed in another tab.',
  incomplete: 'Its credentials aren’t kept. Enter them under Connect, then continue.',
  damaged:
    'This version of the page can’t read its settings, schema or template, so its next rows would differ.',
  invalid: 'Its schema is no longer valid. See Build the schema.',
  changed:
    'Its template or the generators have changed since, so its next rows would differ. Start a new run instead.',
};

/** Offers to continue the latest run of an earlier page, until one is started. Says so if a run cannot be kept. */
export const KeptNotice = ({
  run,
  actions,
}: {
  readonly run: RunState | undefined;
  readonly actions: Pick<Actions, 'keptRuns'>;
}) => (run === undefined ? <EarlierRun actions={actions} /> : <NotKept reason={run.progress?.notKept} />);

const NotKept = ({ reason }: { readonly reason: string | undefined }) =>
  reason === undefined ? null : (
    <p className="kept" role="status">
      This browser can’t keep this run, so a reload would end it for good: {reason}
    </p>
  );

function EarlierRun({ actions }: { readonly actions: Pick<Actions, 'keptRuns'> }) {
  const [offer, setOffer] = useState<Offer>();
  const [problem, setProblem] = useState<string>();
  const isBusy = useRef(false);
  useEffect(() => {
    let isCurrent = true;
    void actions
      .keptRuns()
      .then((runs) => runs.keptRun())
      .then(
        (found) => isCurrent && setOffer(found),
        // Without a network, this part may be missing. The runs are kept.
        () => undefined,
      );
    return () => {
      isCurrent = false;
    };
  }, [actions]);
  if (offer === undefined) return null;
  const { id, name, ended, sent, nextRow, savedMs } = offer;
  const count = (value: number): string => value.toLocaleString('en');
  /** One at a time: a second click would find that the first has taken the run. */
  const once = async (failure: string, act: () => Promise<string | undefined>): Promise<void> => {
    if (isBusy.current) return;
    isBusy.current = true;
    setProblem(undefined);
    try {
      const why = await act();
      if (why === undefined) setOffer(undefined);
      else setProblem(why);
    } catch (error) {
      setProblem(`${failure}: ${messageOf(error)}`);
    }
    isBusy.current = false;
  };
  const resume = (): Promise<void> =>
    once('It could not be opened', async () => {
      const outcome = await (await actions.keptRuns()).continueRun(id);
      return outcome === 'running' ? undefined : PROBLEMS[outcome];
    });
  const forget = (): Promise<void> =>
    once('It could not be removed', async () =>
      (await (await actions.keptRuns()).forgetRun(id)) ? undefined : PROBLEMS.taken,
    );
  return (
    <section className="kept" aria-label="Earlier run">
      <p>
        <b>{name}</b> {ENDED[ended]} on{' '}
        {new Date(savedMs).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })}, {count(sent)}{' '}
        sent. <span role="status">{problem}</span>
      </p>
      <div className="acts">
        <Button onClick={() => void resume()}>Continue at row {count(nextRow + 1)}</Button>
        <Button look="outline" onClick={() => void forget()}>
          Forget
        </Button>
        <Button look="link" onClick={() => setOffer(undefined)}>
          Not now
        </Button>
      </div>
    </section>
  );
}
