import { durationText, instantText, type Rate, type Timing } from '@catbird/core/time';
import type { TimeFacts } from './report.ts';
import { rate } from './words.ts';

/** The event times of a stream, for its report. */
export const timeFacts = ({ timing }: { readonly timing: Timing }): TimeFacts => ({
  from: instantText(timing.fromMs),
  to: timing.toMs === null ? null : instantText(timing.toMs),
  plan: planText(timing),
});

/** A timing as text: `50/s × day × week, poisson arrivals, up to 5s of disorder`. */
const planText = ({ eps, rate: shape, arrivals, disorderMs, speed, future }: Timing): string =>
  [
    shapeText(eps, shape),
    `${arrivals} arrivals`,
    ...(disorderMs > 0 ? [`up to ${durationText(disorderMs)} of disorder`] : []),
    ...(speed === 'max' ? [] : [`at speed ${speed.toLocaleString('en', { maximumFractionDigits: 3 })}`]),
    ...(future ? ['ahead of the clock'] : []),
  ].join(', ');

/** A rate as text: `50/s × day × bursts`, `stages × waves`. */
function shapeText(eps: number, { stages, day, week, waves, bursts }: Rate): string {
  const factors = Object.entries({ day, week, waves, bursts }).flatMap(([name, factor]) =>
    factor === undefined ? [] : [name],
  );
  return [stages === undefined ? `${rate(eps)}/s` : 'stages', ...factors].join(' × ');
}
