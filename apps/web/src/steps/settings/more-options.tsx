import { useEffect, useState, type ReactNode } from 'react';
import { consoleChoice } from '../../link/storage.ts';
import type { Values } from '../../state/config.ts';
import { checkTime } from '../../state/options.ts';
import { destinationOf, streamOf, valuesOf } from '../../state/settings.ts';
import { settingsIn } from '../../state/stream-settings.ts';
import { Checkbox } from '../../ui/index.ts';
import { hasSecrets, idOf, othersOf, SettingFields, type SettingFieldsProps } from './setting-fields.tsx';
import { StreamFields } from './stream-field.tsx';
import { RateEditor } from './time/rate-editor.tsx';
import { isBehind, lacksTime, manyText, planText } from './time/plan-text.ts';
import './time/time.css';
import type { PlanState } from './use-plan.ts';

/** Props of the form in the fold. */
export interface MoreOptionsProps extends SettingFieldsProps {
  readonly plan: PlanState;
  readonly locked: boolean;
  /** The schema designer is on the page. */
  readonly schemaShown: boolean;
  /** Credentials stay out of the address. */
  readonly keepsOut: boolean;
  readonly onKeepOut: (keepsOut: boolean) => void;
  /** Called when it is on the page. */
  readonly onShown: () => void;
}

/** Faults, retries, times, and what else the destination can do. Loaded when first unfolded. */
export function MoreOptions(props: MoreOptionsProps) {
  const { form, errors, plan, locked, schemaShown, onForm, onShown } = props;
  useEffect(onShown, [onShown]);
  const { options: values = {} } = form;
  const set = (changed: Values): void => onForm({ ...form, options: { ...values, ...changed } });
  const fields = { values, errors, onValues: set };
  const { eps } = streamOf(form);
  const [issue] = checkTime(values, eps);
  const destination = destinationOf(form);
  // Journeys only if the schema has some, or a link for another schema.
  const isJourney =
    (values['starts'] ?? '') !== '' || (plan.kind === 'ready' && plan.plan.journeysPerSecond !== undefined);
  return (
    <fieldset className="options" disabled={locked}>
      <legend className="sr">More settings</legend>
      <Group title="Late and duplicate events, retries">
        <StreamFields {...fields} settings={[...settingsIn('faults'), ...settingsIn('delivery')]} />
      </Group>
      <Group title="History">
        <StreamFields
          {...fields}
          settings={settingsIn('time').filter(
            ({ name }) => name !== 'rate' && (name !== 'starts' || isJourney),
          )}
        />
      </Group>
      <div className="time-rate">
        <RateEditor
          id={idOf('rate')}
          text={values['rate'] ?? ''}
          eps={eps}
          errors={errors}
          disabled={locked}
          onText={(rate) => set({ rate })}
        />
        <TimeSum plan={plan} problem={issue?.message} schemaShown={schemaShown} />
      </div>
      {othersOf(form).length > 0 && (
        <Group title={`More of ${destination.title}`}>
          <SettingFields {...props} needed={false} />
        </Group>
      )}
      {destination.writes === true && <ConsoleSwitch />}
      {hasSecrets(destination, valuesOf(form)) && <CredentialsSwitch {...props} />}
    </fieldset>
  );
}

const Group = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <fieldset>
    <legend className="label">{title}</legend>
    <div className="grid four">{children}</div>
  </fieldset>
);

/** A switch that keeps credentials out of the address when saving. */
const CredentialsSwitch = ({ keepsOut, onKeepOut }: Pick<MoreOptionsProps, 'keepsOut' | 'onKeepOut'>) => (
  <Checkbox
    label="Keep credentials out of the address"
    hint={
      keepsOut
        ? 'They stay in this tab. Everything else goes in the address, so you can share it.'
        : 'Saving puts your credentials in this page’s address. Anyone with the link has them.'
    }
    checked={keepsOut}
    onValue={onKeepOut}
  />
);

/** Whether events are printed to the console. The overview lists the latest in any case. */
function ConsoleSwitch() {
  const [isOn, setIsOn] = useState(() => consoleChoice.isOn());
  return (
    <Checkbox
      label="Print events to the console"
      hint="The overview shows the latest events in any case."
      checked={isOn}
      onValue={(checked) => {
        consoleChoice.remember(checked);
        setIsOn(checked);
      }}
    />
  );
}

/** What the stream will send, in a sentence, and what follows from it. */
function TimeSum({
  plan,
  problem,
  schemaShown,
}: {
  readonly plan: PlanState;
  /** The first problem with the settings of time. */
  readonly problem: string | undefined;
  readonly schemaShown: boolean;
}) {
  return (
    <div className="sum" role="status">
      {plan.kind === 'ready' ? (
        <>
          <p className="total">{planText(plan.plan)}</p>
          {manyText(plan.plan) !== undefined && <p>{manyText(plan.plan)}</p>}
          {lacksTime(plan.plan) && (
            <p>
              No field holds the event’s time.{' '}
              {schemaShown ? <a href="#schema">Add one</a> : 'Add one in the next step'}.
            </p>
          )}
          {isBehind(plan.plan) && (
            <p>The past is sent as fast as the service accepts it. Then the stream continues live.</p>
          )}
          {plan.plan.notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </>
      ) : (
        <p>{problem ?? WAITING[plan.kind]}</p>
      )}
    </div>
  );
}

const WAITING = {
  waiting: 'Adding up the events…',
  invalid: 'Fix Events Per Second and Limit to see how many events this makes.',
  failed: 'Adding up these events takes too long.',
} as const;
