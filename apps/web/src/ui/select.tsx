import type { ComponentProps } from 'react';

/** A value and its label. */
export interface Option<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
}

/** Props of a native select, with its value as `value` and `onValue`. */
export interface SelectProps<Value extends string> extends Omit<
  ComponentProps<'select'>,
  'value' | 'onChange' | 'children'
> {
  readonly value: Value;
  readonly onValue: (value: Value) => void;
  readonly options: readonly Option<Value>[];
}

/** A choice from a list. */
export const Select = <Value extends string>({ value, onValue, options, ...rest }: SelectProps<Value>) => (
  <select
    className="select"
    {...rest}
    value={value}
    onChange={(event) => {
      const chosen = options.find((option) => option.value === event.currentTarget.value);
      if (chosen !== undefined) onValue(chosen.value);
    }}
  >
    {options.map((option) => (
      <option key={option.value} value={option.value}>
        {option.label}
      </option>
    ))}
  </select>
);
