import { useId, type ReactNode } from 'react';
import { Note } from './field.tsx';
import type { Option } from './select.tsx';

/** Props of both kinds of radio group. */
export interface RadioProps<Value extends string> {
  /** The group's accessible name. */
  readonly legend: string;
  readonly value: Value;
  readonly onValue: (value: Value) => void;
  /** Disables all options. */
  readonly disabled?: boolean;
}

/** Radio buttons in a row, such as No and Yes, followed by `children`. */
export function RadioGroup<Value extends string>({
  legend,
  value,
  onValue,
  options,
  disabled,
  hint,
  error,
  children,
}: RadioProps<Value> & {
  readonly options: readonly Option<Value>[];
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** Gets the id of the hint or error below, for the control it describes. */
  readonly children?: (noteId: string) => ReactNode;
}) {
  const name = useId();
  const note = `${name}-note`;
  return (
    <fieldset className="field" disabled={disabled}>
      <legend className="label">{legend}</legend>
      <div className="limit-row">
        {options.map((option) => (
          <label key={option.value} className="choice">
            <Dot name={name} option={option.value} value={value} onValue={onValue} />
            {option.label}
          </label>
        ))}
        {children?.(note)}
      </div>
      <Note id={note} hint={hint} error={error} />
    </fieldset>
  );
}

/** A card: a label, and a line below it. */
export interface Card<Value extends string = string> extends Option<Value> {
  readonly detail: string;
}

/** Radio buttons as cards. The legend is for screen readers only. */
export function RadioCards<Value extends string>({
  legend,
  value,
  onValue,
  cards,
  disabled,
}: RadioProps<Value> & { readonly cards: readonly Card<Value>[] }) {
  const name = useId();
  return (
    <fieldset disabled={disabled}>
      <legend className="sr">{legend}</legend>
      <div className="dests">
        {cards.map((card) => (
          <label key={card.value} className="dest">
            <Dot name={name} option={card.value} value={value} onValue={onValue} />
            <b>{card.label}</b>
            <small>{card.detail}</small>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const Dot = <Value extends string>({
  name,
  option,
  value,
  onValue,
}: {
  readonly name: string;
  readonly option: Value;
  readonly value: Value;
  readonly onValue: (value: Value) => void;
}) => (
  <input
    className="dot"
    type="radio"
    name={name}
    value={option}
    checked={option === value}
    onChange={() => onValue(option)}
  />
);
