/** A narrow chart shows fewer seconds at the same scale. */
const pixelsPerSecond = 15.3;

/** Seconds shown in a chart of this width, 10 to 60. */
export const secondsShown = (width: number): number =>
  Math.min(60, Math.max(10, Math.floor(width / pixelsPerSecond)));

/** Labelled seconds of the time axis: now, then every ten seconds back. */
export function timeSplits(now: number, seconds: number): readonly number[] {
  return Array.from({ length: Math.floor((seconds - 1) / 10) + 1 }, (_, i) => now - i * 10);
}

/** The top of the rate axis, above the highest rate, and two gridlines at round numbers. */
export function rateScale(highest: number): {
  readonly top: number;
  readonly lines: readonly [number, number];
} {
  const safe = highest > 0 && Number.isFinite(highest) ? highest : 1;
  const power = 10 ** Math.floor(Math.log10(safe));
  const line = [5, 2, 1, 0.5].map((step) => step * power).find((value) => value <= safe) ?? power;
  return { top: safe * 1.25, lines: [line / 2, line] };
}
