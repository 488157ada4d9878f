import { parseRate, rateText, type RateChange, jsonOrText } from '@catbird/engine';
import { useState, type ComponentType } from 'react';
import { Button } from '../ui/index.ts';

/** A form of a rate's shape. */
export interface CurveFormProps {
  /** A rate, as JSON or the name of a preset; empty: constant. */
  readonly text: string;
  /** Events per second at 100 %. */
  readonly eps: number;
  readonly onText: (text: string) => void;
}

/** Gives a running stream the shape of a curve, or its planned rate again. */
export function FollowCurve({
  eps,
  rate,
  planned,
  form: CurveForm,
  onRate,
}: {
  readonly eps: number;
  /** The present rate. */
  readonly rate: RateChange['to'];
  /** The rate of the settings, as typed. */
  readonly planned: string | undefined;
  /** The curve of the settings. */
  readonly form: ComponentType<CurveFormProps>;
  readonly onRate: (to: RateChange['to']) => void;
}) {
  const [text, setText] = useState(() => textOf(rate, planned));
  const parsed = parseRate(valueOf(text), { eps });
  return (
    <div className="follow-curve">
      <CurveForm text={text} eps={eps} onText={setText} />
      {!parsed.ok && <p className="err">{parsed.issues[0]?.message}</p>}
      <div className="acts">
        <Button
          look="outline"
          disabled={!parsed.ok}
          onClick={() => parsed.ok && onRate(text === '' ? eps : parsed.rate)}
        >
          Follow this curve
        </Button>
        <Button look="link" disabled={rate === 'planned'} onClick={() => onRate('planned')}>
          Back to the plan
        </Button>
      </div>
    </div>
  );
}

/** What the form begins with: the curve that is followed, that of the settings, or a preset. */
function textOf(rate: RateChange['to'], planned: string | undefined): string {
  if (typeof rate === 'object') return rateText(rate);
  return planned ?? 'business day';
}

const valueOf = (text: string): unknown => (text === '' ? {} : jsonOrText(text));
