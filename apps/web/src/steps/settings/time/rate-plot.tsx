import { newTimeline, newTiming, type Rate } from '@catbird/engine';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A Monday at 0:00 UTC: weeks are drawn from there. */
const MONDAY_MS = Date.UTC(2026, 0, 5);

const WIDTH = 480;
const HEIGHT = 96;
/** Points of the line: one for each pixel. */
const POINTS = WIDTH;

/** How much of a rate shows its shape. */
function spanOf({ stages, day, week, waves = [], bursts = [], calendar }: Rate): number {
  if (stages !== undefined) return Math.max(MINUTE_MS, (stages.at(-1)?.[0] ?? 0) * 1.05);
  if (week !== undefined || calendar !== undefined || bursts.some((burst) => 'at' in burst))
    return 7 * DAY_MS;
  if (day !== undefined) return DAY_MS;
  const periods = [
    ...waves.map(({ periodMs }) => periodMs),
    ...bursts.map((each) => ('at' in each ? 0 : each.everyMs)),
  ];
  return periods.length === 0 ? HOUR_MS : Math.min(7 * DAY_MS, 2 * Math.max(...periods));
}

const numbers = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });

function spanText(ms: number): string {
  if (ms >= 2 * DAY_MS) return `${numbers.format(ms / DAY_MS)} days`;
  if (ms >= 2 * HOUR_MS) return `${numbers.format(ms / HOUR_MS)} hours`;
  return `${numbers.format(ms / MINUTE_MS)} minutes`;
}

/** The events per second over a stretch of time that shows the shape of the rate. */
export function RatePlot({ rate, eps }: { readonly rate: Rate; readonly eps: number }) {
  const spanMs = spanOf(rate);
  const timeline = newTimeline(newTiming({ fromMs: MONDAY_MS, eps, rate }), '');
  const heights = Array.from({ length: POINTS }, (_, i) =>
    timeline.rateAt(MONDAY_MS + (i / POINTS) * spanMs),
  );
  const [least, most] = [Math.min(...heights), Math.max(...heights)];
  const line = heights.map(
    (height, i) => `${i},${((1 - height / (most || 1)) * (HEIGHT - 2) + 1).toFixed(1)}`,
  );
  const range =
    least === most ? `${numbers.format(most)}/s` : `${numbers.format(least)} to ${numbers.format(most)}/s`;
  return (
    <figure className="rate-plot">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <polygon className="area" points={`0,${HEIGHT} ${line.join(' ')} ${POINTS - 1},${HEIGHT}`} />
        <polyline className="line" points={line.join(' ')} />
      </svg>
      <figcaption>
        {range} over {spanText(spanMs)}
        {spanMs === 7 * DAY_MS && ', from Monday'}
      </figcaption>
    </figure>
  );
}
