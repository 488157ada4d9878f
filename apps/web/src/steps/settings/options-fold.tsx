import { Suspense, type ReactNode } from 'react';
import type { Errors, Form } from '../../state/config.ts';
import { loadTime, timeSettings } from '../../state/options.ts';
import { destinationOf, valuesOf } from '../../state/settings.ts';
import { settingOfError } from '../../state/stream-settings.ts';
import { optionsLine } from '../../state/summary.ts';
import { lazyPart } from '../../ui/index.ts';
import type { StreamPlan } from '../../worker/schema-protocol.ts';
import type { MoreOptionsProps } from './more-options.tsx';
import { hasSecrets, othersOf } from './setting-fields.tsx';
import { usePlan, type PlanState } from './use-plan.ts';

const MoreOptions = lazyPart(async () => {
  const [{ MoreOptions: More }] = await Promise.all([import('./more-options.tsx'), loadTime()]);
  return More;
});

/** All that most streams do not need: one line that says what is set, until it is unfolded. Its form is loaded then. */
export function OptionsFold({
  isUnfolded,
  planKey,
  onUnfold,
  onPlan,
  ...props
}: Omit<MoreOptionsProps, 'plan'> & {
  readonly isUnfolded: boolean;
  /** Changes with everything but the form that the plan depends on: the schema. */
  readonly planKey: string;
  readonly onUnfold: (isUnfolded: boolean) => void;
  readonly onPlan: () => Promise<StreamPlan | undefined>;
}) {
  const { form, errors, keepsOut } = props;
  const isWrong = hasErrors(form, errors);
  const isOpen = isUnfolded || isWrong;
  const time = timeSettings(form.options);
  const { eps, limited, limit } = form;
  // Only when it matters: the schema in it may be long.
  const key =
    isOpen || time !== undefined ? JSON.stringify([time, eps, limited && limit, planKey]) : undefined;
  const plan = usePlan(key, onPlan);
  return (
    <details
      className="fold"
      open={isOpen}
      onToggle={({ currentTarget }) => {
        // What is wrong stays in sight.
        if (isWrong) currentTarget.open = true;
        onUnfold(currentTarget.open);
      }}
    >
      <summary>
        <b>Late and duplicate events, history, retries</b> <span>{lineOf(form, plan, keepsOut)}</span>
      </summary>
      {isOpen && (
        <Suspense fallback={<p className="hint">Loading</p>}>
          <MoreOptions {...props} plan={plan} />
        </Suspense>
      )}
    </details>
  );
}

/** Whether the fold has errors. */
const hasErrors = (form: Form, errors: Errors): boolean =>
  Object.keys(errors).some((name) => {
    const group = settingOfError(name)?.group;
    return group === undefined ? othersOf(form).some((other) => other.name === name) : group !== 'rate';
  });

/** What is set, with the number of events if they have an end or a past. What differs from the defaults is emphasized. */
function lineOf(form: Form, plan: PlanState, keepsOut: boolean): ReactNode {
  const values = valuesOf(form);
  const others = othersOf(form).filter(({ name, default: usual = '' }) => (values[name] ?? '') !== usual);
  const destination = destinationOf(form);
  const parts = [
    ...optionsLine(form.options, plan.kind === 'ready' ? eventsOf(plan.plan) : undefined),
    ...(others.length === 0 ? [] : [{ text: others.map(({ label }) => label).join(', '), isSet: true }]),
    ...(hasSecrets(destination, values)
      ? [{ text: keepsOut ? 'credentials stay in this tab' : 'credentials in the address', isSet: keepsOut }]
      : []),
  ];
  return parts.map(({ text, isSet }, i) => (
    <span key={text}>
      {i > 0 && ' · '}
      {isSet ? <b>{text}</b> : text}
    </span>
  ));
}

/** How many events a plan has: `1 event`, `9,000 events`, `3.6M events`. Undefined: none that are counted. */
function eventsOf({ dueRows, totalRows }: StreamPlan): string | undefined {
  // The first row of a stream that starts now is due, and says nothing.
  const rows = totalRows ?? (dueRows > 1 ? dueRows : 0);
  const short = rows < 10_000 ? {} : ({ notation: 'compact', maximumSignificantDigits: 2 } as const);
  return rows === 0 ? undefined : `${rows.toLocaleString('en', short)} ${rows === 1 ? 'event' : 'events'}`;
}
