import { FAULTS, faultsText } from '../../state/faults.ts';
import type { Errors, Values } from '../../state/config.ts';
import { errorText } from '../../state/settings.ts';
import { Field, NumberInput } from '../../ui/index.ts';

/** Faults to inject into the rows, to test that a pipeline finds them. Collapsed while there are none. */
export const FaultSettings = ({
  values = {},
  errors,
  locked,
  onValues,
}: {
  readonly values?: Values | undefined;
  readonly errors: Errors;
  readonly locked: boolean;
  readonly onValues: (values: Values) => void;
}) => (
  <details className="more" open={faultsText(values) === undefined ? undefined : true}>
    <summary>Faults</summary>
    <fieldset className="grid" disabled={locked}>
      <legend className="sr">Faults to inject</legend>
      {FAULTS.map(({ name, label, help }) => (
        <Field key={name} label={label} hint={help} error={errorText(name, errors[name])}>
          {(control) => (
            <NumberInput
              {...control}
              value={values[name] ?? ''}
              placeholder="0"
              onValue={(value) => onValues({ ...values, [name]: value })}
            />
          )}
        </Field>
      ))}
    </fieldset>
  </details>
);
