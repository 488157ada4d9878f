import { destinations, isSettingShown, settingsOf, type CheckResult } from '@catbird/core/destinations';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import {
  checkForm,
  destinationOf,
  errorText,
  hostOf,
  valuesOf,
  type Config,
  type Errors,
  type Form,
  type Withheld,
} from '../../state/settings.ts';
import { Button, DownArrow, Field, NumberInput, RadioCards, RadioGroup, Tick } from '../../ui/index.ts';
import { ConnectionTest } from './connection-test.tsx';
import { CredentialsNotice } from './credentials-notice.tsx';
import { DeliverySettings } from './delivery-settings.tsx';
import { FaultSettings } from './fault-settings.tsx';
import { RateNote } from './rate-note.tsx';
import { SettingField } from './setting-field.tsx';

const cards = destinations.map(({ name, title, call }) => ({ value: name, label: title, detail: call }));

/** Step 1: where the events go, and how fast. */
export function Settings({
  id,
  form,
  saved,
  errors,
  withheld,
  isUnseen,
  first,
  locked,
  onForm,
  onSave,
  onTest,
}: {
  readonly id: string;
  readonly form: Form;
  /** The settings as last saved. */
  readonly saved: Config | undefined;
  readonly errors: Errors;
  /** Credentials of this tab that a link's settings were not given. */
  readonly withheld: Withheld | undefined;
  /** Whether settings come from a link and lead where nothing has been sent yet. */
  readonly isUnseen: (config: Config) => boolean;
  /** It is the newest step: its button leads on. */
  readonly first: boolean;
  /** Events are being generated. */
  readonly locked: boolean;
  readonly onForm: (form: Form) => void;
  readonly onSave: () => void;
  readonly onTest: () => Promise<CheckResult | undefined>;
}) {
  const destination = destinationOf(form);
  const values = valuesOf(form);
  const settings = settingsOf(destination).filter((setting) => isSettingShown(setting, values));
  const place = useRef<HTMLFormElement>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    // The first failing field takes the focus, after every attempt.
    if (attempt > 0) place.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [attempt]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSave();
    setAttempt(attempt + 1);
  };
  const change = (name: string, value: string): void =>
    onForm({
      ...form,
      values: { ...form.values, [form.generatorName]: { ...form.values[form.generatorName], [name]: value } },
    });
  const checked = checkForm(form);
  const host = checked.ok ? hostOf(checked.config) : undefined;
  const isAsked = checked.ok && isUnseen(checked.config);
  const hasSecrets = settings.some(({ secret }) => secret);
  return (
    <section className="sec" id={id} aria-labelledby="settings-title">
      <div className="sec-head">
        <div>
          <h2 id="settings-title">Settings</h2>
          <p className="sub">Where the events go, and how fast.</p>
        </div>
      </div>
      {/* The page words its errors itself: the browser's bubbles would hide all but the first. */}
      <form noValidate ref={place} onSubmit={submit}>
        {locked && <LockedNote />}
        <RadioCards
          legend="Destination"
          value={form.generatorName}
          cards={cards}
          disabled={locked}
          onValue={(generatorName) => onForm({ ...form, generatorName })}
        />
        {destination.signUp !== undefined && (
          <p className="signup">
            No {destination.title.split(' ')[0]} account yet?{' '}
            <a href={destination.signUp} target="_blank" rel="noreferrer">
              Sign up
            </a>{' '}
            for free.
          </p>
        )}
        {settings.length > 0 && (
          <fieldset className="grid" disabled={locked}>
            <legend className="sr">{destination.title}</legend>
            {settings.map((setting) => (
              <SettingField
                key={`${form.generatorName}.${setting.name}`}
                setting={setting}
                value={values[setting.name] ?? ''}
                error={errorText(setting.name, errors[setting.name])}
                withheld={withheld?.generatorName === form.generatorName ? withheld : undefined}
                onValue={(value) => change(setting.name, value)}
              />
            ))}
          </fieldset>
        )}
        <fieldset className="grid" disabled={locked}>
          <legend className="sr">Rate</legend>
          <Field
            label="Events Per Second"
            hint={<RateNote form={form} />}
            error={errorText('eps', errors['eps'])}
          >
            {(control) => (
              <NumberInput {...control} value={form.eps} onValue={(eps) => onForm({ ...form, eps })} />
            )}
          </Field>
          <RadioGroup
            legend="Limit"
            width="w4"
            value={form.limited ? 'yes' : 'no'}
            options={[
              { value: 'no', label: 'No' },
              { value: 'yes', label: 'Yes' },
            ]}
            error={errorText('limit', errors['limit'])}
            onValue={(value) => onForm({ ...form, limited: value === 'yes' })}
          >
            {(noteId) =>
              form.limited && (
                <NumberInput
                  aria-label="Limit, number of events"
                  aria-describedby={noteId}
                  aria-invalid={errors['limit'] === undefined ? undefined : true}
                  value={form.limit}
                  onValue={(limit) => onForm({ ...form, limit })}
                />
              )
            }
          </RadioGroup>
        </fieldset>
        <DeliverySettings
          values={form.delivery}
          locked={locked}
          onValues={(delivery) => onForm({ ...form, delivery })}
        />
        <FaultSettings
          values={form.faults}
          errors={errors}
          locked={locked}
          onValues={(faults) => onForm({ ...form, faults })}
        />
        <ConnectionTest
          key={JSON.stringify([form.generatorName, values])}
          locked={locked}
          host={host}
          asks={isAsked}
          onTest={onTest}
        >
          {(test, result) => (
            <>
              {result}
              <div className="sec-foot">
                {hasSecrets ? (
                  <CredentialsNotice locked={locked} onSave={saved === undefined ? undefined : onSave} />
                ) : (
                  <span />
                )}
                <div className="acts">
                  {test}
                  <Button type="submit" disabled={locked}>
                    {first ? (
                      <>
                        Continue <DownArrow />
                      </>
                    ) : (
                      'Save'
                    )}
                  </Button>
                </div>
              </div>
            </>
          )}
        </ConnectionTest>
      </form>
    </section>
  );
}

const LockedNote = () => (
  <p className="locked-note">
    <Tick tone="now" />
    Locked while events are generated. <a href="#overview">Stop Generating!</a> to change them.
  </p>
);
