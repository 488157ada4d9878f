import type { RateChange } from '@catbird/engine';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import type { Run } from '../state/run.ts';
import { NumberInput } from '../ui/index.ts';
import { perSecondText } from './units.ts';

/** Steps of the rate slider: 0, then 24 a decade, from a hundredth to ten times Events Per Second. */
const A_DECADE = 24;
const DECADES = 3;

/** The last step of the slider: ten times Events Per Second. The first is 0. */
export const LAST_STEP = A_DECADE * DECADES;

/** The highest rate that the slider offers, in events per second. */
const highestRate = (eps: number): number => eps * 10;

/** The rate at a step, in events per second: exact at 0, Events Per Second and its tenfold, and with two digits between. */
export function rateAt(step: number, eps: number): number {
  if (step <= 0) return 0;
  if (step >= LAST_STEP) return highestRate(eps);
  const decades = (step - LAST_STEP) / A_DECADE + 1;
  return decades === 0 ? eps : Number((eps * 10 ** decades).toPrecision(2));
}

/** The step nearest to a rate. */
export function stepOf(rate: number, eps: number): number {
  if (!(rate > 0)) return 0;
  const near = Math.round((Math.log10(rate / eps) - 1) * A_DECADE) + LAST_STEP;
  const step = Math.min(LAST_STEP, Math.max(1, near));
  // Two digits may be half a step away: 1.0499 is shown as 1.0.
  const distance = (other: number): number => Math.abs(rateAt(other, eps) - rate);
  return [step, step - 1, step + 1].reduce((best, other) =>
    other >= 1 && other <= LAST_STEP && distance(other) < distance(best) ? other : best,
  );
}

/** The rate that was typed, or what is wrong with it. */
export function parseRate(
  text: string,
  eps: number,
):
  | { readonly rate: number; readonly error?: undefined }
  | { readonly rate?: undefined; readonly error: string } {
  const rate = text.trim() === '' ? NaN : Number(text);
  const highest = highestRate(eps);
  if (rate >= 0 && rate <= highest) return { rate };
  return {
    error: `Must be a number from 0 to ${highest.toLocaleString('en', { maximumFractionDigits: 3 })}`,
  };
}

/** The rate of a running stream: a slider and a number, which take effect when let go or on Enter. */
export function RateControl({
  run,
  onRate,
}: {
  readonly run: Pick<Run, 'phase' | 'config' | 'marks' | 'timing'>;
  readonly onRate: (to: RateChange['to']) => void;
}) {
  const { phase, timing, config } = run;
  const eps = timing?.eps ?? config.eps;
  const unit = timing?.unit === 'starts' ? 'journeys' : 'events';
  const id = useId();
  const { text, parsed, setText } = useDraft(rateOf(run, eps), eps);
  const shown = parsed.rate ?? rateOf(run, eps);
  const apply = (): void => {
    if (parsed.rate !== undefined && parsed.rate !== rateOf(run, eps)) onRate(parsed.rate);
  };
  const disabled = phase !== 'running';
  return (
    <div className="rate-control">
      <h3 id={id}>Rate</h3>
      <Slider
        labelledBy={id}
        step={stepOf(shown, eps)}
        text={shown === 0 ? 'Paused' : `${perSecondText(shown)} ${unit} per second`}
        disabled={disabled}
        onStep={(step) => setText(String(rateAt(step, eps)))}
        onRelease={(step) => onRate(rateAt(step, eps))}
      />
      <div className="rate-number">
        <NumberInput
          aria-label={`Rate, ${unit} per second`}
          aria-invalid={parsed.error === undefined ? undefined : true}
          aria-describedby={`${id}-note`}
          disabled={disabled}
          value={text}
          onValue={setText}
          onKeyDown={({ key }) => key === 'Enter' && apply()}
          onBlur={apply}
        />
        /s
      </div>
      <p id={`${id}-note`} className={parsed.error === undefined ? 'sr' : 'err'}>
        {parsed.error ??
          `Up to ten times ${unit === 'journeys' ? 'Journeys per second' : 'Events Per Second'}. 0 pauses.`}
      </p>
    </div>
  );
}

/** What another start does to a rate that was set by hand, or did; empty if none was. */
export function keptText({
  marks: { rate },
  replaced,
  timing,
  config,
}: Pick<Run, 'marks' | 'replaced' | 'timing' | 'config'>): string {
  const eps = timing?.eps ?? config.eps;
  if (rate !== 'planned')
    return `Set by hand: starting again keeps it. The settings say ${perSecondText(eps)}/s.`;
  if (replaced === undefined || replaced === 'planned') return '';
  const before = typeof replaced === 'number' ? `${perSecondText(replaced)}/s` : 'the curve';
  return `The settings’ ${perSecondText(eps)}/s replaced ${before} that was set by hand.`;
}

/** What was typed, which stands until the rate changes. */
function useDraft(rate: number, eps: number) {
  const [draft, setDraft] = useState({ text: '', since: NaN });
  const text = draft.since === rate ? draft.text : String(rate);
  const setText = (typed: string): void => setDraft({ text: typed, since: rate });
  return { text, parsed: parseRate(text, eps), setText };
}

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
  disabled,
  onStep,
  onRelease,
}: {
  readonly labelledBy: string;
  readonly step: number;
  /** The step as text. */
  readonly text: string;
  readonly disabled: boolean;
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
      disabled={disabled}
      onChange={(event) => onStep(event.currentTarget.valueAsNumber)}
    />
  );
}
