import { useEffect, useLayoutEffect, useRef } from 'react';
import { addPoint, FEWEST_POINTS, removePoint, type CurveState } from '../../../ui/curve-points.ts';
import { DAY, slotOf, timeText } from './day-curve.ts';
import { DraftInput, isNot } from './draft-input.tsx';

/** The points of a day's curve as numbers. */
export function PointTable({
  state,
  unit,
  unitText,
  disabled,
  onState,
  onProblem,
}: {
  readonly state: CurveState;
  /** What a height of 1 is in the table. */
  readonly unit: number;
  /** `a second`, or `%`. */
  readonly unitText: string;
  readonly disabled: boolean;
  readonly onState: (state: CurveState) => void;
  /** Called when something was typed: with what was wrong, or undefined. */
  readonly onProblem: (problem: string | undefined) => void;
}) {
  const { points, selected } = state;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => showRow(list.current, selected), [selected]);
  // The focus goes with a point to its new row: what is typed next is meant for it.
  const hasMoved = useRef(false);
  useLayoutEffect(() => {
    if (hasMoved.current) timeInput(list.current, selected)?.focus();
    hasMoved.current = false;
  });
  const select = (i: number): void => {
    if (i !== selected) onState({ points, selected: i });
  };
  const moveTo = (i: number, text: string): string | undefined => {
    const slot = slotOf(text);
    const point = points[i];
    if (slot === undefined || point === undefined)
      return `${isNot(text, 'a time of day')} Write it like 14:15.`;
    if (slot === point.x) return undefined;
    const others = { points: points.toSpliced(i, 1), selected: 0 };
    if (others.points.some(({ x }) => x === slot)) return `Another point is at ${timeText(slot)}.`;
    hasMoved.current = timeInput(list.current, i) === document.activeElement;
    onState(addPoint(others, { x: slot, y: point.y }, DAY));
    return undefined;
  };
  const setRate = (i: number, text: string): string | undefined => {
    const rate = text.trim() === '' ? NaN : Number(text.replaceAll(',', ''));
    const point = points[i];
    if (!(rate >= 0 && rate / unit <= DAY.yMax) || point === undefined)
      return isNot(text, `a rate from 0 to ${(DAY.yMax * unit).toLocaleString('en')}`);
    onState({ points: points.with(i, { ...point, y: rate / unit }), selected: i });
    return undefined;
  };
  return (
    <div className="points" ref={list}>
      <table>
        <caption className="sr">Points of the curve</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">{unitText === '%' ? 'Rate, %' : 'Rate, /s'}</th>
            <th>
              <span className="sr">Remove</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ x, y }, i) => (
            <tr key={i} className={i === selected ? 'on' : undefined}>
              <td>
                <DraftInput
                  label={`Time of point ${i + 1}`}
                  value={timeText(x)}
                  late
                  disabled={disabled}
                  onText={(text) => moveTo(i, text)}
                  onFocus={() => select(i)}
                  onProblem={onProblem}
                />
              </td>
              <td>
                <DraftInput
                  label={`Rate of point ${i + 1}, ${unitText}`}
                  value={String(Number((y * unit).toPrecision(6)))}
                  disabled={disabled}
                  onText={(text) => setRate(i, text)}
                  onFocus={() => select(i)}
                  onProblem={onProblem}
                />
              </td>
              <td>
                <button
                  className="remove"
                  type="button"
                  aria-label={`Remove point ${i + 1}, ${timeText(x)}`}
                  disabled={disabled || points.length <= FEWEST_POINTS}
                  onClick={() => {
                    // This button may go away with its row.
                    timeInput(list.current, Math.max(0, i - 1))?.focus();
                    onState(removePoint({ points, selected: i }));
                  }}
                >
                  <span aria-hidden="true">×</span>
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const timeInput = (list: HTMLElement | null, row: number): HTMLInputElement | null | undefined =>
  list?.querySelectorAll('tbody tr')[row]?.querySelector('input');

/** Scrolls the list, and only the list, to a row. */
function showRow(list: HTMLElement | null, index: number): void {
  const row = list?.querySelectorAll<HTMLElement>('tbody tr')[index];
  if (list === null || row === undefined) return;
  const head = list.querySelector('thead')?.clientHeight ?? 0;
  if (row.offsetTop - head < list.scrollTop) list.scrollTop = row.offsetTop - head;
  const end = row.offsetTop + row.offsetHeight;
  if (end > list.scrollTop + list.clientHeight) list.scrollTop = end - list.clientHeight;
}
