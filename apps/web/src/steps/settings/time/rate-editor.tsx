import { useId, useState, type ReactNode } from 'react';
import type { Errors } from '../../../state/config.ts';
import { Field } from '../../../ui/field.tsx';
import { TextInput } from '../../../ui/input.tsx';
import { RadioGroup } from '../../../ui/radio.tsx';
import { BurstList, NEW_BURST } from './burst-list.tsx';
import { DayPattern } from './day-pattern.tsx';
import { modelOf, PRESET_CHOICES, presetName } from './presets.ts';
import { writeRate, type RateModel } from './rate-model.ts';
import { StepTable } from './step-table.tsx';

type Kind = RateModel['kind'];

const KINDS: readonly { readonly value: Kind; readonly label: string }[] = [
  { value: 'constant', label: 'Constant' },
  { value: 'steps', label: 'Stages' },
  { value: 'pattern', label: 'Daily and weekly pattern' },
  { value: 'bursts', label: 'Bursts' },
];

const CUSTOM = { value: 'custom', label: 'Custom rate from the link' } as const;

const TITLES: Readonly<Record<Kind, string>> = {
  constant: 'Constant rate',
  steps: 'Stages',
  pattern: 'A day',
  bursts: 'Bursts',
  custom: 'Custom rate from the link',
};

/** What is edited. */
interface Edited {
  readonly text: string;
  readonly model: RateModel;
}

/** The shape of the rate: its kind on the left below `when`, and its form on the right above `clock` and `sum`. */
export function RateEditor({
  text,
  eps,
  errors,
  disabled,
  when,
  clock,
  sum,
  onText,
}: {
  readonly text: string;
  /** Undefined while it is not a rate. */
  readonly eps: number | undefined;
  readonly errors: Errors;
  readonly disabled: boolean;
  readonly when: ReactNode;
  readonly clock: ReactNode;
  readonly sum: ReactNode;
  readonly onText: (text: string) => void;
}) {
  const [edited, setEdited] = useState<Edited>();
  // Points on a straight line are not in the text, and a preset follows Events Per Second.
  const model = edited !== undefined && edited.text === text ? edited.model : modelOf(text, eps ?? 1);
  const [left, setLeft] = useState<Readonly<Partial<Record<Kind, string>>>>({});
  const change = (next: RateModel): void => {
    const written = writeRate(next);
    setEdited({ text: written, model: next });
    onText(written);
  };
  const choose = (kind: Kind): void => {
    setLeft({ ...left, [model.kind]: text });
    onText(left[kind] ?? startOf(kind, eps ?? 1));
  };
  const isCustom = model.kind === 'custom' || left.custom !== undefined;
  return (
    <>
      <div className="time-when">
        {when}
        <RadioGroup
          legend="Rate"
          stacked
          value={model.kind}
          options={isCustom ? [...KINDS, CUSTOM] : KINDS}
          onValue={choose}
        />
      </div>
      <div className="time-rate">
        <div className="rate-head">
          <h3>{TITLES[model.kind]}</h3>
          <Presets chosen={presetName(text)} disabled={disabled} onChoose={onText} />
        </div>
        <Shape model={model} {...{ eps, errors, disabled }} onModel={change} />
        {HINTS[model.kind] !== undefined && <p className="hint">{HINTS[model.kind]}</p>}
        <div className="time-row">
          {'offset' in model && (
            <Offset
              offset={model.offset}
              error={errors['rate.offset']?.[0]}
              onOffset={(offset) => change({ ...model, offset })}
            />
          )}
          {'holidays' in model && (
            <Field label="Holidays" hint="Dates without events, or with a share: 12-24 50 %, 2026-12-25.">
              {(control) => (
                <TextInput
                  {...control}
                  placeholder="None"
                  value={model.holidays}
                  onValue={(holidays) => change({ ...model, holidays })}
                />
              )}
            </Field>
          )}
          {clock}
        </div>
        {sum}
      </div>
    </>
  );
}

/** What the numbers of a kind mean. */
const HINTS: Readonly<Partial<Record<Kind, string>>> = {
  steps:
    'The rate changes linearly between stages and stays at the last one. Repeat a time for a jump. A last stage of 0 ends the stream.',
  pattern: 'Drag points, or click to add one. 100 % is Events Per Second.',
  bursts: 'Between bursts, the rate is Events Per Second.',
};

/** What a kind begins with. */
function startOf(kind: Kind, eps: number): string {
  switch (kind) {
    case 'steps':
      return JSON.stringify({
        stages: [
          ['0s', 0],
          ['1m', eps],
        ],
      });
    case 'pattern':
      return 'business day';
    case 'bursts':
      return writeRate({ kind, bursts: [NEW_BURST], offset: '' });
    default:
      return '';
  }
}

const Presets = ({
  chosen,
  disabled,
  onChoose,
}: {
  readonly chosen: string | undefined;
  readonly disabled: boolean;
  readonly onChoose: (name: string) => void;
}) => (
  <div className="presets" role="group" aria-label="Presets">
    {PRESET_CHOICES.map(({ name, summary }) => (
      <button
        key={name}
        type="button"
        title={summary}
        aria-pressed={name === chosen}
        disabled={disabled}
        onClick={() => onChoose(name)}
      >
        {`${name.charAt(0).toUpperCase()}${name.slice(1)}`}
      </button>
    ))}
  </div>
);

const Offset = ({
  offset,
  error,
  onOffset,
}: {
  readonly offset: string;
  readonly error: string | undefined;
  readonly onOffset: (offset: string) => void;
}) => (
  <Field label="Time zone" hint="Of days and hours, as an offset from UTC: +01:00." error={error}>
    {(control) => <TextInput {...control} placeholder="+00:00" value={offset} onValue={onOffset} />}
  </Field>
);

interface ShapeProps {
  readonly model: RateModel;
  readonly eps: number | undefined;
  readonly errors: Errors;
  readonly disabled: boolean;
  readonly onModel: (model: RateModel) => void;
}

function Shape({ model, eps, errors, disabled, onModel }: ShapeProps) {
  const errorsId = useId();
  const problems = Object.entries(errors).filter(
    ([name]) => name === 'rate' || (name.startsWith('rate.') && name !== 'rate.offset'),
  );
  return (
    <>
      {model.kind === 'steps' && (
        <StepTable
          steps={model.steps}
          onSteps={(steps) => onModel({ ...model, steps })}
          {...{ errors, errorsId, disabled }}
        />
      )}
      {model.kind === 'pattern' && <DayPattern pattern={model} onPattern={onModel} {...{ eps, disabled }} />}
      {model.kind === 'bursts' && (
        <BurstList
          bursts={model.bursts}
          onBursts={(bursts) => onModel({ ...model, bursts })}
          {...{ errors, disabled }}
        />
      )}
      {model.kind === 'custom' && (
        <textarea
          className="input mono rate-json"
          aria-label="Rate, JSON"
          aria-invalid={problems.length > 0 ? true : undefined}
          aria-describedby={problems.length > 0 ? errorsId : undefined}
          rows={6}
          spellCheck={false}
          value={model.text}
          onChange={(event) => onModel({ ...model, text: event.currentTarget.value })}
        />
      )}
      {problems.length > 0 && (
        <div id={errorsId}>
          {problems.map(([name, texts]) => (
            <p key={name} className="err">
              {texts.join('. ')}
            </p>
          ))}
        </div>
      )}
    </>
  );
}
