import { isSettingShown, settingsOf, type Destination, type Setting } from '@catbird/send';
import { useState, type ReactNode } from 'react';
import { consoleChoice } from '../../link/storage.ts';
import type { Errors, Form, Values, Withheld } from '../../state/config.ts';
import { destinationOf, errorText, valuesOf } from '../../state/settings.ts';
import { Checkbox, Field, Host, SecretInput, Select, TextInput, type FieldWidth } from '../../ui/index.ts';
import { plainText } from '../../ui/plain-text.ts';
import { DestinationChoice } from './destination-choice.tsx';

/** A setting with a longer example gets a wider field. */
const LONG_EXAMPLE = 28;

/** The field of a destination's setting, derived from its declaration. */
function SettingField({
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

const visibleSettings = (destination: Destination, values: Values) =>
  settingsOf(destination).filter((setting) => isSettingShown(setting, values));

/** Whether the visible settings include a secret. */
export const hasSecrets = (destination: Destination, values: Values): boolean =>
  visibleSettings(destination, values).some(({ secret }) => secret);

interface SettingFieldsProps {
  readonly form: Form;
  readonly errors: Errors;
  readonly withheld: Withheld | undefined;
  readonly onForm: (form: Form) => void;
}

/** The fields of a destination: its own, or those that belong to delivery. */
export function SettingFields({
  group,
  form,
  errors,
  withheld,
  onForm,
}: SettingFieldsProps & { readonly group?: Setting['group'] }): ReactNode {
  const { generatorName } = form;
  const values = valuesOf(form);
  return visibleSettings(destinationOf(form), values)
    .filter((setting) => setting.group === group)
    .map((setting) => (
      <SettingField
        key={`${generatorName}.${setting.name}`}
        setting={setting}
        value={values[setting.name] ?? ''}
        error={errorText(setting.name, errors[setting.name])}
        withheld={withheld?.generatorName === generatorName ? withheld : undefined}
        onValue={(value) =>
          onForm({
            ...form,
            values: {
              ...form.values,
              [generatorName]: { ...form.values[generatorName], [setting.name]: value },
            },
          })
        }
      />
    ));
}

/** The choice of a destination, and its own settings. */
export function DestinationSettings({
  form,
  errors,
  withheld,
  locked,
  onForm,
}: SettingFieldsProps & { readonly locked: boolean }) {
  const destination = destinationOf(form);
  return (
    <>
      <DestinationChoice
        chosen={destination}
        locked={locked}
        onChoice={(chosen) => onForm({ ...form, generatorName: chosen })}
      />
      <SignUp destination={destination} />
      {destination.writes === true && <ConsoleSwitch locked={locked} />}
      {visibleSettings(destination, valuesOf(form)).length > 0 && (
        <fieldset className="grid" disabled={locked}>
          <legend className="sr">{destination.title}</legend>
          <SettingFields {...{ form, errors, withheld, onForm }} />
        </fieldset>
      )}
    </>
  );
}

const SignUp = ({ destination: { title, signUp } }: { readonly destination: Destination }) =>
  signUp !== undefined && (
    <p className="signup">
      New to {title.split(' ')[0]}?{' '}
      <a href={signUp} target="_blank" rel="noreferrer">
        Sign up
      </a>
      , it’s free.
    </p>
  );

/** Why a stored credential was not filled in. */
function WithheldNote({ withheld: { scopes, asked } }: { readonly withheld: Withheld }) {
  const origins = scopes.map((scope, i) => (
    <span key={scope}>
      {i > 0 && ' and '}
      <Host name={scope} />
    </span>
  ));
  return (
    <>
      Not filled in: this tab keeps one for {origins} only.{' '}
      {asked === undefined ? (
        'This link’s settings are incomplete.'
      ) : (
        <>
          This link leads to <Host name={asked} />. If you trust it, enter a credential for it.
        </>
      )}
    </>
  );
}

/** Whether events are printed to the console. The overview lists the latest in any case. */
function ConsoleSwitch({ locked }: { readonly locked: boolean }) {
  const [isOn, setIsOn] = useState(() => consoleChoice.isOn());
  return (
    <Checkbox
      label="Print events to the console"
      hint={
        isOn
          ? 'No account needed. The overview shows the latest events, too.'
          : 'The overview still shows the latest events.'
      }
      checked={isOn}
      disabled={locked}
      onValue={(checked) => {
        consoleChoice.remember(checked);
        setIsOn(checked);
      }}
    />
  );
}
