/** The chart shows the run from its start, and of a long one the last ten minutes. */
const MAX_SECONDS = 600;

/** The time axis, in seconds since the start of the run. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/**
 * From the first second to now, at least a second.
 *
 * @param most seconds; of a longer time, the last ones
 */
export function windowOf(first: number, now: number, most = MAX_SECONDS): Window {
  const to = Math.max(now, first + 1);
  return { from: Math.max(first, to - most), to };
}

/** Steps between labels, in seconds. */
const STEPS = [
  1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 14_400, 21_600, 43_200, 86_400,
];
/** Pixels between two labels, at least. */
const LABEL_PX = 90;

/** Labelled times within a window that is `width` pixels wide, without its ends. */
export function timeLabels({ from, to }: Window, width: number): readonly number[] {
  const span = to - from;
  const apart = (LABEL_PX / Math.max(1, width)) * span;
  const step = STEPS.find((each) => each >= apart);
  if (step === undefined) return [];
  const margin = apart * 0.75;
  const times: number[] = [];
  for (let time = Math.ceil((from + margin) / step) * step; time <= to - margin; time += step)
    times.push(time);
  return times;
}

/** A time since the start: `8 s` in a window of less than a minute, else `1:05` or `2:00:05`. */
export function timeText(seconds: number, { from, to }: Window): string {
  if (to - from < 60 && to < 60) return `${Math.floor(seconds)} s`;
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = String(Math.floor(seconds) % 60).padStart(2, '0');
  return hours === 0 ? `${minutes}:${rest}` : `${hours}:${String(minutes).padStart(2, '0')}:${rest}`;
}

/** The top of the rate axis, 1.5 times the highest rate asked or just above what was achieved, and its half. */
export function rateScale(asked: number, achieved: number): { readonly half: number; readonly top: number } {
  const highest = Math.max(usable(asked) * 1.5, usable(achieved) * 1.05);
  const half = highest === 0 ? 1 : roundUp(highest / 2);
  return { half, top: half * 2 };
}

const usable = (rate: number): number => (rate > 0 && Number.isFinite(rate) ? rate : 0);

/** The next number with two digits, so that labels are short. */
function roundUp(value: number): number {
  const unit = 10 ** (Math.floor(Math.log10(value)) - 1);
  return Number((Math.ceil(value / unit - 1e-9) * unit).toPrecision(2));
}
