import type { Errors, Form } from '../../state/config.ts';
import { limitsNote } from '../../state/rate.ts';
import { errorText } from '../../state/settings.ts';
import { Field, NumberInput, RadioGroup } from '../../ui/index.ts';

const LIMITED = [
  { value: 'no', label: 'No' },
  { value: 'yes', label: 'Yes' },
];

/** Events per second, and the limit. */
export const RateSettings = ({
  form,
  errors,
  locked,
  onForm,
}: {
  readonly form: Form;
  readonly errors: Errors;
  readonly locked: boolean;
  readonly onForm: (form: Form) => void;
}) => (
  <fieldset className="grid" disabled={locked}>
    <legend className="sr">Rate</legend>
    <Field label="Events Per Second" hint={limitsNote(form)} error={errorText('eps', errors['eps'])}>
      {(control) => <NumberInput {...control} value={form.eps} onValue={(eps) => onForm({ ...form, eps })} />}
    </Field>
    <RadioGroup
      legend="Limit"
      width="w4"
      value={form.limited ? 'yes' : 'no'}
      options={LIMITED}
      error={errorText('limit', errors['limit'])}
      onValue={(value) => onForm({ ...form, limited: value === 'yes' })}
    >
      {(noteId) =>
        form.limited && (
          <NumberInput
            aria-label="Limit, number of events"
            aria-describedby={noteId}
            aria-invalid={errors['limit'] === undefined ? undefined : true}
            value={form.limit}
            onValue={(limit) => onForm({ ...form, limit })}
          />
        )
      }
    </RadioGroup>
  </fieldset>
);
