import { errorText } from '../../state/settings.ts';
import { A_DATE, type StreamSetting } from '../../state/stream-settings.ts';
import type { Errors, Values } from '../../state/config.ts';
import type { FieldControl } from '../../ui/field.tsx';
import { Field, NumberInput, Select, TextInput } from '../../ui/index.ts';
import { idOf } from './setting-fields.tsx';

const DAY_MS = 86_400_000;

/** A day from today, in UTC: `2026-11-20`. */
const dateFromToday = (days: number): string =>
  new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** What fields of a form have in common. */
export interface StreamFieldProps {
  /** The options of the form, as typed. */
  readonly values: Values;
  readonly errors: Errors;
  /** Gets what changes. */
  readonly onValues: (changed: Values) => void;
}

/** The field of a setting of the stream, derived from its declaration. */
function StreamField({
  setting,
  values,
  errors,
  onValues,
}: StreamFieldProps & { readonly setting: StreamSetting }) {
  const { name, label, help, group, control } = setting;
  const value = values[name] ?? '';
  const onValue = (text: string): void => onValues({ [name]: text });
  const error = group === 'time' ? errors[name]?.[0] : errorText(name, errors[name]);
  if (control.kind === 'instant') return <Instant {...{ setting, control, values, error, onValue }} />;
  return (
    <Field id={idOf(name)} label={label} hint={help} error={error}>
      {(given) =>
        control.kind === 'choice' ? (
          <Choice {...given} value={value} choices={control.choices} onValue={onValue} />
        ) : control.kind === 'text' ? (
          <TextInput {...given} value={value} placeholder={control.placeholder} onValue={onValue} />
        ) : (
          <NumberInput {...given} value={value} placeholder="0" onValue={onValue} />
        )
      }
    </Field>
  );
}

/** All fields of some settings. */
export const StreamFields = ({
  settings,
  ...props
}: StreamFieldProps & { readonly settings: readonly StreamSetting[] }) =>
  settings.map((setting) => <StreamField key={setting.name} {...props} setting={setting} />);

/** A choice. A link's value that is none of them is shown, so that it can be mended. */
function Choice({
  value,
  choices,
  ...rest
}: FieldControl & {
  readonly value: string;
  readonly choices: readonly (readonly [value: string, label: string])[];
  readonly onValue: (value: string) => void;
}) {
  const options = choices.map(([each, label]) => ({ value: each, label }));
  const shown = value === '' ? (choices[0]?.[0] ?? '') : value;
  const isKnown = options.some((option) => option.value === shown);
  return (
    <Select {...rest} value={shown} options={isKnown ? options : [...options, { value, label: value }]} />
  );
}

/** An instant: one of the usual ones, or a text. */
function Instant({
  setting: { name, label, help },
  control,
  values,
  error,
  onValue,
}: {
  readonly setting: StreamSetting;
  readonly control: Extract<StreamSetting['control'], { readonly kind: 'instant' }>;
  readonly values: Values;
  readonly error: string | undefined;
  readonly onValue: (value: string) => void;
}) {
  const choices = control.choices(values);
  const value = values[name] ?? '';
  const usual = value === 'now' && name === 'from' ? '' : value;
  const isOther = choices.every(([each]) => each !== usual);
  return (
    <div className="instant">
      <Field id={idOf(name)} label={label} error={isOther ? undefined : error}>
        {(given) => (
          <Choice
            {...given}
            value={isOther ? A_DATE : usual}
            choices={choices}
            onValue={(chosen) => onValue(chosen === A_DATE ? dateFromToday(control.example(values)) : chosen)}
          />
        )}
      </Field>
      {isOther && (
        <Field label={`${label}, in UTC`} hint={help} error={error}>
          {(given) => <TextInput {...given} mono value={value} onValue={onValue} />}
        </Field>
      )}
    </div>
  );
}
