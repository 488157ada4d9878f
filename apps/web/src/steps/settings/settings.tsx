import type { CheckResult } from '@catbird/send';
import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react';
import { keepsSecretsOut, rememberChoice } from '../../link/secrets.ts';
import type { Config, Errors, Form, Withheld } from '../../state/config.ts';
import { checkForm, destinationOf, hostOf, valuesOf } from '../../state/settings.ts';
import { Button, Checkbox, DownArrow } from '../../ui/index.ts';
import { LockedNote } from '../../ui/locked-note.tsx';
import type { StreamPlan } from '../../worker/schema-protocol.ts';
import { ConnectionTest } from './connection-test.tsx';
import { DestinationSettings, hasSecrets, SettingFields } from './destination-settings.tsx';
import { DeliverySettings, FaultSettings } from './folded-settings.tsx';
import { RateSettings } from './rate-settings.tsx';
import { TimeSettings } from './time-settings.tsx';

/** Props of the settings step. */
interface SettingsProps {
  readonly id: string;
  readonly form: Form;
  /** The saved settings. */
  readonly saved: Config | undefined;
  readonly errors: Errors;
  /** Stored credentials that were not filled in. */
  readonly withheld: Withheld | undefined;
  /** Whether a link filled in a target that nothing has been sent to yet. */
  readonly isUnconfirmed: (config: Config) => boolean;
  /** It is the newest step: its button continues to the next. */
  readonly first: boolean;
  /** A stream runs. */
  readonly locked: boolean;
  /** Stands for the schema text and its seed. */
  readonly schemaKey: string;
  readonly onForm: (form: Form) => void;
  readonly onPlan: () => Promise<StreamPlan | undefined>;
  readonly onSave: () => void;
  readonly onTest: () => Promise<CheckResult | undefined>;
}

/** Step 1: where the events go, and how fast. */
export function Settings(props: SettingsProps) {
  const { id, form, errors, withheld, locked, onForm, onSave } = props;
  const ref = useRef<HTMLFormElement>(null);
  const focusError = useFocusOnError(ref);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSave();
    focusError();
  };
  return (
    <section className="sec" id={id} aria-labelledby="settings-title">
      <div className="sec-head">
        <div>
          <h2 id="settings-title">Settings</h2>
          <p className="sub">
            {locked ? <LockedNote /> : 'Where the events go, how fast, and when they happen.'}
          </p>
        </div>
      </div>
      {/* Native validation would show only the first error, in a bubble. */}
      <form noValidate ref={ref} onSubmit={submit}>
        <DestinationSettings
          form={form}
          errors={errors}
          withheld={withheld}
          locked={locked}
          onForm={onForm}
        />
        <RateSettings form={form} errors={errors} locked={locked} onForm={onForm} />
        <TimeSettings
          form={form}
          errors={errors}
          locked={locked}
          planKey={props.schemaKey}
          schemaShown={!props.first}
          onForm={onForm}
          onPlan={props.onPlan}
        />
        <DeliverySettings
          values={form.delivery}
          locked={locked}
          before={<SettingFields group="delivery" {...{ form, errors, withheld, onForm }} />}
          onValues={(delivery) => onForm({ ...form, delivery })}
        />
        <FaultSettings
          values={form.faults}
          errors={errors}
          locked={locked}
          onValues={(faults) => onForm({ ...form, faults })}
        />
        <Foot {...props} />
      </form>
    </section>
  );
}

/** Returns a function that focuses the first invalid field after the next render. */
function useFocusOnError(form: RefObject<HTMLFormElement | null>): () => void {
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [attempts, form]);
  return () => setAttempts(attempts + 1);
}

/** The connection test, the credentials switch and the submit button. */
function Foot({ form, saved, isUnconfirmed, first, locked, onSave, onTest }: SettingsProps) {
  const checked = checkForm(form);
  return (
    <ConnectionTest
      key={JSON.stringify([form.generatorName, valuesOf(form)])}
      locked={locked}
      host={checked.ok ? hostOf(checked.config) : undefined}
      confirms={checked.ok && isUnconfirmed(checked.config)}
      onTest={onTest}
    >
      {(testButton, result) => (
        <>
          {result}
          <div className="sec-foot">
            {hasSecrets(destinationOf(form), valuesOf(form)) ? (
              <CredentialsNotice locked={locked} onSave={saved === undefined ? undefined : onSave} />
            ) : (
              <span />
            )}
            <div className="acts">
              {testButton}
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
  );
}

/** A switch that keeps credentials out of the address when saving. */
function CredentialsNotice({
  locked,
  onSave,
}: {
  readonly locked: boolean;
  /** Rewrites the address; undefined before the first save. */
  readonly onSave: (() => void) | undefined;
}) {
  const [keepOut, setKeepOut] = useState(keepsSecretsOut);
  return (
    <Checkbox
      label="Keep credentials out of the address"
      hint={
        keepOut
          ? 'They stay in this tab. Everything else goes in the address, so you can share it.'
          : 'Saving puts your credentials in this page’s address. Anyone with the link has them.'
      }
      checked={keepOut}
      disabled={locked}
      onValue={(checked) => {
        rememberChoice(checked);
        setKeepOut(checked);
        onSave?.();
      }}
    />
  );
}
