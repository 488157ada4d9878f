import { FAULTS, faultsText } from '../../state/faults.ts';
import type { Errors, Values } from '../../state/config.ts';
import { NumberInput } from '../../ui/index.ts';
import { FoldedFields } from './folded-fields.tsx';

/** Faults to inject into the rows, to test that a pipeline finds them. Folded while there are none. */
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
  <FoldedFields
    title="Faults"
    legend="Faults to inject"
    fields={FAULTS}
    errors={errors}
    open={faultsText(values) !== undefined}
    disabled={locked}
  >
    {({ name }, control) => (
      <NumberInput
        {...control}
        value={values[name] ?? ''}
        placeholder="0"
        onValue={(value) => onValues({ ...values, [name]: value })}
      />
    )}
  </FoldedFields>
);
