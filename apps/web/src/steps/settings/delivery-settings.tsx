import { DELIVERY, deliveryOf } from '../../state/delivery.ts';
import type { Values } from '../../state/config.ts';
import { Field, Select } from '../../ui/index.ts';

/** How to handle rejected and late events. Collapsed: the defaults suit a first stream. */
export const DeliverySettings = ({
  values = {},
  locked,
  onValues,
}: {
  readonly values?: Values | undefined;
  readonly locked: boolean;
  readonly onValues: (values: Values) => void;
}) => (
  <details className="more" open={Object.keys(deliveryOf(values)).length > 0 ? true : undefined}>
    <summary>Delivery</summary>
    <fieldset className="grid" disabled={locked}>
      <legend className="sr">Delivery</legend>
      {DELIVERY.map(({ name, label, help, choices }) => (
        <Field key={name} label={label} hint={help}>
          {(control) => (
            <Select
              {...control}
              value={values[name] ?? choices[0]?.value ?? ''}
              options={choices}
              onValue={(value) => onValues({ ...values, [name]: value })}
            />
          )}
        </Field>
      ))}
    </fieldset>
  </details>
);
