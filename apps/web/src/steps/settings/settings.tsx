import { firstDestinations, type CheckResult, type Destination } from '@catbird/send';
import { Suspense, useCallback, useEffect, useRef, useState, type FormEvent } from 'react';
import { keepsSecretsOut, rememberChoice } from '../../link/secrets.ts';
import type { Config, Errors, Form, Withheld } from '../../state/config.ts';
import { checkForm, destinationOf, hostOf, valuesOf } from '../../state/settings.ts';
import type { State } from '../../state/state.ts';
import { loadTemplates } from '../../state/templates.ts';
import { Button, DownArrow, lazyPart, RadioCards, type Card } from '../../ui/index.ts';
import { LockedNote } from '../../ui/locked-note.tsx';
import type { StreamPlan } from '../../worker/schema-protocol.ts';
import { useConnectionTest } from './connection-test.tsx';
import type { Find } from './finder.ts';
import { OptionsFold } from './options-fold.tsx';
import { RateSettings } from './rate-settings.tsx';
import { hasSecrets, idOf, SettingFields } from './setting-fields.tsx';

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
  readonly schema: Pick<State, 'template' | 'seed' | 'content'>;
  readonly onForm: (form: Form) => void;
  readonly onPlan: () => Promise<StreamPlan | undefined>;
  /** False if the settings are invalid. */
  readonly onSave: () => boolean;
  readonly onTest: () => Promise<CheckResult | undefined>;
}

/** A destination as a card: its name, and what it does with events. */
const cardOf = ({ name, title, summary }: Destination): Card => ({
  value: name,
  label: title,
  detail: summary.replace(/\.$/, ''),
});

/** What the specification names, and what needs no account. A search finds the others. */
const CARDS: readonly Card[] = [
  ...firstDestinations.filter(({ name }) => ['Tinybird', 'Ably', 'AWSSNS'].includes(name)).map(cardOf),
  { value: 'Log', label: 'Watch here', detail: 'No account. Nothing leaves this tab' },
];

const DestinationSearch = lazyPart(async () => (await import('./destination-search.tsx')).DestinationSearch);

/** Loads the templates once a setting is changed: the next step offers them, and answers a choice at once. */
function useTemplatesAhead(form: Form): void {
  const [opened] = useState(form);
  useEffect(() => {
    // If they cannot be loaded now, the choice says so.
    if (form !== opened) void loadTemplates().catch(() => undefined);
  }, [form, opened]);
}

/** Step 1: where the events go, and how fast. */
export function Settings(props: SettingsProps) {
  const { id, form, errors, withheld, first, locked, schema, onForm } = props;
  useTemplatesAhead(form);
  const { want, find } = useWanted();
  const [isUnfolded, setUnfolded] = useState(false);
  const [keepsOut, setKeepsOut] = useState(keepsSecretsOut);
  const destination = destinationOf(form);
  const fields = { form, errors, withheld, onForm };
  const checked = checkForm(form);
  const host = checked.ok ? hostOf(checked.config) : undefined;
  const connection = useConnectionTest({
    key: JSON.stringify([form.generatorName, valuesOf(form)]),
    host,
    isNew: !checked.ok || !sendsAlike(checked.config, props.saved),
    asks:
      checked.ok && props.isUnconfirmed(checked.config)
        ? 'link'
        : destination.checkSends === true
          ? 'event'
          : undefined,
    onTest: props.onTest,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (props.onSave()) connection.run();
    else want('[aria-invalid]');
  };
  const show = ({ kind, name }: Find): void => {
    if (kind === 'destination') onForm({ ...form, generatorName: name });
    else setUnfolded(true);
    want(kind === 'destination' ? '.needed .input, .needed .select, .rate .input' : `#${idOf(name)}`);
  };
  return (
    <section className="sec" id={id} aria-labelledby="settings-title">
      <div className="sec-head">
        <h2 id="settings-title">Settings</h2>
        <p className="sub">{locked ? <LockedNote /> : 'Where the events go, and how fast.'}</p>
      </div>
      {/* Native validation would show only the first error, in a bubble. */}
      <form noValidate onSubmit={submit}>
        <div className="panel">
          <RadioCards
            legend="Destination"
            value={destination.name}
            cards={
              CARDS.some(({ value }) => value === destination.name) ? CARDS : [...CARDS, cardOf(destination)]
            }
            disabled={locked}
            onValue={(generatorName) => onForm({ ...form, generatorName })}
          />
          <Suspense fallback={<div className="find" />}>
            <DestinationSearch form={form} schema={schema} locked={locked} onFind={show} />
          </Suspense>
          <fieldset className="grid needed" disabled={locked}>
            <legend className="sr">{destination.title}</legend>
            <SettingFields {...fields} needed />
          </fieldset>
          <SignUp destination={destination} />
          <RateSettings {...fields} locked={locked} />
          <OptionsFold
            {...fields}
            {...{ locked, keepsOut, isUnfolded }}
            planKey={`${schema.seed} ${schema.content}`}
            schemaShown={!first}
            onUnfold={setUnfolded}
            onPlan={props.onPlan}
            onShown={find}
            onKeepOut={(isOut) => {
              rememberChoice(isOut);
              setKeepsOut(isOut);
              // Rewrites the address.
              if (props.saved !== undefined) props.onSave();
            }}
          />
        </div>
        {connection.report}
        <div className="sec-foot">
          <p className="hint">{noteOf(props, keepsOut)}</p>
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
      </form>
    </section>
  );
}

const SignUp = ({ destination: { title, signUp } }: { readonly destination: Destination }) =>
  signUp !== undefined && (
    <p className="hint">
      New to {title.split(' ')[0]}?{' '}
      <a href={signUp} target="_blank" rel="noreferrer">
        Sign up
      </a>
      , it’s free.
    </p>
  );

/** Whether requests of two configs differ in nothing but events. */
const sendsAlike = (one: Config, other: Config | undefined): boolean =>
  one.generatorName === other?.generatorName &&
  JSON.stringify(one.settings) === JSON.stringify(other.settings);

/** What the button does besides what it says. */
function noteOf({ form, first }: SettingsProps, keepsOut: boolean): string {
  const destination = destinationOf(form);
  if (destination.writes === true) return first ? 'Next: the schema. Nothing is sent yet.' : '';
  const test = destination.checkSends === true ? '' : 'Also tests the connection, without sending events. ';
  if (!hasSecrets(destination, valuesOf(form))) return test.trim();
  return keepsOut
    ? `${test}Your credentials stay in this tab.`
    : `${test}Puts your credentials in this page’s address: anyone with the link has them.`;
}

/** Focuses what a selector finds in the step: after the next render, or once `find` is called because more has been loaded. */
function useWanted(): { readonly want: (selector: string) => void; readonly find: () => void } {
  const wanted = useRef('');
  const [, render] = useState({});
  const find = useCallback(() => {
    if (wanted.current === '') return;
    const found = document.querySelector<HTMLElement>(`#settings :is(${wanted.current})`);
    found?.focus();
    if (found !== null) wanted.current = '';
  }, []);
  useEffect(find);
  return { find, want: (selector) => render({ wanted: (wanted.current = selector) }) };
}
