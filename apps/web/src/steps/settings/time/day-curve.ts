import { heightAt, type CurveDomain, type CurvePoint } from '../../../ui/curve-points.ts';

/** Quarters of an hour in a day: where the points of the day's curve may lie. */
export const SLOTS = 96;

/** The day's curve: heights are factors, 1 is Events Per Second. */
export const DAY: CurveDomain = { xMax: SLOTS, xStep: 1, yStep: 0.01, yMax: 1000, isPeriodic: true };

/** Lists of so many factors have all their places on quarters of an hour. */
const LENGTHS = [24, 48, SLOTS];

/** Factors are written with this many decimals. */
const DECIMALS = 7;

/** Bends smaller than this come from rounding. */
const BEND = 2e-6;

/** Whether a day's list of factors can be drawn as points on quarters of an hour. */
export const isDrawable = (factors: readonly number[]): boolean => LENGTHS.includes(factors.length);

/** The points of a list of factors: only where the line bends, but at least two. */
export function pointsOf(factors: readonly number[]): readonly CurvePoint[] {
  const width = SLOTS / factors.length;
  const all = factors.map((y, i) => ({ x: i * width, y }));
  const bends = all.filter(({ y }, i) => {
    const before = factors.at(i - 1) ?? y;
    const after = factors[(i + 1) % factors.length] ?? y;
    return Math.abs(before - 2 * y + after) > BEND;
  });
  if (bends.length > 1) return bends;
  const middle = all[all.length / 2];
  const [first] = bends.length === 1 ? bends : all;
  const second = first === middle ? all[0] : middle;
  return [first, second].filter((point) => point !== undefined).sort((a, b) => a.x - b.x);
}

/** The factors of a curve, evenly over the day: as few as hold all points. */
export function factorsOf(points: readonly CurvePoint[]): readonly number[] {
  const length = LENGTHS.find((count) => points.every(({ x }) => x % (SLOTS / count) === 0)) ?? SLOTS;
  return Array.from({ length }, (_, i) =>
    Number(heightAt(points, (i * SLOTS) / length, DAY).toFixed(DECIMALS)),
  );
}

const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** The time of day of a place on the curve: `14:15`. */
export const timeText = (slot: number): string =>
  `${twoDigits(Math.floor(slot / 4))}:${twoDigits((slot % 4) * 15)}`;

/** The nearest quarter of an hour: 57 for `14:15`. Undefined if it is not a time of day. */
export function slotOf(text: string): number | undefined {
  const [, hours, minutes] = /^\s*(\d{1,2})[:.]?(\d{2})?\s*$/.exec(text) ?? [];
  const slot = Math.round(Number(hours) * 4 + Number(minutes ?? 0) / 15);
  return slot >= 0 && slot < SLOTS && Number(minutes ?? 0) < 60 ? slot : undefined;
}
