import './earlier-run.css';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from '../ui/index.ts';

const ENDED = {
  interrupted: 'was interrupted',
  stopped: 'was stopped',
  failed: 'failed',
  finished: 'finished',
} as const;

/** Why an earlier run cannot be continued or removed. */
export const TAKEN = 'It runs in another tab.';
/** Why an earlier run cannot be continued. */
export const FORGOTTEN = 'It has been removed in another tab.';

/** A run of another page. */
export interface OtherRun {
  /** What it sends and where: `Online Shop to Tinybird`; or the name of its config. */
  readonly name: string;
  readonly ended: keyof typeof ENDED;
  /** Rows accepted by all its sessions. */
  readonly sent: number;
}

/** Props of the offer. */
export interface EarlierRunProps extends OtherRun {
  /** When it was last saved, in milliseconds since 1970. */
  readonly savedMs: number;
  /** What else is to know, as sentences. */
  readonly note?: ReactNode;
  /** What the button says; undefined: nothing is left to send. */
  readonly label: string | undefined;
  /** Continues it, or says why not. */
  readonly onContinue: () => Promise<string | undefined>;
  /** Removes it, or says why not. */
  readonly onForget: () => Promise<string | undefined>;
  /** It was continued or removed, or people do not want it now. */
  readonly onOver: () => void;
}

/** Offers to continue or to forget an earlier run. */
export function EarlierRun({
  name,
  ended,
  sent,
  savedMs,
  note,
  label,
  onContinue,
  onForget,
  onOver,
}: EarlierRunProps) {
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
        <b>{name}</b> {ENDED[ended]} on{' '}
        {new Date(savedMs).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })},{' '}
        {sent.toLocaleString('en')} sent. {note} <span role="status">{problem}</span>
      </p>
      <div className="acts">
        {label !== undefined && (
          <Button onClick={() => void once('It could not be opened', onContinue)}>{label}</Button>
        )}
        <Button look="outline" onClick={() => void once('It could not be removed', onForget)}>
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
export function Elsewhere({ find }: { readonly find: () => Promise<OtherRun | undefined> }) {
  const [other, setOther] = useState<OtherRun>();
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
  return other === undefined ? null : (
    <p className="kept" role="status">
      <b>{other.name}</b> {other.ended === 'interrupted' ? 'is running' : ENDED[other.ended]} in another tab,{' '}
      {other.sent.toLocaleString('en')} sent.
    </p>
  );
}

/** Says that a run cannot be kept. */
export const NotKept = ({ reason }: { readonly reason: string | undefined }) =>
  reason === undefined ? null : (
    <p className="kept" role="status">
      This browser can’t keep this run, so a reload would end it for good: {reason}
    </p>
  );
