import {
  durationText,
  instantText,
  type JourneyTimeline,
  type Rate,
  type Timeline,
  type Timing,
} from '@catbird/engine';
import type { TimeFacts } from './report.ts';
import { rate } from './words.ts';

/** The event times of a stream, for its report. */
export function timeFacts({ timing, timeline }: Times): TimeFacts {
  const isEndless = 'isEndless' in timeline;
  const journeys = 'eventsPerStart' in timeline && !isEndless ? journeysOf(timing, timeline) : undefined;
  const base = journeys === undefined ? `${rate(timing.eps)}/s` : journeysText(journeys);
  return {
    from: instantText(timing.fromMs),
    to: timing.toMs === null ? null : instantText(timing.toMs),
    plan:
      timeline.isFixed === true
        ? clockText([timing.recorded === true ? 'in the recorded rhythm' : 'each at its creation'], timing)
        : planText(timing, isEndless ? `${rate(timing.eps)} endless journeys/s` : base),
    ...(journeys === undefined ? {} : { journeys }),
  };
}

interface Times {
  readonly timing: Timing;
  readonly timeline: Timeline | JourneyTimeline;
}

type Journeys = NonNullable<TimeFacts['journeys']>;

const journeysOf = ({ eps, unit }: Timing, { eventsPerStart }: JourneyTimeline): Journeys => ({
  startsPerSecond: unit === 'starts' ? eps : eps / eventsPerStart,
  eventsPerStart,
});

/** A timing as text: `50/s × day × week, poisson arrivals, up to 5s of disorder`. */
const planText = (timing: Timing, base: string): string => {
  const { arrivals, disorderMs } = timing;
  return clockText(
    [
      shapeText(base, timing.rate),
      `${arrivals} arrivals`,
      ...(disorderMs > 0 ? [`up to ${durationText(disorderMs)} of disorder`] : []),
    ],
    timing,
  );
};

const clockText = (plan: readonly string[], { speed, future, recorded }: Timing): string =>
  [
    ...plan,
    ...(speed === 'max' ? [] : [`at speed ${speed.toLocaleString('en', { maximumFractionDigits: 3 })}`]),
    // A recording has its own clock anyhow.
    ...(future && recorded !== true ? ['ahead of the clock'] : []),
  ].join(', ');

/** `5 journeys/s (12 events/s)`. */
const journeysText = ({ startsPerSecond, eventsPerStart }: Journeys): string =>
  `${rate(startsPerSecond)} journeys/s (${rate(startsPerSecond * eventsPerStart)} events/s)`;

/** A rate as text: `50/s × day × bursts`, `stages × waves`. */
function shapeText(base: string, { stages, day, week, waves, bursts, calendar }: Rate): string {
  const factors = Object.entries({ day, week, waves, bursts, calendar }).flatMap(([name, factor]) =>
    factor === undefined ? [] : [name],
  );
  return [stages === undefined ? base : 'stages', ...factors].join(' × ');
}
