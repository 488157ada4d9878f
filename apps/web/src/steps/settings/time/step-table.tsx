import type { Errors } from '../../../state/config.ts';
import { Button } from '../../../ui/button.tsx';
import { focusBefore } from '../../../ui/focus.ts';
import { TextInput } from '../../../ui/input.tsx';
import type { Step } from './rate-model.ts';

/** A rate has at most this many points, so that it fits into a link. */
const MOST_STEPS = 200;

/** The steps of a rate: from so long after the beginning on, so many events per second, straight between. */
export function StepTable({
  steps,
  errors,
  errorsId,
  disabled,
  onSteps,
}: {
  readonly steps: readonly Step[];
  readonly errors: Errors;
  /** The element that explains the errors. */
  readonly errorsId: string;
  readonly disabled: boolean;
  readonly onSteps: (steps: readonly Step[]) => void;
}) {
  const change = (i: number, change: Partial<Step>): void =>
    onSteps(steps.map((step, at) => (at === i ? { ...step, ...change } : step)));
  return (
    <>
      <table className="steps-table">
        <caption className="sr">Stages</caption>
        <thead>
          <tr>
            <th scope="col">After</th>
            <th scope="col">Events per second</th>
            <th>
              <span className="sr">Remove</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {steps.map(({ after, eps }, i) => {
            const cell = (place: number) => {
              const isWrong = [`rate.stages.${i}`, `rate.stages.${i}.${place}`].some(
                (name) => name in errors,
              );
              return {
                small: true,
                disabled,
                'aria-invalid': isWrong ? (true as const) : undefined,
                'aria-describedby': isWrong ? errorsId : undefined,
              };
            };
            return (
              <tr key={i}>
                <td>
                  <TextInput
                    {...cell(0)}
                    value={after}
                    placeholder="10m"
                    aria-label={`Stage ${i + 1}, time after the start`}
                    onValue={(after) => change(i, { after })}
                  />
                </td>
                <td>
                  <TextInput
                    {...cell(1)}
                    value={eps}
                    inputMode="decimal"
                    placeholder="500"
                    aria-label={`Stage ${i + 1}, events per second`}
                    onValue={(eps) => change(i, { eps })}
                  />
                </td>
                <td>
                  <button
                    className="remove"
                    type="button"
                    aria-label={`Remove stage ${i + 1}`}
                    disabled={disabled || steps.length < 2}
                    onClick={({ currentTarget }) => {
                      focusBefore(currentTarget.closest('tr'));
                      onSteps(steps.toSpliced(i, 1));
                    }}
                  >
                    <span aria-hidden="true">×</span>
                  </button>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <Button
        look="link"
        className="small"
        disabled={disabled || steps.length >= MOST_STEPS}
        onClick={() => onSteps([...steps, { after: '', eps: steps.at(-1)?.eps ?? '' }])}
      >
        Add a stage
      </Button>
    </>
  );
}
