import { Suspense, useState } from 'react';
import type { LinkReport } from '../../state/config.ts';
import type { BoxProps } from './box.tsx';
import { Button, DownArrow, lazyPart, loaded, Report } from '../../ui/index.ts';

/** The place of the box until it has loaded, and if it can't be. */
const BoxPlace = () => (
  <>
    <div className="box-parts" />
    <p className="box-status" />
  </>
);

/** Comes after the page. */
const Box = lazyPart<BoxProps>(async () => {
  await loaded();
  return (await import('./box.tsx')).Box;
}, BoxPlace);

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
  ['Connect', 'Pick a destination and a rate.'],
  ['Build the schema', 'From your sample or a template.'],
  ['Generate data', 'See what became of every row.'],
] as const;

/** What the landing shows, and what it does. */
interface LandingProps extends Omit<BoxProps, 'isLocked'> {
  readonly onStart: (() => void) | undefined;
  /** The address of the newest step. */
  readonly onward: string;
  /** What the opened link lacks. */
  readonly report: LinkReport | undefined;
  readonly onComplete: () => void;
}

/**
 * Step 0: a box that answers with rows to what it gets, and the steps. Without `onStart`, a link leads on.
 */
export const Landing = ({ onStart, onward, report, onComplete, ...box }: LandingProps) => (
  <section id="landing" aria-labelledby="landing-title">
    <h1 id="landing-title">Streams that sound like the real thing</h1>
    <p className="lead">
      Realistic events, sent to your destination at your rate. An event counts as sent once the service says
      so.
    </p>
    {report && <LinkReportNotice report={report} onComplete={onStart && onComplete} />}
    <div className="pane box">
      <Suspense fallback={<BoxPlace />}>
        <Box {...box} isLocked={onStart === undefined} />
      </Suspense>
      <div className="box-act">
        {onStart ? (
          <>
            <TryHere onActions={box.onActions} />
            <Button onClick={onStart}>
              Start generating data <DownArrow />
            </Button>
          </>
        ) : (
          // In the place of the buttons, so that nothing moves when they have been pressed.
          <a className="btn btn-2" href={onward}>
            Back to your stream <DownArrow />
          </a>
        )}
      </div>
    </div>
    <ol className="three">
      {steps.map(([title, text]) => (
        <li key={title}>
          <h2>{title}</h2>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  </section>
);

/** Starts once, however often it is pressed. */
function TryHere({ onActions }: Pick<BoxProps, 'onActions'>) {
  const [isStarting, setIsStarting] = useState(false);
  const start = async (): Promise<void> => {
    if (isStarting) return;
    setIsStarting(true);
    await (await onActions())?.demo();
    setIsStarting(false);
  };
  const warm = async (): Promise<void> => (await onActions())?.check();
  return (
    <Button
      look="outline"
      aria-busy={isStarting}
      onPointerEnter={() => void warm()}
      onFocus={() => void warm()}
      onClick={() => void start()}
    >
      Try it here, no account
    </Button>
  );
}
