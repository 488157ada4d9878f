import { DELIVERY, deliveryOf } from '../../state/delivery.ts';
import type { Values } from '../../state/config.ts';
import { Select } from '../../ui/index.ts';
import { FoldedFields } from './folded-fields.tsx';

/** How to handle rejected and late events. Folded: the defaults suit a first stream. */
export const DeliverySettings = ({
  values = {},
  locked,
  onValues,
}: {
  readonly values?: Values | undefined;
  readonly locked: boolean;
  readonly onValues: (values: Values) => void;
}) => (
  <FoldedFields
    title="Delivery"
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
