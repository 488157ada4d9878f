import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Curve } from '../../../ui/curve.tsx';
import { addBetween, type CurvePoint, type CurveState } from '../../../ui/curve-points.ts';
import { DAY, SLOTS, timeText } from './day-curve.ts';
import { DraftInput, isNot } from './draft-input.tsx';
import { PointTable } from './point-table.tsx';
import type { RateModel } from './rate-model.ts';

type Pattern = Extract<RateModel, { readonly kind: 'pattern' }>;

const TICKS = [0, 24, 48, 72, SLOTS];
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const rates = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });

/** A day's curve with its points as a table, and a factor for each day of the week. */
export function DayPattern({
  pattern,
  eps,
  disabled,
  onPattern,
}: {
  readonly pattern: Pattern;
  /** Events per second at 100 %; undefined while that is not a number: heights are then in percent. */
  readonly eps: number | undefined;
  readonly disabled: boolean;
  readonly onPattern: (pattern: Pattern) => void;
}) {
  const { points, week } = pattern;
  const [wanted, setWanted] = useState(() => highest(points));
  const state: CurveState = { points, selected: Math.min(wanted, points.length - 1) };
  const [problem, setProblem] = useState<string>();
  const change = (next: CurveState): void => {
    setWanted(next.selected);
    if (next.points === points) return;
    setProblem(undefined);
    onPattern({ ...pattern, points: next.points });
  };
  const unit = eps ?? 100;
  const height = (y: number): string => rates.format(y * unit);
  const per = eps === undefined ? ' %' : '/s';
  return (
    <>
      <div className="day">
        <Curve
          label="Rate over a day"
          state={state}
          domain={DAY}
          disabled={disabled}
          ticks={TICKS}
          base={{ y: 1, label: '100 %' }}
          texts={{
            x: (x) => timeText(x),
            y: height,
            point: ({ x, y }) => `${timeText(x)}, ${height(y)}${per}`,
            spoken: ({ x, y }) =>
              `${timeText(x)}, ${height(y)} ${eps === undefined ? 'percent' : 'a second'}`,
          }}
          onState={change}
        />
        <PointTable
          state={state}
          unit={unit}
          unitText={eps === undefined ? '%' : 'a second'}
          disabled={disabled}
          onState={change}
          onProblem={setProblem}
        />
      </div>
      {problem !== undefined && (
        <p className="err" role="alert">
          {problem}
        </p>
      )}
      <Button
        look="link"
        className="small"
        disabled={disabled}
        onClick={() => change(addBetween(state, DAY))}
      >
        Add a point
      </Button>
      <fieldset className="week">
        <legend className="sr">Share of the day’s rate by weekday</legend>
        {WEEKDAYS.map((day, i) => (
          <label key={day}>
            <span aria-hidden="true">{day.slice(0, 3)}</span>
            <DraftInput
              label={`${day}, percent`}
              value={`${week[i] ?? '100'} %`}
              disabled={disabled}
              onText={(text) => {
                const factor = percentOf(text);
                if (factor === undefined) return isNot(text, 'a percentage from 0 on');
                onPattern({ ...pattern, week: week.with(i, factor) });
                return undefined;
              }}
              onProblem={setProblem}
            />
          </label>
        ))}
      </fieldset>
    </>
  );
}

/** The index of the highest point. */
const highest = (points: readonly CurvePoint[]): number =>
  points.reduce((best, { y }, i) => (y > (points[best]?.y ?? 0) ? i : best), 0);

/** The number of a text such as `105 %`; undefined if it is none, or below 0. */
function percentOf(text: string): string | undefined {
  const number = text.replace('%', '').trim();
  return number !== '' && Number(number) >= 0 && Number(number) < Infinity ? number : undefined;
}
