import { useDeferredValue, type ReactNode } from 'react';
import type { Errors, Values } from '../../state/config.ts';
import { DELIVERY, deliveryLine, deliveryOf } from '../../state/delivery.ts';
import { FAULTS, faultsLine, faultsText } from '../../state/faults.ts';
import { errorText } from '../../state/settings.ts';
import type { FieldControl } from '../../ui/field.tsx';
import { Field, NumberInput, Select } from '../../ui/index.ts';

/** How to handle rejected and late events. Folded: the defaults suit a first stream. */
export const DeliverySettings = ({
  values = {},
  locked,
  before,
  onValues,
}: {
  readonly values?: Values | undefined;
  readonly locked: boolean;
  /** Fields of the destination that belong here. */
  readonly before?: ReactNode;
  readonly onValues: (values: Values) => void;
}) => (
  <FoldedFields
    title="Delivery"
    line={deliveryLine(values)}
    before={before}
    fields={DELIVERY}
    open={Object.keys(deliveryOf(values)).length > 0}
    disabled={locked}
  >
    {({ name, choices }, control) => (
      <Select
        {...control}
        value={values[name] ?? choices[0]?.value ?? ''}
        options={choices}
        onValue={(value) => onValues({ ...values, [name]: value })}
      />
    )}
  </FoldedFields>
);

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
    line={faultsLine(values)}
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

interface Foldable {
  readonly name: string;
  readonly label: string;
  readonly help: string;
}

/** Fields that are folded to their title until the user opens them. Folded, they are drawn after the rest of the step. */
function FoldedFields<Declared extends Foldable>({
  title,
  line,
  before,
  legend = title,
  fields,
  errors = {},
  open,
  disabled,
  children,
}: {
  readonly title: string;
  /** What is set, beside the title while it is folded. */
  readonly line: string;
  /** More fields, first. */
  readonly before?: ReactNode;
  /** The group's accessible name. */
  readonly legend?: string;
  readonly fields: readonly Declared[];
  readonly errors?: Errors;
  /** Unfolded from the beginning. */
  readonly open: boolean;
  readonly disabled: boolean;
  /** A field's control. */
  readonly children: (field: Declared, control: FieldControl) => ReactNode;
}) {
  // False at first, and true in a render of its own.
  const isLater = useDeferredValue(true, false);
  return (
    <details className="more fold" open={open}>
      <summary>
        {title} <span>{line}</span>
      </summary>
      <fieldset className="grid" disabled={disabled}>
        <legend className="sr">{legend}</legend>
        {(isLater || open) && before}
        {(isLater || open) &&
          fields.map((field) => {
            const { name, label, help } = field;
            return (
              <Field key={name} label={label} hint={help} error={errorText(name, errors[name])}>
                {(control) => children(field, control)}
              </Field>
            );
          })}
      </fieldset>
    </details>
  );
}
