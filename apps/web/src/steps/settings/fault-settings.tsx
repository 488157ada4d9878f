import { FAULTS, faultsText } from '../../state/faults.ts';
import { errorText, type Errors, type Values } from '../../state/settings.ts';
import { Field, NumberInput } from '../../ui/index.ts';

/** What shall go wrong with the rows, for a pipeline that must find it. Folded away until something does. */
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
      <legend className="sr">Faults, by seed</legend>
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
