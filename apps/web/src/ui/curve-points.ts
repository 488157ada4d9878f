/** A point of a curve. */
export interface CurvePoint {
  readonly x: number;
  /** 0 or more. */
  readonly y: number;
}

/** Where points may lie. */
export interface CurveDomain {
  /** The axis spans 0 to this. */
  readonly xMax: number;
  /** Points lie at multiples of this, each at its own. */
  readonly xStep: number;
  /** What an arrow key adds or takes away. */
  readonly yStep: number;
  readonly yMax: number;
  /** The line continues from the last point to the first, as from one day to the next. Else it stays at the last point's height. */
  readonly isPeriodic: boolean;
}

/** A curve has at least this many points. */
export const FEWEST_POINTS = 2;

/** Points in order, and which of them is selected. */
export interface CurveState {
  readonly points: readonly CurvePoint[];
  readonly selected: number;
}

const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));

/** The nearest multiple of a step, without its rounding error: 0.3, not 0.30000000000000004. */
export const snapped = (value: number, step: number): number =>
  Number((Math.round(value / step) * step).toPrecision(12));

/** The last place on the axis. At the end of a period it is the beginning again. */
const lastX = ({ xMax, xStep, isPeriodic }: CurveDomain): number => (isPeriodic ? xMax - xStep : xMax);

/** The curve's height at a place: straight between points. */
export function heightAt(points: readonly CurvePoint[], x: number, domain: CurveDomain): number {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return 0;
  const { xMax, isPeriodic } = domain;
  const next = points.findIndex((point) => point.x > x);
  const left =
    next === -1 ? last : (points[next - 1] ?? (isPeriodic ? { ...last, x: last.x - xMax } : first));
  const right = points[next] ?? (isPeriodic ? { ...first, x: first.x + xMax } : last);
  return right.x === left.x ? left.y : left.y + ((right.y - left.y) * (x - left.x)) / (right.x - left.x);
}

/** Moves the selected point, at most next to its neighbours. */
export function movePoint({ points, selected }: CurveState, to: CurvePoint, domain: CurveDomain): CurveState {
  const { xStep, yMax } = domain;
  const min = selected === 0 ? 0 : (points[selected - 1]?.x ?? 0) + xStep;
  const max = (points[selected + 1]?.x ?? lastX(domain) + xStep) - xStep;
  const moved = { x: clamp(snapped(to.x, xStep), min, max), y: clamp(to.y, 0, yMax) };
  return { points: points.with(selected, moved), selected };
}

/** Adds a point, or selects the one that is already there. */
export function addPoint({ points }: CurveState, { x, y }: CurvePoint, domain: CurveDomain): CurveState {
  const added = {
    x: clamp(snapped(x, domain.xStep), 0, lastX(domain)),
    y: clamp(y, 0, domain.yMax),
  };
  const place = points.findIndex((point) => point.x >= added.x);
  const selected = place === -1 ? points.length : place;
  return points[selected]?.x === added.x
    ? { points, selected }
    : { points: points.toSpliced(selected, 0, added), selected };
}

/** Adds a point in the middle of the widest gap that begins at the selected point, or of the next with room. Unchanged if there is none. */
export function addBetween(state: CurveState, domain: CurveDomain): CurveState {
  const { points, selected } = state;
  const { xMax, xStep, isPeriodic } = domain;
  const end = isPeriodic ? xMax + (points[0]?.x ?? 0) : xMax + xStep;
  for (let i = 0; i < points.length; i++) {
    const at = (selected + i) % points.length;
    const left = points[at]?.x ?? 0;
    const right = points[at + 1]?.x ?? end;
    const middle = snapped(left + (right - left) / 2, xStep);
    const x = isPeriodic ? middle % xMax : middle;
    if (middle > left && middle < right)
      return addPoint(state, { x, y: heightAt(points, x, domain) }, domain);
  }
  return state;
}

/** Removes the selected point; its left neighbour is selected then. Two points always stay. */
export function removePoint({ points, selected }: CurveState): CurveState {
  if (points.length <= FEWEST_POINTS) return { points, selected };
  return { points: points.toSpliced(selected, 1), selected: Math.max(0, selected - 1) };
}

/** What the page reads of a key. */
interface Key {
  readonly key: string;
  readonly shiftKey: boolean;
}

/** With Shift, an arrow key moves a point this many steps. */
const LONG_MOVE = 10;

/** The curve after a key: arrow keys move the selected point, Page Up, Page Down, Home and End select, Delete removes. Undefined for other keys. */
export function pressKey(state: CurveState, key: Key, domain: CurveDomain): CurveState | undefined {
  const { points, selected } = state;
  const point = points[selected];
  if (point === undefined) return undefined;
  const moved = movedBy(point, key, domain);
  if (moved !== undefined) return movePoint(state, moved, domain);
  if (key.key === 'Delete' || key.key === 'Backspace') return removePoint(state);
  const next = selectedBy(key.key, selected, points.length);
  return next === undefined ? undefined : { points, selected: next };
}

function movedBy({ x, y }: CurvePoint, { key, shiftKey }: Key, domain: CurveDomain): CurvePoint | undefined {
  const { xStep, yStep } = domain;
  const steps = shiftKey ? LONG_MOVE : 1;
  switch (key) {
    case 'ArrowLeft':
      return { x: x - steps * xStep, y };
    case 'ArrowRight':
      return { x: x + steps * xStep, y };
    case 'ArrowUp':
      return { x, y: snapped(y + steps * yStep, yStep) };
    case 'ArrowDown':
      return { x, y: snapped(y - steps * yStep, yStep) };
    default:
      return undefined;
  }
}

function selectedBy(key: string, selected: number, points: number): number | undefined {
  switch (key) {
    case 'PageDown':
      return (selected + 1) % points;
    case 'PageUp':
      return (selected + points - 1) % points;
    case 'Home':
      return 0;
    case 'End':
      return points - 1;
    default:
      return undefined;
  }
}
