import { useDeferredValue, type ReactNode } from 'react';
import type { Errors } from '../../state/config.ts';
import { errorText } from '../../state/settings.ts';
import { Field } from '../../ui/index.ts';
import type { FieldControl } from '../../ui/field.tsx';

interface Foldable {
  readonly name: string;
  readonly label: string;
  readonly help: string;
}

/** Fields that are folded to their title until the user opens them. Folded, they are drawn after the rest of the step. */
export function FoldedFields<Declared extends Foldable>({
  title,
  legend = title,
  fields,
  errors = {},
  open,
  disabled,
  children,
}: {
  readonly title: string;
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
    <details className="more" open={open}>
      <summary>{title}</summary>
      <fieldset className="grid" disabled={disabled}>
        <legend className="sr">{legend}</legend>
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
