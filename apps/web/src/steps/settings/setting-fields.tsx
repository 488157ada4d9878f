import { isSettingShown, settingsOf, type Destination, type Setting } from '@catbird/send';
import { Suspense, type ReactNode } from 'react';
import type { Errors, Form, Values, Withheld } from '../../state/config.ts';
import { destinationOf, errorText, valuesOf } from '../../state/settings.ts';
import { Field, lazyPart, SecretInput, Select, TextInput } from '../../ui/index.ts';
import type { FieldControl } from '../../ui/field.tsx';
import { plainText } from '../../ui/plain-text.ts';

const WithheldNote = lazyPart(async () => (await import('./withheld-note.tsx')).WithheldNote);

/** The id of a setting's control, by which the search finds it. */
export const idOf = (name: string): string => `setting-${name}`;

const YES_NO = [
  { value: 'false', label: 'No' },
  { value: 'true', label: 'Yes' },
];

/** Whether nothing can be sent without a setting: it is required, or decides whether one that is required is shown. */
export const isNeeded = ({ name, required, group }: Setting, destination: Destination): boolean =>
  group === undefined &&
  (required ||
    settingsOf(destination).some((other) => other.required && Object.hasOwn(other.when ?? {}, name)));

const visibleSettings = (destination: Destination, values: Values) =>
  settingsOf(destination).filter((setting) => isSettingShown(setting, values));

/** Whether the visible settings include a secret. */
export const hasSecrets = (destination: Destination, values: Values): boolean =>
  visibleSettings(destination, values).some(({ secret }) => secret);

/** The visible settings of a form's destination that are not needed. */
export function othersOf(form: Form): readonly Setting[] {
  const destination = destinationOf(form);
  return visibleSettings(destination, valuesOf(form)).filter((setting) => !isNeeded(setting, destination));
}

/** What fields of a destination have in common. */
export interface SettingFieldsProps {
  readonly form: Form;
  readonly errors: Errors;
  readonly withheld: Withheld | undefined;
  readonly onForm: (form: Form) => void;
}

/** The fields of a destination, derived from its declaration: those that it needs, or the others. */
export function SettingFields({
  needed,
  form,
  errors,
  withheld,
  onForm,
}: SettingFieldsProps & { readonly needed: boolean }): ReactNode {
  const { generatorName } = form;
  const destination = destinationOf(form);
  const values = valuesOf(form);
  const settings = visibleSettings(destination, values);
  const set = (name: string, value: string): void => {
    const changed = { ...form.values[generatorName], [name]: value };
    onForm({ ...form, values: { ...form.values, [generatorName]: changed } });
  };
  return settings
    .filter((setting) => isNeeded(setting, destination) === needed)
    .map((setting) => {
      const { name, label, help, kind, required } = setting;
      const value = values[name] ?? '';
      const isText = kind === 'text' || kind === 'json';
      const note =
        value === '' && withheld?.generatorName === generatorName && withheld.names.includes(name) ? (
          <Suspense>
            <WithheldNote withheld={withheld} />
          </Suspense>
        ) : (
          help && plainText(help)
        );
      return (
        <Field
          key={`${generatorName}.${name}`}
          label={isText && !required ? `${label} (optional)` : label}
          hint={note}
          error={errorText(name, errors[name])}
          id={idOf(name)}
        >
          {(control) => controlOf(setting, { ...control, value, onValue: (text) => set(name, text) })}
        </Field>
      );
    });
}

function controlOf(
  { name, label, example, secret, kind, choices }: Setting,
  control: FieldControl & { readonly value: string; readonly onValue: (value: string) => void },
): ReactNode {
  const options = kind === 'boolean' ? YES_NO : choices;
  if (options.length > 0) return <Select {...control} options={options} />;
  if (secret) return <SecretInput {...control} placeholder={example} name={label} />;
  return <TextInput {...control} placeholder={example} name={name} mono />;
}
