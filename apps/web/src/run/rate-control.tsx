import type { RateChange } from '@catbird/core/time';
import { Suspense, useLayoutEffect, useId, useRef, useState, type ReactNode } from 'react';
import type { Run } from '../state/run.ts';
import { Button, NumberInput, Note } from '../ui/index.ts';
import { LAST_STEP, parseRate, rateAt, stepOf } from './slider.ts';
import { perSecondText } from './units.ts';

/** The rate of a running stream: a slider and a number, which take effect when let go or on Enter, and a curve. */
export function RateControl({
  run,
  curve,
  onRate,
}: {
  readonly run: Pick<Run, 'config' | 'marks' | 'timing'>;
  /** A form of the rate's shape, to be unfolded. Default: none. */
  readonly curve?: ReactNode;
  readonly onRate: (to: RateChange['to']) => void;
}) {
  const { timing } = run;
  const eps = timing?.eps ?? run.config.eps;
  const unit = timing?.unit === 'starts' ? 'journeys' : 'events';
  const base = unit === 'journeys' ? 'Journeys per second' : 'Events Per Second';
  const id = useId();
  const [unfolded, setUnfolded] = useState(false);
  const { text, parsed, setText } = useDraft(rateOf(run, eps), eps);
  const shown = parsed.rate ?? rateOf(run, eps);
  const apply = (): void => {
    if (parsed.rate !== undefined && parsed.rate !== rateOf(run, eps)) onRate(parsed.rate);
  };
  return (
    <div className="rate-control">
      <h3 id={id}>Rate</h3>
      <div>
        <Slider
          labelledBy={id}
          step={stepOf(shown, eps)}
          text={shown === 0 ? 'Paused' : `${perSecondText(shown)} ${unit} per second`}
          onStep={(step) => setText(String(rateAt(step, eps)))}
          onRelease={(step) => onRate(rateAt(step, eps))}
        />
        <RateNumber
          label={`Rate, ${unit} per second`}
          noteId={`${id}-note`}
          text={text}
          error={parsed.error}
          onText={setText}
          onApply={apply}
        />
        {curve !== undefined && (
          <Button look="link" aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
            Follow a curve
          </Button>
        )}
      </div>
      <Note id={`${id}-note`} error={parsed.error} hint={`Up to ten times ${base}. 0 pauses.`} />
      {unfolded && <Suspense fallback={<p className="hint">Loading</p>}>{curve}</Suspense>}
    </div>
  );
}

/** What was typed, which stands until the rate changes. */
function useDraft(rate: number, eps: number) {
  const [draft, setDraft] = useState({ text: '', since: NaN });
  const text = draft.since === rate ? draft.text : String(rate);
  const setText = (typed: string): void => setDraft({ text: typed, since: rate });
  return { text, parsed: parseRate(text, eps), setText };
}

const RateNumber = ({
  label,
  noteId,
  text,
  error,
  onText,
  onApply,
}: {
  readonly label: string;
  readonly noteId: string;
  readonly text: string;
  readonly error: string | undefined;
  readonly onText: (text: string) => void;
  readonly onApply: () => void;
}) => (
  <label>
    <NumberInput
      aria-label={label}
      aria-invalid={error === undefined ? undefined : true}
      aria-describedby={noteId}
      value={text}
      onValue={onText}
      onKeyDown={({ key }) => key === 'Enter' && onApply()}
      onBlur={onApply}
    />{' '}
    /s
  </label>
);

/** The present rate of a run; 0 while it is paused. */
function rateOf({ marks: { rate, isPaused } }: Pick<Run, 'marks'>, planned: number): number {
  if (isPaused) return 0;
  return typeof rate === 'number' ? rate : planned;
}

/** A range whose steps are rates. `onStep` is called while it moves, `onRelease` when it is let go or moved by a key. */
function Slider({
  labelledBy,
  step,
  text,
  onStep,
  onRelease,
}: {
  readonly labelledBy: string;
  readonly step: number;
  /** The step as text. */
  readonly text: string;
  readonly onStep: (step: number) => void;
  readonly onRelease: (step: number) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const release = useRef(onRelease);
  // Layout effects: the slider works as soon as it is seen.
  useLayoutEffect(() => {
    release.current = onRelease;
  });
  // React's onChange is the input event, which also comes while the slider moves.
  useLayoutEffect(() => {
    const released = new AbortController();
    const range = input.current;
    range?.addEventListener('change', () => release.current(range.valueAsNumber), released);
    return () => released.abort();
  }, []);
  return (
    <input
      ref={input}
      className="range"
      type="range"
      min={0}
      max={LAST_STEP}
      step={1}
      value={step}
      aria-labelledby={labelledBy}
      aria-valuetext={text}
      onChange={(event) => onStep(event.currentTarget.valueAsNumber)}
    />
  );
}
