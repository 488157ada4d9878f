import { parseRate, PRESETS } from '@catbird/engine';
import type { ReactNode } from 'react';
import type { Errors } from '../../../state/config.ts';
import { Field } from '../../../ui/field.tsx';
import { RatePlot } from './rate-plot.tsx';

const CONSTANT = { name: '', label: 'Constant', summary: 'Events Per Second, all the time.' } as const;

const CHOICES = [
  CONSTANT,
  ...PRESETS.map(({ name, summary }) => ({
    name,
    label: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    summary,
  })),
];

/** The text as a preset names it, also if it is JSON with nothing else. */
const nameIn = (text: string): string =>
  /^\s*\{\s*"preset"\s*:\s*"([^"]*)"\s*\}\s*$/.exec(text)?.[1] ?? text.trim();

/** The shape of the rate as a text, with presets and its picture, beside `when` and above `clock` and `sum`. */
export function RateEditor({
  text,
  eps = 1,
  errors,
  disabled,
  when,
  clock,
  sum,
  onText,
}: {
  /** JSON, or the name of a preset. Empty: constant. */
  readonly text: string;
  /** Undefined while it is not a rate. */
  readonly eps: number | undefined;
  readonly errors: Errors;
  readonly disabled: boolean;
  readonly when?: ReactNode;
  readonly clock?: ReactNode;
  readonly sum?: ReactNode;
  readonly onText: (text: string) => void;
}) {
  const chosen = nameIn(text);
  const parsed = parseRate(text.trim() === '' ? {} : text, { eps });
  const problems = Object.entries(errors).flatMap(([name, texts]) => (/^rate(\.|$)/.test(name) ? texts : []));
  return (
    <>
      {when !== undefined && <div className="time-when">{when}</div>}
      <div className="time-rate">
        <div className="presets" role="group" aria-label="Presets">
          {CHOICES.map(({ name, label, summary }) => (
            <button
              key={name}
              type="button"
              title={summary}
              aria-pressed={name === chosen}
              disabled={disabled}
              onClick={() => onText(name)}
            >
              {label}
            </button>
          ))}
        </div>
        <Field
          label="Rate"
          hint={
            <>
              A preset, or JSON with stages, day, week, waves, bursts or calendar.{' '}
              <a href="docs/guides/time-and-rate.html">Examples</a>
            </>
          }
          error={problems.length > 0 ? problems.join('. ') : undefined}
        >
          {(control) => (
            <textarea
              {...control}
              className="input mono rate-json"
              rows={3}
              spellCheck={false}
              placeholder='{"stages": [["0s", 0], ["1m", 200]]}'
              value={text}
              onChange={(event) => onText(event.currentTarget.value)}
            />
          )}
        </Field>
        {parsed.ok && <RatePlot rate={parsed.rate} eps={eps} />}
        {clock !== undefined && <div className="time-row">{clock}</div>}
        {sum}
      </div>
    </>
  );
}
