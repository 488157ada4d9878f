import type { Errors, Values } from '../../../state/config.ts';
import { Field } from '../../../ui/field.tsx';
import { TextInput } from '../../../ui/input.tsx';
import { RadioGroup } from '../../../ui/radio.tsx';
import { Select, type Option } from '../../../ui/select.tsx';

/** Chosen for a text of one's own. */
const OTHER = 'other';

const BEGINS: readonly Option[] = [
  { value: '', label: 'Now' },
  { value: '-24h', label: 'The last 24 hours, then live' },
  { value: '-7d', label: 'The last 7 days, then live' },
  { value: '-30d', label: 'The last 30 days, then live' },
  { value: '-90d', label: 'The last 90 days, then live' },
  { value: OTHER, label: 'A date' },
];

const ENDS: readonly Option[] = [
  { value: '', label: 'None: continue live' },
  { value: 'now', label: 'Now' },
  { value: OTHER, label: 'A date' },
];

const ARRIVALS: readonly Option[] = [
  { value: 'ticks', label: 'In ticks, with the clock’s time' },
  { value: 'even', label: 'Even' },
  { value: 'jitter', label: 'Even, with jitter' },
  { value: 'poisson', label: 'Random, like real arrivals' },
];

const AHEAD: readonly Option[] = [
  { value: '', label: 'No' },
  { value: 'true', label: 'Yes' },
];

/** Any of these computes event times, for which `even` is the default. */
const TIMED = ['starts', 'from', 'to', 'speed', 'future', 'disorder', 'rate'];

const DAY_MS = 86_400_000;

/** A day from today, in UTC: `2026-11-20`. */
const dateFromToday = (days: number): string =>
  new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

interface WhenProps {
  readonly values: Values;
  readonly errors: Errors;
  readonly onValues: (changed: Values) => void;
}

/** Start, end and spacing of event times. */
export function WhenSettings({ values, errors, onValues }: WhenProps) {
  const text = (name: string): string => values[name] ?? '';
  const byDefault = TIMED.some((name) => text(name) !== '') ? 'even' : 'ticks';
  return (
    <>
      <Instant
        name="from"
        label="Start"
        options={BEGINS.map((option) =>
          // With an end, nothing goes on live.
          text('to') === '' ? option : { ...option, label: option.label.replace(', then live', '') },
        )}
        example={() => dateFromToday(-30)}
        {...{ values, errors, onValues }}
      />
      <Instant
        name="to"
        label="End"
        options={ENDS}
        example={() => dateFromToday(text('from') === '' ? 1 : 0)}
        {...{ values, errors, onValues }}
      />
      <RadioGroup
        legend="Arrivals"
        stacked
        value={text('arrivals') === '' ? byDefault : text('arrivals')}
        options={ARRIVALS}
        error={errors['arrivals']?.[0]}
        onValue={(chosen) => onValues({ arrivals: chosen === byDefault ? '' : chosen })}
      />
    </>
  );
}

/** The rate in journeys, for a schema whose rows are the steps of journeys in time. */
export const JourneySettings = ({ values, errors, onValues }: WhenProps) => (
  <Text
    name="starts"
    label="Journeys per second"
    placeholder="by Events Per Second"
    hint="Journeys that start per second, in place of Events Per Second."
    {...{ values, errors, onValues }}
  />
);

const CLOCK = ['speed', 'disorder', 'future'] as const;

/** How fast the clock of the events goes, and how far they stray from it. Folded while nothing of it is set. */
export const ClockSettings = ({ values, errors, onValues }: WhenProps) => (
  <details
    className="more"
    open={CLOCK.some((name) => (values[name] ?? '') !== '' || errors[name] !== undefined)}
  >
    <summary>More</summary>
    <div className="time-row">
      <Text
        name="speed"
        label="Speed"
        placeholder="max"
        hint="10, or 1d/10m: a day in ten minutes. max: the past at once, then real time."
        {...{ values, errors, onValues }}
      />
      <Text
        name="disorder"
        label="Disorder"
        placeholder="0s"
        hint="Timestamps up to this much earlier: 500ms, 5s."
        {...{ values, errors, onValues }}
      />
      <Ahead {...{ values, errors, onValues }} />
    </div>
  </details>
);

/** Whether events may lie in the future. */
function Ahead({ values, errors, onValues }: WhenProps) {
  const value = values['future'] ?? '';
  const error = errors['future']?.[0];
  // A link's value that is neither is shown, so that it can be mended.
  const options = AHEAD.some((option) => option.value === value)
    ? AHEAD
    : [...AHEAD, { value, label: value }];
  return (
    <Field label="Future events" hint="Whether event times may run ahead of the clock." error={error}>
      {(control) => (
        <Select
          {...control}
          value={value}
          options={options}
          onValue={(chosen) => onValues({ future: chosen })}
        />
      )}
    </Field>
  );
}

/** An instant: one of the usual ones, or a text. */
function Instant({
  name,
  label,
  options,
  example,
  values,
  errors,
  onValues,
}: WhenProps & {
  readonly name: 'from' | 'to';
  readonly label: string;
  readonly options: readonly Option[];
  readonly example: () => string;
}) {
  const value = values[name] ?? '';
  const usual = value === 'now' && name === 'from' ? '' : value;
  const isOther = !options.some((option) => option.value === usual);
  const error = errors[name]?.[0];
  return (
    <div className="instant">
      <Field label={label} error={isOther ? undefined : error}>
        {(control) => (
          <Select
            {...control}
            value={isOther ? OTHER : usual}
            options={options}
            onValue={(chosen) => onValues({ [name]: chosen === OTHER ? example() : chosen })}
          />
        )}
      </Field>
      {isOther && (
        <Field
          label={`${label}, in UTC`}
          hint={name === 'from' ? '2026-10-22, 2026-10-22 08:30, or -36h' : '2026-11-20, or +10m from now'}
          error={error}
        >
          {(control) => (
            <TextInput {...control} mono value={value} onValue={(text) => onValues({ [name]: text })} />
          )}
        </Field>
      )}
    </div>
  );
}

const Text = ({
  name,
  label,
  placeholder,
  hint,
  values,
  errors,
  onValues,
}: WhenProps & {
  readonly name: 'speed' | 'disorder' | 'starts';
  readonly label: string;
  readonly placeholder: string;
  readonly hint: string;
}) => (
  <Field label={label} hint={hint} error={errors[name]?.[0]}>
    {(control) => (
      <TextInput
        {...control}
        value={values[name] ?? ''}
        placeholder={placeholder}
        onValue={(text) => onValues({ [name]: text })}
      />
    )}
  </Field>
);
