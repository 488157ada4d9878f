import { useId, type ReactNode } from 'react';

/** A switch with a hint on its current effect. */
export function Checkbox({
  label,
  hint,
  checked,
  onValue,
  disabled,
}: {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly checked: boolean;
  readonly onValue: (checked: boolean) => void;
  readonly disabled?: boolean;
}) {
  const id = useId();
  const note = `${id}-note`;
  return (
    <div className="notice">
      <input
        className="switch"
        role="switch"
        type="checkbox"
        id={id}
        checked={checked}
        aria-checked={checked}
        disabled={disabled}
        aria-describedby={hint === undefined ? undefined : note}
        onChange={(event) => onValue(event.currentTarget.checked)}
      />
      <label htmlFor={id}>{label}</label>
      {hint !== undefined && (
        <p className="hint" id={note}>
          {hint}
        </p>
      )}
    </div>
  );
}
