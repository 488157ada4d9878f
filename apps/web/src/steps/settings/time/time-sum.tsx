import type { PlanState } from '../use-plan.ts';
import { isBehind, lacksTime, manyText, planText } from './plan-text.ts';

/** What the stream will send, in a sentence, and what follows from it. */
export function TimeSum({
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
