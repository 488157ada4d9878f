import type { Errors, Form, Values } from '../../../state/config.ts';
import { checkTime } from '../../../state/time.ts';
import type { PlanState } from '../use-plan.ts';
import { isBehind, lacksTime, manyText, planText } from './plan-text.ts';
import { RateEditor } from './rate-editor.tsx';
import { ClockSettings, JourneySettings, WhenSettings } from './when-settings.tsx';
import './time.css';

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

/** When events happen, and how the rate changes over time. Loaded when first unfolded. */
export function TimeEditor({
  form,
  errors,
  plan,
  locked,
  schemaShown,
  onForm,
}: {
  readonly form: Form;
  readonly errors: Errors;
  readonly plan: PlanState;
  readonly locked: boolean;
  /** The schema designer is on the page. */
  readonly schemaShown: boolean;
  readonly onForm: (form: Form) => void;
}) {
  const values = form.time ?? {};
  const set = (changed: Values): void => onForm({ ...form, time: { ...values, ...changed } });
  const eps = Number(form.eps === '' ? 1 : form.eps);
  const [issue] = checkTime(values, eps);
  return (
    <fieldset className="time" disabled={locked}>
      <legend className="sr">Time and rate</legend>
      <RateEditor
        text={values['rate'] ?? ''}
        eps={eps > 0 && eps < Infinity ? eps : undefined}
        errors={errors}
        disabled={locked}
        onText={(rate) => set({ rate })}
        when={
          <>
            <WhenSettings values={values} errors={errors} onValues={set} />
            {hasJourneys(plan, values) && <JourneySettings values={values} errors={errors} onValues={set} />}
          </>
        }
        clock={<ClockSettings values={values} errors={errors} onValues={set} />}
        sum={<TimeSum plan={plan} problem={issue?.message} schemaShown={schemaShown} />}
      />
    </fieldset>
  );
}

/** Whether the rate can be given in journeys, or is, as by a link for another schema. */
const hasJourneys = (plan: PlanState, { starts = '' }: Values): boolean =>
  starts !== '' || (plan.kind === 'ready' && plan.plan.journeysPerSecond !== undefined);
