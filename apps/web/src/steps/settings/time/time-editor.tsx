import type { Errors, Form, Values } from '../../../state/config.ts';
import { checkTime } from '../../../state/time.ts';
import { RateEditor } from './rate-editor.tsx';
import { TimeSum } from './time-sum.tsx';
import { ClockSettings, JourneySettings, WhenSettings } from './when-settings.tsx';
import type { PlanState } from '../use-plan.ts';
import './time.css';

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
  const [problem] = Object.values(checkTime(values, eps)).flat();
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
        sum={<TimeSum plan={plan} problem={problem} schemaShown={schemaShown} />}
      />
    </fieldset>
  );
}

/** Whether the rate can be given in journeys, or is, as by a link for another schema. */
const hasJourneys = (plan: PlanState, { starts = '' }: Values): boolean =>
  starts !== '' || (plan.kind === 'ready' && plan.plan.journeysPerSecond !== undefined);
