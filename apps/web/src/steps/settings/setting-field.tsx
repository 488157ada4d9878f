import type { Setting } from '@catbird/core/destinations';
import type { Withheld } from '../../state/config.ts';
import { Field, SecretInput, Select, TextInput, type FieldWidth } from '../../ui/index.ts';
import { plainText } from '../../ui/plain-text.ts';
import { WithheldNote } from './withheld-note.tsx';

/** A setting with a longer example gets a wider field. */
const LONG_EXAMPLE = 28;

/** The field of a destination's setting, derived from its declaration. */
export function SettingField({
  setting,
  value,
  error,
  withheld,
  onValue,
}: {
  readonly setting: Setting;
  readonly value: string;
  readonly error: string | undefined;
  /** Stored credentials of this destination that were not filled in. */
  readonly withheld: Withheld | undefined;
  readonly onValue: (value: string) => void;
}) {
  const { name, label, help, example, secret, kind, choices, required } = setting;
  const isWithheld = value === '' && withheld?.names.includes(name) === true;
  const optional = !required && kind !== 'choice' && kind !== 'boolean';
  return (
    <Field
      label={optional ? `${label} (optional)` : label}
      hint={isWithheld ? <WithheldNote withheld={withheld} /> : help && plainText(help)}
      error={error}
      width={widthOf(setting)}
    >
      {(control) => {
        if (kind === 'choice')
          return <Select {...control} value={value} options={choices} onValue={onValue} />;
        if (kind === 'boolean')
          return <Select {...control} value={value} options={YES_NO} onValue={onValue} />;
        const input = { ...control, value, onValue, placeholder: example };
        return secret ? <SecretInput {...input} name={label} /> : <TextInput {...input} name={name} mono />;
      }}
    </Field>
  );
}

const YES_NO = [
  { value: 'false', label: 'No' },
  { value: 'true', label: 'Yes' },
];

const widthOf = ({ example = '', kind }: Setting): FieldWidth | undefined =>
  kind === 'json' ? 'w6' : example.length > LONG_EXAMPLE ? 'w4' : undefined;
