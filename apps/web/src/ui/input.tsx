import { useState, type ComponentProps } from 'react';

/** Props of a native input, with its text as `value` and `onValue`. */
export interface InputProps extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> {
  readonly value: string;
  readonly onValue: (value: string) => void;
}

/** A line of text. `mono` is for machine-readable text such as an address or a channel name, `small` for tables. */
export const TextInput = ({
  mono = false,
  small = false,
  ...rest
}: InputProps & { readonly mono?: boolean; readonly small?: boolean }) => (
  <Input
    type="text"
    {...rest}
    className={['input', mono && 'mono', small && 'input-sm'].filter(Boolean).join(' ')}
  />
);

/** A number as typed. The value stays a text, so that invalid input is kept with its error. */
export const NumberInput = (props: InputProps) => (
  <Input type="number" inputMode="decimal" step="any" {...props} className="input" />
);

/** A secret, hidden until revealed. `name` is its label, used by the Reveal button. */
export function SecretInput({ name, ...rest }: Omit<InputProps, 'name'> & { readonly name: string }) {
  const [revealed, setRevealed] = useState(false);
  const action = revealed ? 'Hide' : 'Reveal';
  return (
    <div className="reveal">
      <Input type={revealed ? 'text' : 'password'} {...rest} className="input mono" />
      <button
        type="button"
        aria-label={`${action} ${name}`}
        disabled={rest.disabled}
        onClick={() => setRevealed(!revealed)}
      >
        {action}
      </button>
    </div>
  );
}

const Input = ({ onValue, ...rest }: InputProps & { readonly type: 'text' | 'number' | 'password' }) => (
  <input
    autoComplete="off"
    autoCapitalize="off"
    spellCheck={false}
    {...rest}
    onChange={(event) => onValue(event.currentTarget.value)}
  />
);
