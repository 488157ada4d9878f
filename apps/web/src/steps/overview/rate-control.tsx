import { useEffect, useId, useRef, useState } from 'react';
import { NumberInput, Note } from '../../ui/index.ts';
import { LAST_STEP, parseRate, rateAt, stepOf } from './slider.ts';
import { perSecondText } from './units.ts';

/** The rate of a running stream: a slider and a number. Takes effect when the slider is let go, or on Enter. */
export function RateControl({
  eps,
  rate,
  onRate,
}: {
  /** Events Per Second of the settings. */
  readonly eps: number;
  /** The present rate; 0 while paused. */
  readonly rate: number;
  readonly onRate: (rate: number) => void;
}) {
  const id = useId();
  // What was typed stands until the rate changes.
  const [draft, setDraft] = useState({ text: '', since: NaN });
  const text = draft.since === rate ? draft.text : String(rate);
  const setText = (typed: string): void => setDraft({ text: typed, since: rate });
  const parsed = parseRate(text, eps);
  const apply = (): void => {
    if (parsed.error === undefined && parsed.rate !== rate) onRate(parsed.rate);
  };
  const shown = parsed.error === undefined ? parsed.rate : rate;
  return (
    <div className="rate-control">
      <h3 id={id}>Rate</h3>
      <div>
        <Slider
          labelledBy={id}
          step={stepOf(shown, eps)}
          text={shown === 0 ? 'Paused' : `${perSecondText(shown)} events per second`}
          onStep={(step) => setText(String(rateAt(step, eps)))}
          onRelease={(step) => onRate(rateAt(step, eps))}
        />
        <label>
          <NumberInput
            aria-label="Rate, events per second"
            aria-invalid={parsed.error === undefined ? undefined : true}
            aria-describedby={`${id}-note`}
            value={text}
            onValue={setText}
            onKeyDown={({ key }) => key === 'Enter' && apply()}
            onBlur={apply}
          />{' '}
          /s
        </label>
      </div>
      <Note id={`${id}-note`} error={parsed.error} hint={`Up to ten times Events Per Second. 0 pauses.`} />
    </div>
  );
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
  /** The step in words. */
  readonly text: string;
  readonly onStep: (step: number) => void;
  readonly onRelease: (step: number) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const release = useRef(onRelease);
  useEffect(() => {
    release.current = onRelease;
  });
  // React's onChange is the input event, which also comes while the slider moves.
  useEffect(() => {
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
