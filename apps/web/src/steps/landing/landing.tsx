import { Button, DownArrow } from '../../ui/index.ts';
import { Stream } from './stream.tsx';

const steps = [
  {
    title: 'Connect',
    text: 'Choose a destination, give it your credentials, set how many events a second.',
  },
  {
    title: 'Build the schema',
    text: 'Start from a template or from scratch. Preview one row before anything is sent.',
  },
  {
    title: 'Generate data',
    text: 'Watch what the service accepted, what it refused, and what is still on its way.',
  },
];

/**
 * Step 0: what Catbird is, what one does with it, and a sample of what it makes.
 * Without `onStart` the button is left out, for a page whose next step is elsewhere.
 */
export const Landing = ({
  onStart,
  pausedByDefault = false,
}: {
  readonly onStart?: (() => void) | undefined;
  /** The sample stands still until Play is pressed. So it does, too, where less motion is preferred. */
  readonly pausedByDefault?: boolean;
}) => (
  <section id="landing" className={onStart && 'at-landing'} aria-labelledby="landing-title">
    <h1 id="landing-title">Streams that sound like the real thing</h1>
    <p className="lead">
      Catbird makes realistic events from a schema and sends them to your destination at the rate you ask. It
      counts an event as sent when the service says so, and not before.
    </p>
    {onStart && (
      <div className="hero-act">
        <Button large onClick={onStart}>
          Start generating data <DownArrow />
        </Button>
      </div>
    )}
    <Stream pausedByDefault={pausedByDefault} />
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
