import { limitsNote } from '../../state/rate.ts';
import { errorText } from '../../state/settings.ts';
import { Field, NumberInput, RadioGroup } from '../../ui/index.ts';
import type { SettingFieldsProps } from './setting-fields.tsx';

const LIMITED = ['No', 'Yes'].map((label) => ({ value: label.toLowerCase(), label }));

/** Events per second and the limit, in a line. */
export const RateSettings = ({
  form,
  errors,
  locked,
  onForm,
}: Omit<SettingFieldsProps, 'withheld'> & { readonly locked: boolean }) => (
  <fieldset className="grid rate" disabled={locked}>
    <legend className="sr">Rate</legend>
    <Field label="Events Per Second" hint={limitsNote(form)} error={errorText('eps', errors['eps'])}>
      {(control) => <NumberInput {...control} value={form.eps} onValue={(eps) => onForm({ ...form, eps })} />}
    </Field>
    <RadioGroup
      legend="Limit"
      value={form.limited ? 'yes' : 'no'}
      options={LIMITED}
      error={errorText('limit', errors['limit'])}
      onValue={(value) => onForm({ ...form, limited: value === 'yes' })}
    >
      {(noteId) =>
        form.limited ? (
          <NumberInput
            aria-label="Limit, number of events"
            aria-describedby={noteId}
            aria-invalid={errors['limit'] === undefined ? undefined : true}
            value={form.limit}
            onValue={(limit) => onForm({ ...form, limit })}
          />
        ) : (
          <span className="hint">Runs until you stop it.</span>
        )
      }
    </RadioGroup>
  </fieldset>
);
