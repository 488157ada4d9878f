import type { ReactNode } from 'react';
import type { RateView } from '../state/rate-view.ts';
import { Button, StopIcon, Tick, type Tone } from '../ui/index.ts';
import { countText, perSecondText } from './units.ts';

/** A figure of the bar with its name. */
export const Figure = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** The rate achieved, of the rate asked for; nothing while a run is paused or achieves no comparable rate. */
export function AchievedFigure({ asked, achieved }: Pick<RateView, 'asked' | 'achieved'>) {
  if (achieved === undefined || asked === 0) return null;
  return (
    <Figure name="Achieved">
      {perSecondText(achieved)}
      <small>{asked === undefined ? '/s' : ` of ${perSecondText(asked)}/s asked`}</small>
    </Figure>
  );
}

/** Rows that the service did not take: the achieved rate leaves them out, though they were sent on time. */
export const RefusedFigure = ({ rows }: { readonly rows: number }) =>
  rows > 0 && <Figure name="Rejected or failed">{countText(rows)}</Figure>;

/** The state of a run: its tick, its name, and for how long. */
export const BarState = ({
  tone,
  isLive,
  children,
}: {
  readonly tone: Tone;
  readonly isLive: boolean;
  readonly children: ReactNode;
}) => (
  <p className="state">
    <Tick tone={tone} breathing={isLive} />
    {children}
  </p>
);

/** What changes a run that goes on. */
export interface RunButtons {
  pause(): void;
  resume(): void;
  stop(): void;
}

/** Pause or Resume, and Stop, of which the likelier one stands out. */
export function RunningButtons({
  stop,
  isPaused,
  isStarting,
  isStopping,
  actions,
}: {
  /** What Stop is called. */
  readonly stop: string;
  readonly isPaused: boolean;
  /** There is nothing to pause yet. */
  readonly isStarting: boolean;
  readonly isStopping: boolean;
  readonly actions: RunButtons;
}) {
  if (isStopping)
    return (
      <Button onClick={() => actions.stop()}>
        <StopIcon />
        Stop without waiting
      </Button>
    );
  return (
    <>
      {isPaused ? (
        <Button onClick={() => actions.resume()}>Resume</Button>
      ) : (
        <Button look="outline" disabled={isStarting} onClick={() => actions.pause()}>
          Pause
        </Button>
      )}
      <Button look={isPaused ? 'outline' : 'primary'} onClick={() => actions.stop()}>
        <StopIcon />
        {stop}
      </Button>
    </>
  );
}
