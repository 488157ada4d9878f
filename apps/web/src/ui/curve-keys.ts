import { movePoint, removePoint, snapped } from './curve-points.ts';
import type { CurveDomain, CurvePoint, CurveState } from './curve-points.ts';

/** What the page reads of a key. */
export interface Key {
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
