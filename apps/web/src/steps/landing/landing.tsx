import { Suspense, useState } from 'react';
import type { LinkReport } from '../../state/config.ts';
import { Button, DownArrow, lazyPart, loaded, Report } from '../../ui/index.ts';

/** Comes after the page, in a place that is kept for it. */
const Below = lazyPart(
  async () => {
    await loaded();
    return (await import('./below.tsx')).Below;
  },
  () => null,
);

const list = new Intl.ListFormat('en');

/** What the opened link lacks, or what of it is damaged, and what was kept. */
function LinkReportNotice({
  report: { missing, problems, kept },
  onComplete,
}: {
  readonly report: LinkReport;
  /** Goes to the first field that is missing or wrong; undefined if no setting is. */
  readonly onComplete: (() => void) | undefined;
}) {
  const isDamaged = problems.length > 0;
  return (
    <Report
      level={2}
      tone={isDamaged ? 'failed' : 'retried'}
      title={isDamaged ? 'This link is damaged' : `This link needs ${list.format(missing)}`}
      actions={
        onComplete && (
          <Button look="outline" onClick={onComplete}>
            {missing.length > 0 ? `Enter ${missing[0]}` : 'Go to the settings'}
          </Button>
        )
      }
    >
      {isDamaged ? (
        <ul className="link-problems">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
          {missing.length > 0 && <li>Missing: {list.format(missing)}</li>}
        </ul>
      ) : (
        <p>Links are often shared without credentials. Enter yours to continue.</p>
      )}
      <p>{kept.length === 0 ? 'Nothing in it could be used.' : `Kept: ${list.format(kept)}.`}</p>
    </Report>
  );
}

const steps = [
  {
    title: 'Connect',
    text: 'Pick a destination and a rate, or watch here.',
  },
  {
    title: 'Build the schema',
    text: 'From a template, your own sample, or nothing.',
  },
  {
    title: 'Generate data',
    text: 'See what became of every row: accepted, rejected, or still in flight.',
  },
];

/**
 * Step 0: what Catbird does, how to use it, and a sample of its rows. Without `onStart`, a link leads on.
 */
export const Landing = ({
  onStart,
  onward,
  onTry,
  onWarm,
  report,
  onComplete,
  pausedByDefault = false,
}: {
  readonly onStart?: (() => void) | undefined;
  /** The address of the newest step. */
  readonly onward: string;
  /** Streams into the page for ten seconds. Resolves once it has begun. */
  readonly onTry: () => Promise<void>;
  /** Loads what `onTry` needs. */
  readonly onWarm: () => void;
  /** What the opened link lacks. */
  readonly report: LinkReport | undefined;
  readonly onComplete: () => void;
  /** The sample stands still until Play is pressed, as it also does if reduced motion is preferred. */
  readonly pausedByDefault?: boolean;
}) => (
  <section id="landing" aria-labelledby="landing-title">
    <h1 id="landing-title">Streams that sound like the real thing</h1>
    <p className="lead">
      Catbird makes realistic events from a schema and sends them to your destination at the rate you choose.
      An event counts as sent once the service says so.
    </p>
    {report && <LinkReportNotice report={report} onComplete={onStart && onComplete} />}
    <div className="hero-act">
      {onStart ? (
        <>
          <Button large onClick={onStart}>
            Start generating data <DownArrow />
          </Button>
          <TryHere onTry={onTry} onWarm={onWarm} />
        </>
      ) : (
        // In the place of the buttons, so that nothing moves when they have been pressed.
        <a className="btn btn-2 btn-lg" href={onward}>
          Back to your stream <DownArrow />
        </a>
      )}
    </div>
    <Suspense fallback={<div className="below-wait" />}>
      <Below pausedByDefault={pausedByDefault} />
    </Suspense>
    <ol className="three">
      {steps.map(({ title, text }, i) => (
        <li key={title}>
          <h2>
            <span>{i + 1}</span>
            {title}
          </h2>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  </section>
);

/** Starts once, however often it is pressed. */
function TryHere({ onTry, onWarm }: { readonly onTry: () => Promise<void>; readonly onWarm: () => void }) {
  const [isStarting, setIsStarting] = useState(false);
  const start = async (): Promise<void> => {
    if (isStarting) return;
    setIsStarting(true);
    await onTry();
    setIsStarting(false);
  };
  return (
    <Button
      look="outline"
      large
      aria-busy={isStarting}
      onPointerEnter={onWarm}
      onFocus={onWarm}
      onClick={() => void start()}
    >
      Try it here, no account
    </Button>
  );
}
