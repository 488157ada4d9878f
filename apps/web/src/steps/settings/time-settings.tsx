import { Suspense, useState } from 'react';
import type { Errors, Form } from '../../state/config.ts';
import { isTimeError, loadTime, timeOf } from '../../state/time.ts';
import { timeLine } from '../../state/time-line.ts';
import { lazyPart } from '../../ui/index.ts';
import type { StreamPlan } from '../../worker/schema-protocol.ts';
import { usePlan } from './use-plan.ts';

const TimeEditor = lazyPart(async () => {
  const [{ TimeEditor: Editor }] = await Promise.all([import('./time/time-editor.tsx'), loadTime()]);
  return Editor;
});

/** When events happen, and how the rate changes over time: one line until it is unfolded. Its form is loaded then. */
export function TimeSettings({
  form,
  errors,
  locked,
  planKey,
  schemaShown,
  onForm,
  onPlan,
}: {
  readonly form: Form;
  readonly errors: Errors;
  readonly locked: boolean;
  /** Changes with everything but the form that the plan depends on: the schema. */
  readonly planKey: string;
  /** The schema designer is on the page. */
  readonly schemaShown: boolean;
  readonly onForm: (form: Form) => void;
  readonly onPlan: () => Promise<StreamPlan | undefined>;
}) {
  const [unfolded, setUnfolded] = useState(false);
  const hasErrors = Object.keys(errors).some(isTimeError);
  const isOpen = unfolded || hasErrors;
  const isSet = Object.keys(timeOf(form.time)).length > 0;
  const { eps, limited, limit } = form;
  // Only when it matters: the schema in it may be long.
  const key = isOpen || isSet ? JSON.stringify([form.time, eps, limited && limit, planKey]) : undefined;
  const plan = usePlan(key, onPlan);
  return (
    <details
      className="more fold"
      open={isOpen}
      onToggle={({ currentTarget }) => {
        // What is wrong stays in sight.
        if (hasErrors) currentTarget.open = true;
        setUnfolded(currentTarget.open);
      }}
    >
      <summary>
        Time and rate <span>{lineOf(form, plan)}</span>
      </summary>
      {isOpen && (
        <Suspense fallback={<p className="hint">Loading</p>}>
          <TimeEditor {...{ form, errors, plan, locked, schemaShown, onForm }} />
        </Suspense>
      )}
    </details>
  );
}

/** What is set, with the number of events if they have an end or a past. */
function lineOf({ time }: Form, plan: ReturnType<typeof usePlan>): string {
  const line = timeLine(time);
  if (plan.kind !== 'ready' || Object.keys(timeOf(time)).length === 0) return line;
  const { dueRows, totalRows } = plan.plan;
  const rows = totalRows ?? dueRows;
  return rows === 0 ? line : `${line}, ${shortCount(rows)} ${rows === 1 ? 'event' : 'events'}`;
}

/** Numbers below this are shown in full. */
const FEW = 10_000;

const counts = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 2 });

/** A number in few characters: `506`, `580 k`, `3.6 M`. */
const shortCount = (rows: number): string =>
  rows < FEW
    ? rows.toLocaleString('en')
    : counts
        .format(rows)
        .replace('K', ' k')
        .replace(/(?=[MBT]$)/, ' ');
