import { destinations, isSettingShown, settingsOf, type Destination } from '@catbird/core/destinations';
import type { Errors, Form, Values, Withheld } from '../../state/config.ts';
import { destinationOf, errorText, valuesOf } from '../../state/settings.ts';
import { RadioCards } from '../../ui/index.ts';
import { ConsoleSwitch } from './console-switch.tsx';
import { SettingField } from './setting-field.tsx';

const cards = destinations.map(({ name, title, call }) => ({ value: name, label: title, detail: call }));

const visibleSettings = (destination: Destination, values: Values) =>
  settingsOf(destination).filter((setting) => isSettingShown(setting, values));

/** Whether the visible settings include a secret. */
export const hasSecrets = (destination: Destination, values: Values): boolean =>
  visibleSettings(destination, values).some(({ secret }) => secret);

/** The choice of a destination, and its own settings. */
export function DestinationSettings({
  form,
  errors,
  withheld,
  locked,
  onForm,
}: {
  readonly form: Form;
  readonly errors: Errors;
  readonly withheld: Withheld | undefined;
  readonly locked: boolean;
  readonly onForm: (form: Form) => void;
}) {
  const { generatorName } = form;
  const destination = destinationOf(form);
  const values = valuesOf(form);
  const settings = visibleSettings(destination, values);
  const change = (name: string, value: string): void =>
    onForm({
      ...form,
      values: { ...form.values, [generatorName]: { ...form.values[generatorName], [name]: value } },
    });
  return (
    <>
      <RadioCards
        legend="Destination"
        value={generatorName}
        cards={cards}
        disabled={locked}
        onValue={(chosen) => onForm({ ...form, generatorName: chosen })}
      />
      <SignUp destination={destination} />
      {destination.writes === true && <ConsoleSwitch locked={locked} />}
      {settings.length > 0 && (
        <fieldset className="grid" disabled={locked}>
          <legend className="sr">{destination.title}</legend>
          {settings.map((setting) => (
            <SettingField
              key={`${generatorName}.${setting.name}`}
              setting={setting}
              value={values[setting.name] ?? ''}
              error={errorText(setting.name, errors[setting.name])}
              withheld={withheld?.generatorName === generatorName ? withheld : undefined}
              onValue={(value) => change(setting.name, value)}
            />
          ))}
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
