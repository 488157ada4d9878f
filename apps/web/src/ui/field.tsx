import { useId, type ReactNode } from 'react';

/** What ties a control to its label and to the words below it: spread it on the control. */
export interface FieldControl {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

/** How many of the six columns of a `.grid` a field takes: a third by default, `w3` half, `w4` two thirds, `w6` all. */
export type FieldWidth = 'w3' | 'w4' | 'w6';

/** The props of a field. */
export interface FieldProps {
  readonly label: string;
  /** Shown below the control unless there is an error. */
  readonly hint?: ReactNode;
  /** Shown below the control, in red: `token: Required`. */
  readonly error?: string | undefined;
  readonly width?: FieldWidth | undefined;
  /** The control's id; default: one of its own. */
  readonly id?: string;
  readonly children: (control: FieldControl) => ReactNode;
}

/**
 * A label above, a control, a hint or an error below.
 *
 * `<Field label="Data Source name" error={error}>{(control) => <TextInput {...control} value={…} onValue={…} />}</Field>`
 */
export function Field({ label, hint, error, width, id, children }: FieldProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const note = `${controlId}-note`;
  const hasNote = error !== undefined || hint !== undefined;
  return (
    <div className={width === undefined ? 'field' : `field ${width}`}>
      <label className="label" htmlFor={controlId}>
        {label}
      </label>
      {children({
        id: controlId,
        'aria-describedby': hasNote ? note : undefined,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      <Note id={note} hint={hint} error={error} />
    </div>
  );
}

/** The words below a control: its error, or else its hint, or nothing. */
export function Note({
  id,
  hint,
  error,
}: {
  readonly id: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
}) {
  if (error !== undefined) {
    return (
      <p className="err" id={id}>
        {error}
      </p>
    );
  }
  if (hint === undefined) return null;
  return (
    <p className="hint" id={id}>
      {hint}
    </p>
  );
}
